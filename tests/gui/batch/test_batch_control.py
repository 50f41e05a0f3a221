"""A batch beside the main window: how it starts, how it is reviewed, and how both end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from subpunct_app.batch import pending
from subpunct_app.batch.account import FileResult
from subpunct_app.batch.batch_plan import Plan
from subpunct_app.batch.execution import Listed
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.gui.batch.batch_queue import Status
from subpunct_app.gui.batch.batch_window import BatchWindow
from subpunct_app.gui.batch.queue_runner import BatchStage
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.panels.welcome import StartButton
from tests.batch.pools import FIGURES, tree
from tests.gui.batch.conftest import fill
from tests.gui.conftest import (
    SRT,
    NewWindow,
    drop,
    offered,
    open_and_wait,
    press,
    punctuate_and_wait,
    session_of,
)


@pytest.fixture
def season(tmp_path: Path) -> Path:
    folder = tmp_path / "season"
    folder.mkdir()
    for name in ("one.srt", "two.srt"):
        (folder / name).write_bytes(SRT)
    (folder / "broken.srt").write_bytes(b"\x00\x01\x02\xff\xfe\x00")
    return folder


def batch_of(window: MainWindow) -> BatchWindow:
    window.commands["batch"].trigger()
    return window.batching.window


def test_a_key_and_the_first_page_open_the_window(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    batch = window.batching.window
    assert batch.isVisible()
    batch.close()
    start = next(b for b in window.findChildren(StartButton) if b.accessibleName() == "Batch")
    start.click()
    assert batch.isVisible()


@pytest.mark.parametrize("folder", [False, True])
def test_what_is_too_much_to_open_is_offered_to_a_batch(
    opened: MainWindow, season: Path, folder: bool, qtbot: QtBot
) -> None:
    before = opened.file
    drop(opened, *([season] if folder else [season / "one.srt", season / "two.srt"]))
    assert opened.file is before
    assert not opened.jobs.busy
    assert ("season is a folder" if folder else "punctuate all 2") in opened.message.text
    offered(opened.message).click()
    batch = opened.batching.window
    assert batch.isVisible()
    qtbot.waitUntil(lambda: bool(batch.model.rows))
    names = ["broken.srt", "one.srt", "two.srt"] if folder else ["one.srt", "two.srt"]
    assert [row.name for row in batch.model.rows] == names
    assert batch.stage is BatchStage.READY


@pytest.mark.slow  # Worker processes load the model that ships.
def test_a_folder_is_restored_by_the_embedded_model_and_reviewed(
    window: MainWindow, season: Path, qtbot: QtBot
) -> None:
    batch = batch_of(window)
    fill(batch, season, qtbot)
    with qtbot.waitSignal(batch.over):
        batch.buttons.start.click()
    statuses = {row.name: row.status for row in batch.model.rows}
    assert statuses["broken.srt"] is Status.FAILED
    assert {statuses["one.srt"], statuses["two.srt"]} <= {Status.DONE, Status.REVIEW}
    result = (season.with_name("season-marked") / "one.srt").read_bytes()
    assert b"Good morning, everyone" in result
    assert (season / "one.srt").read_bytes() == SRT


def test_a_review_starts_at_the_first_doubtful_cue(
    window: MainWindow, season: Path, qtbot: QtBot
) -> None:
    review_row(window, season / "one.srt", cue=3)
    qtbot.waitUntil(lambda: window.page.review is not None and window.page.cue == 2)
    assert window.file is not None
    assert window.file.path == season / "one.srt"


def review_row(window: MainWindow, file: Path, cue: int) -> None:
    """Ask for a review of a file whose first doubtful cue is known."""
    batch = batch_of(window)
    figures = replace(FIGURES, first_doubtful=cue)
    outcome = Outcome(file.name, State.REVIEW, file.name, figures=figures)
    batch.model.take([Listed((file,)), FileResult(file, outcome)])
    batch.table.selectRow(0)
    batch.buttons.review.click()


def test_an_interrupted_batch_is_offered(
    new_window: NewWindow, season: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    pending.store(Plan((season,), tmp_path / "out"))
    window = new_window()
    qtbot.waitUntil(lambda: "A batch was interrupted: 3 files" in window.message.text)
    batch = window.batching.window
    assert batch.stage is BatchStage.PAUSED
    assert batch.options.out == tmp_path / "out"


@pytest.mark.slow  # A worker process loads the model that ships.
def test_the_end_is_told_where_it_is_seen(window: MainWindow, season: Path, qtbot: QtBot) -> None:
    batch = batch_of(window)
    empty = tree(season.parent / "empty", "nothing.txt")
    (empty / "nothing.txt").write_text("")
    fill(batch, empty, qtbot)
    batch.buttons.start.click()
    batch.close()
    assert window.message.text.startswith("The batch is still running")
    with qtbot.waitSignal(batch.over):
        pass
    assert window.message.text == "The batch has finished: 0 files done, 1 skipped."
    assert offered(window.message).text() == "Show batch"
    offered(window.message).click()
    assert batch.isVisible()


def test_a_failure_is_told_where_it_is_seen(window: MainWindow, season: Path, qtbot: QtBot) -> None:
    batch = batch_of(window)
    fill(batch, season, qtbot)
    batch.options.folder.setText(str(season))
    with qtbot.waitSignal(batch.failed):
        batch.buttons.start.click()
        batch.close()
    assert window.message.error is not None
    assert "would lie among the files" in window.message.text
    assert offered(window.message).text() == "Show batch"
    offered(window.message).click()
    assert batch.isVisible()
    window.message.hide()
    with qtbot.waitSignal(batch.failed):
        batch.buttons.start.click()
    assert not window.message.text


def test_quitting_stops_the_batch_and_keeps_it_for_later(
    window: MainWindow, season: Path, qtbot: QtBot
) -> None:
    batch = batch_of(window)
    fill(batch, season, qtbot)
    batch.buttons.start.click()
    qtbot.waitUntil(lambda: batch.model.counts[Status.WORKING] > 0)
    window.close()
    assert not batch.isVisible()
    assert pending.load() is not None
    assert not list(season.with_name("season-marked").glob("*.srt"))


def test_a_review_starts_at_the_first_doubtful_mark_of_the_whole_file(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "talk.srt"
    texts = ("it all freezes", "look at you", "say why and so on")
    path.write_text(
        "".join(
            f"{at}\n00:00:0{at},000 --> 00:00:0{at},900\n{text}\n\n"
            for at, text in enumerate(texts, start=1)
        )
    )
    with qtbot.waitSignal(window.proposed):
        window.reviews.open([path], below=0.6)
    assert window.page.cue == 2
    assert window.page.current is not None
    assert session_of(window).suggestion(window.page.current).confidence == pytest.approx(
        0.55, abs=0.05
    )


def test_a_review_that_was_left_goes_on(window: MainWindow, season: Path, qtbot: QtBot) -> None:
    open_and_wait(window, season / "one.srt", qtbot)
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return)
    decided = session_of(window).verdicts()
    window.page.stack.setClean()
    open_and_wait(window, season / "two.srt", qtbot)
    review_row(window, season / "one.srt", cue=3)
    qtbot.waitUntil(lambda: window.page.review is not None and window.page.cue == 2)
    assert session_of(window).verdicts() == decided
