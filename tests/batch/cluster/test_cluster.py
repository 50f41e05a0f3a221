"""A cluster of two nodes on this machine: the real Ray, with workers that need no model."""

from __future__ import annotations

import hashlib
import logging
import shutil
import signal
import time
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from subpunct_app.batch.batch_options import PATIENCE, Batch, Order
from subpunct_app.batch.batch_run import RunControl, run
from subpunct_app.batch.cluster.connection import cluster_for, connected
from subpunct_app.batch.executor import Finished, Handler, Item, Parcel
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.batch.punctuating import prepare
from subpunct_app.models.card import ModelCard, write_card
from subpunct_app.runtime.errors import Cancelled, ModelError, SettingsError
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.runtime.task import Task
from subpunct_app.text.words import Mark
from tests.batch.pools import contents, outcomes, parcel, patient, shout, tree

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster as LocalCluster

    from subpunct_app.batch.cluster.cluster import Cluster
    from subpunct_app.batch.cluster.node import PrepareWith

pytest.importorskip("ray", reason="Ray is not installed")
pytestmark = pytest.mark.slow
SECRET = b"weights" * 999


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with pytest.MonkeyPatch.context() as patch:
        # Nodes inherit these: a cache of their own, and as much of the processor as others have.
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("RAY_worker_niceness", "0")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "disabled")
        from ray._private.authentication import authentication_token_setup as tokens
        from ray.cluster_utils import Cluster as LocalCluster

        # A cluster of this machine that was there before asks for tokens for good.
        tokens.Config.initialize("")
        tokens.AuthenticationTokenLoader.instance().reset_cache()
        nodes = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
        local = LocalCluster(initialize_head=True, head_node_args=nodes)
        local.add_node(**nodes)
        yield local
        local.shutdown()


@pytest.fixture
def address(cluster: LocalCluster) -> Iterator[str]:
    with connected(cluster.address):
        yield cluster.address


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "weights").write_bytes(SECRET)
    files = {"weights": hashlib.sha256(SECRET).hexdigest()}
    write_card(ModelCard("tiny", "Tiny", ("en",), (Mark.NONE,), files=files), folder)
    return folder


def pool(prepare: PrepareWith, model: Path, *, limit: float = PATIENCE) -> Cluster:
    from subpunct_app.batch.cluster.cluster import Cluster

    return Cluster(prepare, [str(model)], limit=limit)


def shouting_with(_threads: int, models: Sequence[str]) -> Handler:
    assert (Path(*models) / "weights").read_bytes() == SECRET
    return shout


def being_patient_with(_threads: int, _models: Sequence[str]) -> Handler:
    return patient


def refusing_the_fourth(threads: int, _models: Sequence[str]) -> Handler:
    if threads == 4:
        raise ModelError("It is damaged.", "Install it.")
    return patient


def refusing(_threads: int, _models: Sequence[str]) -> Handler:
    raise ModelError("It is damaged.", "Install it.")


def test_files_come_back_once_and_those_that_are_to_blame_fail(
    address: str, model: Path, tmp_path: Path
) -> None:
    workers = pool(shouting_with, model, limit=10)
    assert workers.size == 2
    # What is not there any more when a node needs it comes from the object store.
    shutil.rmtree(model)
    given = [parcel(tmp_path, f"{at}.srt", f"{at}.vtt") for at in range(9)]
    given.insert(1, parcel(tmp_path, "a.srt", "deadly.srt", "unforeseen.srt", "b.srt"))
    given.append(parcel(tmp_path, "c.srt", "misfit.srt"))
    found = outcomes(workers, *given, parcel(tmp_path, "slow.srt"))
    assert len(found) == 25
    assert found.pop("slow.srt") == "It took longer than 10 seconds."
    assert found.pop("deadly.srt").startswith("The worker stopped (Actor")
    assert found.pop("unforeseen.srt") == "The worker stopped (ZeroDivisionError)."
    assert found.pop("misfit.srt") == "The worker stopped (ModelError)."
    assert set(found.values()) == {"done"}


def test_a_program_on_a_cluster_is_ended_as_any_other(cluster: LocalCluster) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with connected(cluster.address):
        assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("lose", ["kill_raylet", "kill_gcs_server"])
