from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import Cancelled, FileError, ModelError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.recognition.whisper import load_whisper
from subpunct_app.speech.transcription import whisper_models, whisper_store
from subpunct_app.speech.transcription.whisper_models import (
    begun,
    damaged,
    find,
    installed,
    models_folder,
)
from subpunct_app.speech.transcription.whisper_store import import_folder, install, remove
from tests.hub import Hub, serving
from tests.limits import files_up_to, links
from tests.patience import PATIENCE


@pytest.fixture
def hub(tiny_whisper: Path, tmp_path: Path) -> Iterator[Hub]:
    folder = tmp_path / "hub" / "Systran" / "faster-whisper-tiny"
    shutil.copytree(tiny_whisper, folder)
    (folder / "README.md").write_text("not wanted")
    with serving(tmp_path / "hub") as server:
        yield server


def names_left() -> set[str]:
    return {path.name for path in models_folder().iterdir()}


def test_a_model_is_fetched_once_and_can_be_loaded(hub: Hub) -> None:
    task = Task()
    folder = install("tiny", task, endpoint=hub.address)
    assert installed() == ["tiny"]
    assert find("tiny") == find("best") == folder
    assert task.progress.fraction == 1
    assert not (folder / "README.md").exists()
    load_whisper(folder)
    asked = len(hub.asked)
    assert install("tiny", Task(), endpoint=hub.address) == folder
    assert len(hub.asked) == asked


def test_a_fetch_that_broke_off_goes_on_where_it_stopped(hub: Hub) -> None:
    hub.breaks_after = 200_000
    with pytest.raises(ModelError, match="cannot be fetched"):
        install("tiny", Task(), endpoint=hub.address)
    assert installed() == []
    hub.breaks_after = None
    hub.asked.clear()
    install("tiny", Task(), endpoint=hub.address)
    assert any("bytes=200000-" in line for line in hub.asked)
    assert installed() == ["tiny"]


