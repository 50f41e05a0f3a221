from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from subpunct_app import __version__
from subpunct_app.batch.cluster.node import Given, Node, fleeting_folder, receive, send
from subpunct_app.batch.executor import Finished, Item, Parcel, failed
from subpunct_app.models.card import ModelCard, write_card
from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.task import Task
from subpunct_app.text.words import Mark
from tests.batch.pools import tree


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tree(tmp_path / "model", "weights")
    digest = hashlib.sha256((folder / "weights").read_bytes()).hexdigest()
    card = ModelCard("tiny", "Tiny", ("en",), (Mark.NONE,), files={"weights": digest})
    write_card(card, folder)
    return folder


def same(content: bytes) -> bytes:
    return content


def test_a_model_is_used_where_it_lies_and_fetched_where_it_lacks(model: Path) -> None:
    sent = send(str(model), same)
    assert receive(sent, same) == model
    shutil.rmtree(model)
    kept = receive(sent, same)
    assert (kept / "weights").read_text() == "this is weights"
    assert receive(sent, lambda _: pytest.fail("fetched again")) == kept


def test_another_model_of_the_same_name_is_not_used(model: Path) -> None:
    sent = send(str(model), same)
    (model / "card.json").write_text((model / "card.json").read_text().replace("Tiny", "Other"))
    assert receive(sent, same) != model


def test_a_model_that_was_damaged_on_its_way_is_refused_and_not_kept(model: Path) -> None:
    sent = send(str(model), same)
    shutil.rmtree(model)
    with pytest.raises(ModelError, match="is damaged"):
        receive(sent, lambda content: content.replace(b"this is", b"that is"))
    assert (receive(sent, same) / "weights").read_text() == "this is weights"


def test_a_node_of_another_version_tells_what_to_do() -> None:
    refused = Node().prepare("0.0.1", lambda _threads, _models: lambda _parcel, _task: (), [], 1)
    assert refused is not None
    assert str(refused) == (
        f"It has subpunct {__version__}, and not 0.0.1. Install the same subpunct on all nodes."
    )


def test_a_file_is_seen_only_if_it_is_the_same(tmp_path: Path) -> None:
    path = tree(tmp_path, "a.srt") / "a.srt"
    item, status = Item("a.srt", path, 9), path.stat()
    assert Given(item, (status.st_size, status.st_mtime_ns)).is_seen
    assert not Given(item, (status.st_size, status.st_mtime_ns - 1)).is_seen
    assert not Given(Item("b.srt", tmp_path / "b.srt", 9), (9, 9)).is_seen


def test_files_that_a_node_sees_are_restored_where_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tree(tmp_path / "texts", "a.srt") / "a.srt"
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    # Also what it tells libraries of this process is forgotten.
    monkeypatch.setattr("os.environ", dict(os.environ))
    beside: list[Path] = []

    def handler(parcel: Parcel, _: Task) -> Iterator[Finished]:
        beside.extend((tmp_path / "temporary").iterdir())
        return (failed(item, str(item.path)) for item in parcel.items)

    node, status = Node(), path.stat()
    assert node.prepare(__version__, lambda _threads, _models: handler, [], 1) is None
    seen = Given(Item("a.srt", path, 9), (status.st_size, status.st_mtime_ns))
    (finished,) = node.restore([seen]).finished
    assert (finished.outcome.reason, beside) == (str(path), [])


HOLDING = """
import sys
from pathlib import Path
from subpunct_app.batch.cluster.node import fleeting_folder
with fleeting_folder(Path(sys.argv[1])) as folder:
    (folder / "a.srt").write_text("secret")
    print(folder, flush=True)
    sys.stdin.read()
"""


def test_what_a_node_that_was_killed_has_left_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("os.environ", dict(os.environ))
    command = [sys.executable, "-c", HOLDING, str(tmp_path)]
    with Popen(command, stdin=PIPE, stdout=PIPE) as killed, fleeting_folder(tmp_path) as held:
        assert killed.stdout
        left = Path(os.fsdecode(killed.stdout.readline().rstrip()))
        assert (left / "a.srt").exists()
        killed.kill()
        killed.wait()
        refused = Node().prepare(
            __version__, lambda _threads, _models: lambda _item, _task: (), [], 1
        )
        assert refused is None
        assert (left.exists(), held.exists()) == (False, True)