def test_a_batch_ends_with_its_cluster_before_ray_ends_the_program(
    lose: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ray.cluster_utils import Cluster as LocalCluster

    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setattr("subpunct_app.batch.cluster.cluster.PATIENCE_SECONDS", 0)
    node = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
    local = LocalCluster(initialize_head=True, head_node_args=node)
    given = (parcel(tmp_path, f"{at}.srt") for at in range(3000))
    try:
        with connected(local.address):
            results = pool(being_patient_with, model).map(given, Task())
            next(results)
            getattr(local.head_node, lose)()
            with pytest.raises(ModelError, match=r"The Ray cluster is gone\. .*--resume"):
                deque(results)
    finally:
        local.shutdown()


def test_which_versions_do_not_fit_is_told(
    cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    there = ray.__version__
    monkeypatch.setattr("ray.__version__", "0.0.1")
    with (
        pytest.raises(SettingsError, match=rf"Ray: {there} .* Ray: 0\.0\.1 .*same versions"),
        connected(cluster.address),
    ):
        pass


def test_files_that_a_node_does_not_see_are_sent(
    address: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(tmp_path / "here", "a.srt", "b.srt")
    # Relative paths lead elsewhere in the processes of the nodes.
    monkeypatch.chdir(tmp_path / "here")
    given = [Parcel((Item(name, Path(name), 9),)) for name in ("a.srt", "b.srt", "gone.srt")]
    found = outcomes(pool(shouting_with, model), *given)
    assert "does not exist" in found.pop("gone.srt")
    assert found == {"a.srt": "done", "b.srt": "done"}


def test_a_model_that_cannot_be_loaded_ends_the_batch(
    address: str, model: Path, tmp_path: Path
) -> None:
    with pytest.raises(ModelError, match=r"cannot start on .*: It is damaged\. Install it\."):
        outcomes(pool(refusing, model), parcel(tmp_path, "a.srt"))


def test_a_node_that_joins_late_and_cannot_work_is_done_without(
    cluster: LocalCluster,
    address: str,
    model: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "subpunct_app")
    given = takewhile(
        lambda _: "It is damaged" not in caplog.text,
        (parcel(tmp_path, f"{at}.srt") for at in range(3000)),
    )
    results = pool(refusing_the_fourth, model).map(given, Task())
    found = [next(results)]
    late = cluster.add_node(num_cpus=4, object_store_memory=80 << 20)
    found += results
    cluster.remove_node(late)
    assert {one.outcome.state for one in found if isinstance(one, Finished)} == {State.DONE}
    assert len(found) < 3000


def test_a_node_without_subpunct_is_told(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from subpunct_app.batch.cluster.cluster import Remote, places

    package = tmp_path / "subpunct_app"
    package.mkdir()
    (package / "__init__.py").write_text("")
    # Nodes look where the program was started, too.
    monkeypatch.chdir(tmp_path)
    without = {"PYTHONPATH": str(tmp_path)}
    bare = cluster.add_node(num_cpus=4, object_store_memory=80 << 20, env_vars=without)
    told = r"No module named .* Install the same subpunct"
    with connected(cluster.address):
        (place,) = (one for one in places("cpu") if one.cpus == 4)
        remote = Remote(place, shouting_with, [])
        with pytest.raises(ModelError, match=told):
            remote.begin()
    cluster.remove_node(bare)


def test_a_batch_can_be_cancelled_while_a_file_takes_its_time(
    address: str, model: Path, tmp_path: Path
) -> None:
    task = Task()
    given = [parcel(tmp_path, "a.srt"), parcel(tmp_path, "slow.srt")]
    results = pool(shouting_with, model).map(given, task)
    assert isinstance(next(results), Finished)
    task.cancel()
    with pytest.raises(Cancelled):
        next(results)


def test_no_file_is_to_blame_where_the_head_stood_still(
    address: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = time.monotonic
    given = [parcel(tmp_path, f"{at}.srt") for at in range(9)]
    results = pool(shouting_with, model).map(given, Task())
    found = [next(results)]
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 1000)
    found += results
    assert [one.outcome.state for one in found if isinstance(one, Finished)] == [State.DONE] * 9


def test_the_nodes_write_what_this_machine_writes(cluster: LocalCluster, tmp_path: Path) -> None:
    lecture = shipped_folder("resources") / "samples" / "lecture.srt"
    (tmp_path / "in").mkdir()
    shutil.copy(lecture, tmp_path / "in" / "lecture.srt")
    batch = Batch(tmp_path / "in", tmp_path / "out", Order(device="cpu"))
    with cluster_for(batch.order, cluster.address) as workers:
        run(batch, workers, Task())
    alone = Parcel((Item("lecture.srt", lecture, 9),))
    (finished,) = prepare(batch.order, 1)(alone, Task())
    assert (batch.out / "lecture.srt").read_bytes() == finished.content


def test_a_batch_survives_the_loss_of_a_node(
    cluster: LocalCluster,
    address: str,
    model: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    folder = tree(tmp_path / "in", *(f"{at % 3}/{at}.srt" for at in range(200)))
    batch = Batch(folder, tmp_path / "out")
    came: list[str] = []

    def lose_one(outcome: Outcome) -> None:
        came.append(outcome.source)
        if len(came) == 20:
            cluster.remove_node(cluster.worker_nodes.copy().pop(), allow_graceful=False)

    account = run(batch, pool(being_patient_with, model), Task(), RunControl(lose_one))
    assert {one.state for one in account.outcomes} == {State.DONE}
    assert contents(batch.out) == {name: text.upper() for name, text in contents(folder).items()}
    assert sorted(came) == sorted(contents(folder))
    assert capfd.readouterr() == ("", "")
