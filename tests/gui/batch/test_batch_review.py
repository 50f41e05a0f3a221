"""Files of a batch that are reviewed one after the other."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.batch.account import FileResult
from subpunct_app.batch.batch_plan import Plan
from subpunct_app.batch.execution import Listed, PlanControl, carry_out
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.gui.batch.batch_queue import QueueModel, Status
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.review.journal.records import FileState
from subpunct_app.runtime.task import Task
from tests.batch.pools import FIGURES, Doubting
from tests.gui.conftest import (
    SRT,
    NewWindow,
    choose_file,
    offered,
    open_and_wait,
    review_file,
    session_of,
)
from tests.gui.fakes import HeldPunctuator
from tests.gui.keeping import press_later
from tests.gui.words.test_cue_editor import retype

RESULT = b"what the batch has written"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "season"
    folder.mkdir()
    found = [folder / name for name in ("one.srt", "two.srt", "three.srt")]
    for file in found:
        file.write_bytes(SRT)
    return found


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "season-marked"
    folder.mkdir()
    return folder


@pytest.fixture
def done(window: MainWindow, files: Sequence[Path], out: Path) -> QueueModel:
    """Return a batch that has restored all files; all but the second need a review."""
    return restored(window, files, out)


def restored(window: MainWindow, files: Sequence[Path], out: Path) -> QueueModel:
    window.commands["batch"].trigger()
    model = window.batching.window.model
    model.take([Listed(tuple(files))])
    for file in files:
        (out / file.name).write_bytes(RESULT)
        state = State.DONE if file.name == "two.srt" else State.REVIEW
        digest = hashlib.sha256(RESULT).hexdigest()
        outcome = Outcome(file.name, state, file.name, figures=FIGURES, sha256=digest)
        model.take([FileResult(file, outcome, out / file.name)])
    return model


def review(window: MainWindow, row: int, qtbot: QtBot) -> None:
    batch = window.batching.window
    batch.table.selectRow(row)
    with qtbot.waitSignal(window.proposed):
        batch.buttons.review.click()


def review_left(window: MainWindow, row: int, qtbot: QtBot) -> None:
    """Go on with a review that no model has to be asked for."""
    batch = window.batching.window
    batch.table.selectRow(row)
    with qtbot.waitSignal(window.opened):
        batch.buttons.review.click()


def test_what_the_batch_was_sure_of_is_accepted_in_one_step(
    window: MainWindow, done: QueueModel, qtbot: QtBot
) -> None:
    review(window, 0, qtbot)
    session = session_of(window)
    assert session.open_count == session.count_below(0.5) + session.count_above(0.5)
    assert session.count_above(0.5) == 0
    assert session.edits()
    assert "accepted, as in the batch" in window.message.text
    assert not window.isWindowModified()
    window.page.stack.undo()
    assert not session.edits()
    assert not window.page.stack.canUndo()


def test_the_export_of_a_review_takes_the_place_of_the_result(
    window: MainWindow, done: QueueModel, files: Sequence[Path], out: Path, qtbot: QtBot
) -> None:
    review(window, 0, qtbot)
    assert window.export()
    assert b"when it freezes. Says" in (out / "one.srt").read_bytes()
    assert files[0].read_bytes() == SRT
    assert sorted(path.name for path in files[0].parent.iterdir()) == sorted(
        file.name for file in files
    )


def test_a_result_that_others_have_changed_stays(
    window: MainWindow, done: QueueModel, out: Path, qtbot: QtBot
) -> None:
    (out / "one.srt").write_text("mine")
    review(window, 0, qtbot)
    assert window.message.text.endswith("has changed one.srt, so it was not replaced.")
    assert window.export()
    assert (out / "one.srt").read_text() == "mine"
    assert "has changed one.srt, so it was not replaced." in window.message.text


def test_the_next_file_that_needs_a_review_is_offered(
    window: MainWindow, done: QueueModel, files: Sequence[Path], qtbot: QtBot
) -> None:
    review(window, 2, qtbot)
    window.export()
    assert [row.status for row in done.rows] == [Status.REVIEW, Status.DONE, Status.REVIEWED]
    assert offered(window.message).text() == "Review one.srt"
    with qtbot.waitSignal(window.proposed):
        offered(window.message).click()
    assert window.file is not None
    assert window.file.path == files[0]
    window.export()
    assert done.rows[0].status is Status.REVIEWED
    assert not offered(window.message).isVisible()


def test_what_is_exported_elsewhere_leaves_its_result_to_be_reviewed(
    window: MainWindow, done: QueueModel, out: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    review(window, 0, qtbot)
    choose_file(out.with_name("elsewhere.srt"), monkeypatch)
    window.commands["export_as"].trigger()
    assert (out / "one.srt").read_bytes() == RESULT
    assert done.counts[Status.REVIEWED] == 0
    choose_file(out / "one.srt", monkeypatch)
    window.commands["export_as"].trigger()
    assert done.counts[Status.REVIEWED] == 1


def with_one_reviewed(
    new_window: NewWindow, files: Sequence[Path], out: Path, qtbot: QtBot
) -> MainWindow:
    """Return a window in which the first file of a batch was reviewed and exported."""
    carry_out(Plan((files[0].parent,), out), Doubting(), Task(), PlanControl())
    window = new_window()
    shown_again(window, qtbot)
    review(window, 0, qtbot)
    assert window.export()
    return window


def test_what_was_reviewed_is_known_in_a_later_sitting(
    new_window: NewWindow, files: Sequence[Path], out: Path, qtbot: QtBot
) -> None:
    first = with_one_reviewed(new_window, files, out, qtbot)
    exported = (out / "one.srt").read_bytes()
    first.close()
    later = new_window()
    model = shown_again(later, qtbot)
    assert {row.name: row.status for row in model.rows} == {
        "one.srt": Status.REVIEWED,
        "three.srt": Status.REVIEW,
        "two.srt": Status.REVIEW,
    }
    review_left(later, 0, qtbot)
    later.page.replacing.start_anew()
    assert later.export()
    assert "changed by something else" not in later.message.text
    assert (out / "one.srt").read_bytes() != exported


def shown_again(window: MainWindow, qtbot: QtBot) -> QueueModel:
    """Open the batch window as after a start, and return what it lists."""
    window.commands["batch"].trigger()
    model = window.batching.window.model
    qtbot.waitUntil(lambda: len(model.rows) == 3)
    return model


def test_a_recording_that_was_transcribed_is_reviewed_too(
    window: MainWindow, done: QueueModel, files: Sequence[Path], out: Path, qtbot: QtBot
) -> None:
    recording, text = files[0].with_name("talk.mp3"), out / "talk.srt"
    recording.touch()
    text.write_bytes(SRT)
    done.take([FileResult(recording, Outcome("talk.mp3", State.REVIEW, figures=FIGURES), text)])
    review_file(window, text, qtbot)
    assert window.export()
    assert done.rows[-1].status is Status.REVIEWED
    assert offered(window.message).text() == "Review one.srt"


def test_what_was_edited_before_the_review_is_still_to_export(
    window: MainWindow, done: QueueModel, files: Sequence[Path], out: Path, qtbot: QtBot
) -> None:
    open_and_wait(window, files[0], qtbot)
    assert window.writing.rewriter.edit([CueEdit(1, "there is snow in it")], "Edit cue 2")
    press_later()
    review(window, 0, qtbot)
    assert session_of(window).edits()
    assert b"snow" not in (out / "one.srt").read_bytes()
    assert window.isWindowModified()


def test_suggestions_for_the_file_before_leave_the_review_of_the_next_one_alone(
    new_window: NewWindow, files: Sequence[Path], out: Path, qtbot: QtBot
) -> None:
    held = HeldPunctuator()
    window = new_window(lambda: held)
    restored(window, files, out)
    open_and_wait(window, files[0], qtbot)
    assert window.writing.rewriter.edit([CueEdit(1, "there is snow in it")], "Edit cue 2")
    window.punctuate()
    qtbot.waitUntil(held.reached.is_set)
    window.proposed.connect(keep_for_later, Qt.ConnectionType.SingleShotConnection)
    QTimer.singleShot(0, held.released.set)
    review(window, 2, qtbot)
    with qtbot.waitSignal(window.proposed):
        pass
    assert window.file is not None
    assert window.file.path == files[2]
    assert "accepted, as in the batch" in window.message.text


def test_what_cannot_take_the_place_of_a_result_goes_beside_it(
    window: MainWindow, done: QueueModel, files: Sequence[Path], out: Path, qtbot: QtBot
) -> None:
    (out / "one.srt").write_text("mine")
    review(window, 0, qtbot)
    assert window.export()
    assert b"when it freezes. Says" in (out / "one-2.srt").read_bytes()
    assert str(out / "one-2.srt") in window.message.text
    assert len(list(files[0].parent.iterdir())) == len(files)


def test_what_was_typed_while_the_model_read_is_not_exported_yet(
    new_window: NewWindow, files: Sequence[Path], out: Path, qtbot: QtBot
) -> None:
    model = HeldPunctuator()
    window = new_window(lambda: model)
    result = out / files[0].name
    result.write_bytes(RESULT)
    with qtbot.waitSignal(window.opened):
        window.reviews.open([files[0]], written=FileState.of(result, RESULT))
    qtbot.waitUntil(model.reached.is_set)
    retype(window, "Words of my own", 1)
    model.released.set()
    qtbot.waitUntil(lambda: not window.jobs.engaged)
    with qtbot.waitSignal(window.proposed):
        offered(window.message).click()
    assert session_of(window).edits()
    assert window.isWindowModified()


def keep_for_later() -> None:
    """Press that button of the question that is asked."""
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    next(button for button in box.buttons() if "Keep" in button.text()).click()