@pytest.mark.slow
def test_a_connection_that_falls_silent_ends_the_fetch_and_what_came_is_kept(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is sent before takes its time where the machine is busy.
    with monkeypatch.context() as impatient:
        impatient.setattr(whisper_store, "_PATIENCE_S", 2.0)
        hub.breaks_after, hub.stalls = 200_000, True
        with pytest.raises(ModelError, match="timed out"):
            install("tiny", Task(), endpoint=hub.address)
    hub.breaks_after = None
    hub.asked.clear()
    install("tiny", Task(), endpoint=hub.address)
    assert any("bytes=200000-" in line for line in hub.asked)


def test_a_fetch_asks_for_the_model_and_tells_nobody_who_asks(hub: Hub, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "subpunct_app", "models", "install", "tiny"]
    own = {"HF_ENDPOINT": hub.address, "HF_HOME": str(tmp_path / "huggingface")}
    subprocess.run(command, env=os.environ | own, check=True, timeout=PATIENCE)
    asked = {line.partition("faster-whisper-tiny")[0] for line in hub.asked}
    assert asked == {"api/models/Systran/", "Systran/"}
    assert installed() == ["tiny"]


class _Interrupted(Task):
    """A task in whose middle something else happens."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        super().__init__()
        self._meanwhile = meanwhile

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        if message == "Fetching model.bin":
            self._meanwhile()
        super().step(done, total, message, timed=timed)


def test_a_model_is_fetched_by_one_at_a_time(hub: Hub) -> None:
    hub.breaks_after = 200_000
    with pytest.raises(ModelError, match="cannot be fetched"):
        install("tiny", Task(), endpoint=hub.address)
    hub.breaks_after = None

    def again() -> None:
        with pytest.raises(FileError, match="being installed already"):
            install("tiny", Task(), endpoint=hub.address)

    folder = install("tiny", _Interrupted(again), endpoint=hub.address)
    sent = hub.models / "Systran" / "faster-whisper-tiny" / "model.bin"
    assert (folder / "model.bin").read_bytes() == sent.read_bytes()


def test_what_is_in_the_way_of_a_fetch_is_told_with_what_to_do(hub: Hub) -> None:
    folder = models_folder() / "tiny"
    folder.mkdir(parents=True)
    (folder / "notes").touch()
    with pytest.raises(FileError) as raised:
        install("tiny", Task(), endpoint=hub.address)
    told = "The speech model tiny is damaged. Delete it: subpunct models remove tiny"
    assert str(raised.value) == told
    with pytest.raises(ModelError) as asked:
        find("tiny")
    assert str(asked.value) == told
    assert hub.asked == []


def test_what_comes_damaged_is_not_installed(hub: Hub) -> None:
    hub.lies = True
    with pytest.raises(ModelError, match="damaged"):
        install("tiny", Task(), endpoint=hub.address)
    assert installed() == []


def test_a_cancelled_fetch_installs_nothing(hub: Hub) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        install("tiny", task, endpoint=hub.address)
    assert installed() == []


def test_a_hub_that_is_away_is_told_without_the_number_of_an_error() -> None:
    with pytest.raises(ModelError, match=r"cannot be fetched: [^\[]+\. .*subpunct models import"):
        install("tiny", Task(), endpoint="http://127.0.0.1:9")


def test_a_model_that_the_hub_lacks_is_told(hub: Hub) -> None:
    with pytest.raises(ModelError, match="has no model"):
        install("base", Task(), endpoint=hub.address)
    assert names_left() == {".base.lock"}


def test_a_folder_can_be_imported_and_removed(tiny_whisper: Path) -> None:
    folder = import_folder(tiny_whisper, Task(), "mine")
    assert find("mine") == folder
    with pytest.raises(FileError, match="There is a speech model mine already"):
        import_folder(tiny_whisper, Task(), "mine")
    remove("mine")
    assert installed() == []
    assert names_left() == {".mine.lock"}


@pytest.mark.parametrize("lacking", [3, 100_000])
def test_a_model_that_cannot_be_loaded_is_not_imported(
    tiny_whisper: Path, tmp_path: Path, lacking: int
) -> None:
    torn = shutil.copytree(tiny_whisper, tmp_path / "torn")
    weights = (torn / "model.bin").read_bytes()
    (torn / "model.bin").write_bytes(weights[:-lacking])
    with pytest.raises(ModelError, match="The speech model torn cannot be used"):
        import_folder(torn, Task())
    assert installed() == []
    assert not models_folder().exists()


def test_a_copy_that_does_not_fit_is_told_of_where_it_goes(tiny_whisper: Path) -> None:
    with files_up_to(10_000), pytest.raises(FileError) as raised:
        import_folder(tiny_whisper, Task(), "mine")
    assert raised.value.message.startswith(str(models_folder() / "mine"))
    assert names_left() == {".mine.lock"}


def test_a_damaged_model_can_be_removed_and_fetched_again(hub: Hub) -> None:
    (install("tiny", Task(), endpoint=hub.address) / "model.bin").unlink()
    assert (installed(), damaged()) == ([], ["tiny"])
    remove("tiny")
    assert damaged() == []
    install("tiny", Task(), endpoint=hub.address)
    assert installed() == ["tiny"]


def test_what_a_fetch_that_broke_off_has_left_can_be_removed(hub: Hub) -> None:
    hub.breaks_after = 200_000
    with pytest.raises(ModelError, match="cannot be fetched"):
        install("tiny", Task(), endpoint=hub.address)
    assert begun() == ["tiny"]
    remove("tiny")
    assert begun() == []
    assert names_left() == {".tiny.lock"}
    with pytest.raises(ModelError, match="not installed"):
        remove("tiny")


@pytest.mark.parametrize("name", ["", ".", "..", "../mine", ".mine.lock", "other"])
def test_only_models_are_removed(tiny_whisper: Path, name: str) -> None:
    # A kill may have left some of a copy.
    (models_folder() / ".mine.copy").mkdir(parents=True)
    import_folder(tiny_whisper, Task(), "mine")
    beside = shutil.copytree(tiny_whisper, models_folder().parent / "mine")
    with pytest.raises(ModelError, match="not installed"):
        remove(name)
    assert beside.exists()
    assert names_left() == {"mine", ".mine.lock"}


@links
def test_of_a_link_only_that_is_removed(tiny_whisper: Path) -> None:
    models_folder().mkdir(parents=True)
    (models_folder() / "linked").symlink_to(tiny_whisper)
    (models_folder() / "unmounted").symlink_to("nowhere")
    assert damaged() == ["unmounted"]
    remove("unmounted")
    import_folder(tiny_whisper, Task(), "mine")
    remove("linked")
    assert (installed(), damaged()) == (["mine"], [])
    load_whisper(tiny_whisper)


@pytest.mark.parametrize("name", ["../mine", "/mine", "a/b", "..", ".mine", "best"])
def test_a_model_is_imported_under_a_name_that_can_be_asked_for(
    tiny_whisper: Path, name: str
) -> None:
    with pytest.raises(ModelError, match="can be called"):
        import_folder(tiny_whisper, Task(), name)
    assert not whisper_models.models_folder().exists()


@pytest.mark.parametrize(
    ("name", "told"),
    [("small", "subpunct models install small"), ("huge", "Name a folder")],
)
def test_a_model_that_is_missing_says_how_to_get_it(name: str, told: str) -> None:
    with pytest.raises(ModelError) as raised:
        find(name)
    assert told in raised.value.hint


def test_the_better_model_is_the_best(tiny_whisper: Path) -> None:
    for name in ("small", "tiny", "mine"):
        import_folder(tiny_whisper, Task(), name)
    assert installed() == ["mine", "tiny", "small"]
    assert find("best").name == "small"
