"""Fill a queue, start it, stop it, and look at what became of every file."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from subpunct_app.batch import pending
from subpunct_app.batch.batch_options import Existing, Order
from subpunct_app.batch.batch_plan import Plan
from subpunct_app.batch.execution import REPORT
from subpunct_app.batch.executor import Finished, Parcel, WorkerPool
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.gui.batch.batch_queue import NOTE, STATE, Status
from subpunct_app.gui.batch.batch_window import BatchWindow
from subpunct_app.gui.batch.queue_runner import BatchStage
from subpunct_app.runtime.task import Task
from tests.batch.pools import Alone, Doubting, contents, tree
from tests.gui.batch.conftest import NewBatch, fill
from tests.gui.conftest import drop, offered, takes_dragged
from tests.gui.test_accessibility import activate, controls, in_tab_order, name_of, pictures


class Held(Alone):
    """Wait before the second file until the test lets it go on or stops it."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = threading.Event()
        self.released = threading.Event()

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        for number, parcel in enumerate(parcels):
            if number:
                self.reached.set()
                while not self.released.wait(0.01):
                    task.step(0, 0)
            yield from super().map([parcel], task)


@pytest.fixture
def season(tmp_path: Path) -> Path:
    return tree(tmp_path / "season", "a.srt", "b.srt", "deep/c.srt")


@pytest.fixture
def batch(new_batch: NewBatch) -> BatchWindow:
    return new_batch()


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
def stuck(new_batch: NewBatch, held: Held, season: Path, qtbot: QtBot) -> BatchWindow:
    """A batch with one file done and the second one in work."""
    window = new_batch(lambda _: held)
    fill(window, season, qtbot)
    window.buttons.start.click()
    qtbot.waitUntil(lambda: status_of(window)[:2] == [Status.DONE, Status.WORKING])
    return window


@pytest.fixture
def doubted(new_batch: NewBatch, season: Path, qtbot: QtBot) -> BatchWindow:
    """A batch that is over, with every file to be reviewed."""
    window = new_batch(lambda _: Doubting())
    fill(window, season, qtbot)
    finish(window, qtbot)
    return window


def untick_capitals(window: BatchWindow) -> None:
    menu = window.options.choices
    next(one for one in menu.actions() if one.text() == "Ca&pitals").setChecked(False)


def choose(window: BatchWindow, existing: Existing) -> None:
    choices = window.options.existing
    choices.setCurrentIndex(choices.findData(existing))


def taken_up(window: BatchWindow, qtbot: QtBot) -> BatchWindow:
    """Return a window that lists what the program left."""
    left = pending.load()
    assert left is not None
    with qtbot.waitSignal(window.model.modelReset):
        window.take_up(left)
    return window


def finish(window: BatchWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.over):
        window.buttons.start.click()


def status_of(window: BatchWindow) -> list[Status]:
    return [row.status for row in window.model.rows]


def test_a_folder_is_listed_with_what_lies_in_it(
    batch: BatchWindow, season: Path, qtbot: QtBot
) -> None:
    assert not batch.buttons.start.isEnabled()
    fill(batch, season, qtbot)
    assert [row.name for row in batch.model.rows] == ["a.srt", "b.srt", str(Path("deep/c.srt"))]
    assert batch.options.out == season.with_name("season-marked")
    assert batch.buttons.start.isEnabled()


def test_folders_and_files_can_be_dropped(batch: BatchWindow, season: Path, qtbot: QtBot) -> None:
    tree(season.parent / "loose", "x.txt", "y.txt")
    with qtbot.waitSignal(batch.model.modelReset):
        drop(batch, season, season.parent / "loose" / "x.txt")
    assert [row.file.name for row in batch.model.rows] == ["a.srt", "b.srt", "c.srt", "x.txt"]


def test_the_first_file_to_review_is_selected_in_the_end(
    doubted: BatchWindow, season: Path, qtbot: QtBot
) -> None:
    assert doubted.buttons.review.isEnabled()
    with qtbot.waitSignal(doubted.review) as asked:
        doubted.buttons.review.click()
    assert asked.args is not None
    assert asked.args[0].file == season / "a.srt"


def test_the_selected_file_stays_so_when_others_are_added(
    batch: BatchWindow, season: Path, qtbot: QtBot
) -> None:
    fill(batch, season, qtbot)
    batch.table.selectRow(1)
    fill(batch, tree(season.with_name("earlier"), *(f"{at}.srt" for at in range(50))), qtbot)
    chosen = batch.table.chosen()
    assert chosen is not None
    assert chosen.file == season / "b.srt"
    assert batch.buttons.review.isEnabled()
    batch.table.scrollToBottom()
    scrolled = batch.table.verticalScrollBar().value()
    finish(batch, qtbot)
    chosen = batch.table.chosen()
    assert chosen is not None
    assert chosen.file == season / "b.srt"
    assert batch.table.verticalScrollBar().value() == scrolled > 0
    with qtbot.waitSignal(batch.model.modelReset):
        batch.clear()
    assert batch.table.chosen() is None


@pytest.mark.parametrize("watched", [False, True])
def test_it_fits_a_screen_of_800_pixels_with_letters_of_18_points(
    batch: BatchWindow, season: Path, qtbot: QtBot, watched: bool
) -> None:
    batch.options.watch.setChecked(watched)
    fill(batch, season, qtbot)
    (season.with_name("season-marked") / "b.srt" / "folder").mkdir(parents=True)
    choose(batch, Existing.REPLACE)
    batch.buttons.start.click()
    qtbot.waitUntil(batch.buttons.retry.isVisible)
    assert (batch.buttons.report.isVisible(), batch.buttons.failed.isVisible()) == (True, True)
    large = batch.font()
    large.setPointSize(18)
    batch.setFont(large)
    batch.adjustSize()
    assert batch.minimumSizeHint().width() <= 800


def test_every_file_is_restored_and_told_of(batch: BatchWindow, season: Path, qtbot: QtBot) -> None:
    fill(batch, season, qtbot)
    finish(batch, qtbot)
    assert status_of(batch) == [Status.DONE] * 3
    assert contents(season.with_name("season-marked"))["deep/c.srt"] == "THIS IS DEEP/C.SRT"
    assert batch.message.text.startswith("3 files done. 36 changes in 300 words")
    assert pending.load() is None


def test_the_report_opens_in_the_browser(
    batch: BatchWindow, season: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    fill(batch, season, qtbot)
    assert not batch.buttons.report.isVisible()
    finish(batch, qtbot)
    batch.buttons.report.click()
    assert Path(opened[0].toLocalFile()) == season.with_name("season-marked") / REPORT
    assert "deep/c.srt" in Path(opened[0].toLocalFile()).read_text()


def test_the_browser_is_not_given_the_libraries_of_the_packed_program(
    batch: BatchWindow, season: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str | None] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda _: given.append(os.environ.get("LD_LIBRARY_PATH"))
    )
    fill(batch, season, qtbot)
    finish(batch, qtbot)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/usr/lib/subpunct/_internal")
    batch.buttons.report.click()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/lib")
    batch.buttons.report.click()
    assert given == [None, "/opt/lib"]
    assert os.environ["LD_LIBRARY_PATH"] == "/usr/lib/subpunct/_internal"


def test_a_folder_that_was_done_in_another_sitting_is_listed_so(
    doubted: BatchWindow, new_batch: NewBatch, season: Path, qtbot: QtBot
) -> None:
    tree(season, "d.srt")
    later = new_batch(lambda _: Doubting())
    fill(later, season, qtbot)
    assert status_of(later) == [Status.REVIEW, Status.REVIEW, Status.WAITING, Status.REVIEW]
    finish(later, qtbot)
    assert status_of(later) == [Status.REVIEW] * 4


def test_a_batch_that_is_over_is_taken_up_as_it_was_and_forgotten_with_its_list(
    new_batch: NewBatch, season: Path, qtbot: QtBot
) -> None:
    first = new_batch(lambda _: Doubting())
    fill(first, season, qtbot)
    (season.with_name("season-marked") / "b.srt" / "folder").mkdir(parents=True)
    finish(first, qtbot)
    first.close_down()
    plan = pending.carried_out()
    assert plan is not None
    later = new_batch()
    with qtbot.waitSignal(later.model.modelReset):
        later.take_up(plan, over=True)
    assert status_of(later) == [Status.REVIEW, Status.FAILED, Status.REVIEW]
    assert later.stage is BatchStage.OVER
    assert all(one.isVisible() for one in (later.buttons.start, later.buttons.retry))
    assert later.buttons.report.isVisible()
    later.add_bar.clear.click()
    assert pending.carried_out() is None


def test_a_cleared_list_takes_what_its_plan_has_chosen_along(
    batch: BatchWindow, season: Path, out: Path, qtbot: QtBot
) -> None:
    batch.take_up(Plan((season,), out, existing=Existing.REPLACE, watch=True), over=True)
    fill(batch, tree(season.with_name("second"), "a.srt"), qtbot)
    assert batch.options.out == out
    batch.add_bar.clear.click()
    assert batch.options.out is None
    assert batch.options.chosen_existing() is Existing.SKIP
    assert not batch.options.watch.isChecked()


def test_the_language_of_all_files_can_be_chosen(
    new_batch: NewBatch, season: Path, qtbot: QtBot
) -> None:
    orders: list[Order] = []

    def pool_for(order: Order) -> Alone:
        orders.append(order)
        return Alone()

    batch = new_batch(pool_for)
    language = batch.options.language
    assert (language.currentText(), batch.options.order().language) == ("Any language", None)
    language.setCurrentIndex(language.findText("German"))
    fill(batch, season, qtbot)
    finish(batch, qtbot)
    assert [order.language for order in orders] == ["de"]
    later = new_batch()
    later.take_up(Plan((season,), season, Order(language="uk")), over=True)
    assert later.options.language.currentText() == "Ukrainian"
    later.add_bar.clear.click()
    assert later.options.order().language is None


def test_what_is_to_be_reviewed_stays_so_where_a_batch_begins_anew(
    doubted: BatchWindow, qtbot: QtBot
) -> None:
    untick_capitals(doubted)
    finish(doubted, qtbot)
    assert status_of(doubted) == [Status.REVIEW] * 3


def test_failed_files_say_why_and_can_be_retried(
    batch: BatchWindow, season: Path, qtbot: QtBot
) -> None:
    fill(batch, season, qtbot)
    in_the_way = season.with_name("season-marked") / "b.srt" / "folder"
    in_the_way.mkdir(parents=True)
    choose(batch, Existing.REPLACE)
    finish(batch, qtbot)
    assert status_of(batch) == [Status.DONE, Status.FAILED, Status.DONE]
    assert "is a folder" in str(batch.model.index(1, NOTE).data())
    in_the_way.rmdir()
    in_the_way.parent.rmdir()
    with qtbot.waitSignal(batch.over):
        batch.buttons.retry.click()
    assert status_of(batch) == [Status.DONE] * 3
    assert not batch.buttons.retry.isVisible()


@pytest.fixture
def half_failed(batch: BatchWindow, season: Path, qtbot: QtBot) -> BatchWindow:
    """Return a batch that is over, of whose three files the second has failed."""
    fill(batch, season, qtbot)
    (season.with_name("season-marked") / "b.srt" / "folder").mkdir(parents=True)
    choose(batch, Existing.REPLACE)
    finish(batch, qtbot)
    return batch


def test_a_click_on_a_heading_sorts_until_another_file_is_over(
    half_failed: BatchWindow, qtbot: QtBot
) -> None:
    headings = half_failed.table.horizontalHeader()
    at = QPoint(headings.sectionViewportPosition(STATE) + 20, headings.height() // 2)
    QTest.mouseClick(headings.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert status_of(half_failed) == [Status.FAILED, Status.DONE, Status.DONE]
    QTest.mouseClick(headings.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert status_of(half_failed) == [Status.DONE, Status.DONE, Status.FAILED]
    assert headings.sortIndicatorSection() == STATE
    with qtbot.waitSignal(half_failed.over):
        half_failed.buttons.retry.click()
    assert headings.sortIndicatorSection() == -1


def test_f8_and_a_button_go_to_the_files_that_failed(
    half_failed: BatchWindow, qtbot: QtBot
) -> None:
    half_failed.table.setFocus()
    activate(half_failed, qtbot)
    assert half_failed.buttons.failed.isVisible()
    for keys in ("F8", "Shift+F8", ""):
        half_failed.table.selectRow(2)
        if keys:
            QTest.keySequence(half_failed, QKeySequence(keys))
        else:
            half_failed.buttons.failed.click()
        row = half_failed.table.chosen()
        assert row is not None
        assert row.status is Status.FAILED


def test_each_letter_with_alt_does_one_thing_where_files_failed(half_failed: BatchWindow) -> None:
    buttons, labels = half_failed.findChildren(QAbstractButton), half_failed.findChildren(QLabel)
    texts = [button.text() for button in buttons if button.isVisible()]
    texts += [label.text() for label in labels if label.isVisible()]
    letters = list(filter(None, (QKeySequence.mnemonic(text).toString() for text in texts)))
    assert len(letters) > 10
    assert sorted(set(letters)) == sorted(letters)


def test_what_comes_to_a_batch_under_way_is_told_that_it_is_not_taken(
    stuck: BatchWindow, season: Path
) -> None:
    drop(stuck, tree(season.with_name("loose"), "x.srt") / "x.srt")
    assert "cannot add files" in stuck.message.text
    assert len(stuck.model.rows) == 3


def test_what_is_dragged_over_a_batch_is_offered_a_place_until_it_is_under_way(
    batch: BatchWindow, season: Path, request: pytest.FixtureRequest
) -> None:
    assert takes_dragged(batch, season)
    assert not takes_dragged(batch)
    assert not takes_dragged(request.getfixturevalue("stuck"), season)


def test_a_paused_batch_goes_on_and_does_nothing_twice(
    stuck: BatchWindow, held: Held, qtbot: QtBot
) -> None:
    stuck.buttons.pause.click()
    qtbot.waitUntil(lambda: stuck.stage is BatchStage.PAUSED)
    assert status_of(stuck) == [Status.DONE, Status.WAITING, Status.WAITING]
    assert not stuck.options.isEnabled()
    held.released.set()
    finish(stuck, qtbot)
    assert held.seen == ["a.srt", "b.srt", "deep/c.srt"]
    assert status_of(stuck) == [Status.DONE] * 3


def test_each_stage_of_a_batch_is_told(heard: list[str], stuck: BatchWindow, qtbot: QtBot) -> None:
    assert heard == ["Running: 3 files"]
    stuck.buttons.pause.click()
    qtbot.waitUntil(lambda: stuck.stage is BatchStage.PAUSED)
    assert heard[1:] == ["Stopping: 1 of 3 files", "Paused: 1 of 3 files"]


def test_a_cancelled_batch_is_not_offered_again_but_goes_on_when_started(
    stuck: BatchWindow, held: Held, qtbot: QtBot
) -> None:
    stuck.buttons.cancel.click()
    qtbot.waitUntil(lambda: stuck.stage is BatchStage.READY)
    assert pending.load() is None
    held.released.set()
    finish(stuck, qtbot)
    assert held.seen == ["a.srt", "b.srt", "deep/c.srt"]


def test_a_cancelled_batch_may_start_anew_with_other_options(
    stuck: BatchWindow, held: Held, qtbot: QtBot
) -> None:
    stuck.buttons.cancel.click()
    qtbot.waitUntil(lambda: stuck.stage is BatchStage.READY)
    held.released.set()
    untick_capitals(stuck)
    stuck.buttons.start.click()
    qtbot.waitUntil(lambda: stuck.message.error is not None)
    with qtbot.waitSignal(stuck.over):
        assert offered(stuck.message).text() == "Start over"
        offered(stuck.message).click()
    assert status_of(stuck) == [Status.SKIPPED, Status.DONE, Status.DONE]


def test_a_batch_works_on_behind_a_closed_window(
    stuck: BatchWindow, held: Held, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(stuck.left):
        stuck.close()
    with qtbot.waitSignal(stuck.over):
        held.released.set()
    assert status_of(stuck) == [Status.DONE] * 3


def test_a_later_start_takes_up_what_the_program_left(
    stuck: BatchWindow, new_batch: NewBatch, qtbot: QtBot
) -> None:
    stuck.close_down()
    second = Alone()
    later = taken_up(new_batch(lambda _: second), qtbot)
    assert status_of(later) == [Status.DONE, Status.WAITING, Status.WAITING]
    finish(later, qtbot)
    assert second.seen == ["b.srt", "deep/c.srt"]
    assert status_of(later) == [Status.DONE] * 3


def test_a_plan_that_is_taken_up_says_what_it_proposes(
    batch: BatchWindow, season: Path, out: Path
) -> None:
    (said,) = batch.options.findChildren(QToolButton)
    assert said.text() == "Restore · all marks · capitals"
    batch.take_up(Plan((season,), out, Order(mode=Mode.FILL, marks=",.", case=False)))
    batch.options.show_choices()
    assert said.text() == "Fill · , ."
    batch.buttons.cancel.click()
    assert said.text() == "Restore · all marks · capitals"


@pytest.mark.parametrize("added_to", [False, True])
def test_a_batch_that_failed_is_forgotten_with_its_list(
    batch: BatchWindow, season: Path, out: Path, qtbot: QtBot, added_to: bool
) -> None:
    fill(batch, season, qtbot)
    out.write_text("a file where the folder of the results should be")
    batch.options.folder.setText(str(out))
    batch.buttons.start.click()
    qtbot.waitUntil(lambda: batch.message.error is not None)
    assert batch.buttons.start.isVisible()
    assert pending.load() is not None
    if added_to:
        fill(batch, tree(season.parent / "more", "d.srt"), qtbot)
    batch.add_bar.clear.click()
    assert pending.load() is None


def test_clearing_a_list_leaves_the_batch_of_another_window(
    batch: BatchWindow, season: Path, out: Path, qtbot: QtBot
) -> None:
    pending.store(Plan((season,), out, watch=True))
    fill(batch, season, qtbot)
    batch.add_bar.clear.click()
    assert pending.load() is not None


def test_a_pasted_zero_byte_is_no_output_folder(batch: BatchWindow) -> None:
    batch.options.folder.setText("/out\0put")
    assert batch.options.out is None


def test_what_may_be_proposed_goes_into_the_order(
    new_batch: NewBatch, season: Path, qtbot: QtBot
) -> None:
    orders: list[Order] = []

    def pool_for(order: Order) -> WorkerPool:
        orders.append(order)
        return Alone()

    window = new_batch(pool_for)
    fill(window, season, qtbot)
    for action in window.options.choices.actions():
        if action.text() in ("Ca&pitals", "C&olons  :") or action.text().startswith("&Fill"):
            action.trigger()
    finish(window, qtbot)
    assert [(one.mode, one.marks, one.case) for one in orders] == [("fill", ",.?!", False)]


def test_every_control_has_a_name_and_is_reached_by_tab(
    batch: BatchWindow, season: Path, qtbot: QtBot
) -> None:
    fill(batch, season, qtbot)
    finish(batch, qtbot)
    assert [control for control in controls(batch) if not name_of(control)] == []
    batch.table.setFocus()
    activate(batch, qtbot)
    seen = pictures(batch)
    reachable = [c for c in controls(batch) if c.isEnabled() and in_tab_order(c)]
    assert {name_of(control) for control in set(reachable) - set(seen)} == set()
    assert [name_of(control) for control, (there, gone) in seen.items() if there == gone] == []


def test_waiting_files_are_moved_and_taken_in_that_order(
    new_batch: NewBatch, season: Path, qtbot: QtBot
) -> None:
    pool = Alone()
    window = new_batch(lambda _: pool)
    tree(season, "d.srt")
    fill(window, season, qtbot)
    window.table.selectRow(3)
    window.order_bar.first.click()
    assert not window.order_bar.first.isEnabled()
    assert window.table.currentIndex().row() == 0
    activate(window, qtbot)
    window.table.setFocus()
    QTest.keyClick(window.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert [row.file.name for row in window.model.rows] == ["a.srt", "c.srt", "b.srt", "d.srt"]
    finish(window, qtbot)
    assert pool.seen == ["a.srt", "deep/c.srt", "b.srt", "d.srt"]
    assert [row.file.name for row in window.model.rows] == ["a.srt", "c.srt", "b.srt", "d.srt"]
    assert not window.order_bar.up.isEnabled()


def test_watched_folders_are_restored_as_files_come_also_after_a_restart(
    new_batch: NewBatch, season: Path, qtbot: QtBot
) -> None:
    window = new_batch()
    fill(window, season, qtbot)
    window.options.watch.setChecked(True)
    finish(window, qtbot)
    assert window.stage is BatchStage.WATCHING
    assert not window.buttons.start.isVisible()
    with qtbot.waitSignal(window.over):
        tree(season, "deep/late.srt")
    assert status_of(window) == [Status.DONE] * 4
    window.close_down()
    tree(season, "later.srt")
    plan = pending.load()
    assert plan is not None
    again = Alone()
    restarted = new_batch(lambda _: again)
    restarted.take_up(plan)
    finish(restarted, qtbot)
    assert again.seen == ["later.srt"]
    assert status_of(restarted) == [Status.DONE] * 5
    restarted.buttons.cancel.click()
    assert restarted.stage is BatchStage.READY
    assert pending.load() is None


def test_a_watched_folder_that_went_is_told_until_it_is_back(
    batch: BatchWindow, season: Path, qtbot: QtBot
) -> None:
    fill(batch, season, qtbot)
    fill(batch, tree(season.with_name("films"), "film.srt"), qtbot)
    batch.options.watch.setChecked(True)
    finish(batch, qtbot)
    away = season.rename(season.with_name("away"))
    qtbot.waitUntil(lambda: batch.message.error is not None)
    assert f"moved or deleted, or cannot be read: {season}." in batch.message.text
    assert "watching, 1 folder is missing" in batch.state_bar.label.text()
    assert batch.is_watching
    away.rename(season)
    tree(season.with_name("films"), "later.srt")
    qtbot.waitUntil(lambda: batch.message.error is None)
    assert batch.message.text == "All watched folders are back."
    assert batch.state_bar.label.text().endswith("watching")


def test_the_end_is_told_to_who_looks_at_another_program(
    batch: BatchWindow, season: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    alerts: list[object] = []
    monkeypatch.setattr(QApplication, "alert", alerts.append)
    fill(batch, season, qtbot)
    activate(batch, qtbot)
    finish(batch, qtbot)
    assert alerts == []
    batch.close()
    finish(batch, qtbot)
    assert alerts == [batch]


@pytest.mark.parametrize("keys", ["Esc", "Ctrl+W"])
def test_keys_close_the_window_from_any_field(batch: BatchWindow, keys: str, qtbot: QtBot) -> None:
    for field in filter(in_tab_order, controls(batch)):
        batch.come()
        activate(batch, qtbot)
        field.setFocus()
        QTest.keySequence(field, QKeySequence(keys))
        assert batch.isHidden()


def test_esc_closes_no_window_while_it_works(stuck: BatchWindow, qtbot: QtBot) -> None:
    stuck.table.setFocus()
    activate(stuck, qtbot)
    QTest.keySequence(stuck.table, QKeySequence("Esc"))
    assert stuck.isVisible()
    with qtbot.waitSignal(stuck.left):
        QTest.keySequence(stuck.table, QKeySequence("Ctrl+W"))
    assert stuck.isHidden()
    assert stuck.stage is BatchStage.RUNNING


def test_a_cancelled_batch_of_several_folders_does_no_folder_again(
    new_batch: NewBatch, held: Held, tmp_path: Path, qtbot: QtBot
) -> None:
    batch = new_batch(lambda _: held)
    fill(batch, tree(tmp_path / "one", "a.srt"), qtbot)
    fill(batch, tree(tmp_path / "two", "b.srt", "c.srt"), qtbot)
    batch.buttons.start.click()
    qtbot.waitUntil(lambda: status_of(batch) == [Status.DONE, Status.DONE, Status.WORKING])
    batch.buttons.cancel.click()
    qtbot.waitUntil(lambda: batch.stage is BatchStage.READY)
    held.released.set()
    finish(batch, qtbot)
    assert held.seen == ["a.srt", "b.srt", "c.srt"]
    assert status_of(batch) == [Status.DONE] * 3


def test_a_file_that_is_deleted_before_its_turn_fails_alone(
    batch: BatchWindow, season: Path, qtbot: QtBot
) -> None:
    for name in ("a.srt", "b.srt"):
        fill(batch, season / name, qtbot)
    (season / "a.srt").unlink()
    fill(batch, tree(season, "d.srt") / "d.srt", qtbot)
    assert batch.options.out == season / "marked"
    finish(batch, qtbot)
    assert status_of(batch) == [Status.FAILED, Status.DONE, Status.DONE]
    assert "does not exist" in str(batch.model.index(0, NOTE).data())


def test_another_batch_after_a_restart_leaves_the_results_of_the_former_one(
    doubted: BatchWindow, new_batch: NewBatch, season: Path, qtbot: QtBot
) -> None:
    doubted.close_down()
    plan = pending.carried_out()
    assert plan is not None
    later = new_batch()
    later.take_up(plan, over=True)
    before = contents(plan.out)
    later.add_bar.clear.click()
    second = tree(season.with_name("second"), "a.srt")
    (second / "a.srt").write_text("others")
    choose(later, Existing.REPLACE)
    fill(later, second, qtbot)
    finish(later, qtbot)
    assert contents(plan.out) == before
    assert (season.with_name("second-marked") / "a.srt").read_text() == "OTHERS"


def test_what_is_proposed_and_what_is_chosen_is_read_out(
    batch: BatchWindow, season: Path, out: Path
) -> None:
    names = [name_of(one) for one in controls(batch.options)]
    assert "What to propose: Restore · all marks · capitals" in names
    assert "Choose the results folder" in names
    batch.take_up(Plan((season,), out, Order(mode=Mode.FILL, marks=",.", case=False)))
    assert "What to propose: Fill · , ." in map(name_of, controls(batch.options))


def test_what_the_program_left_stays_done_where_it_is_cancelled_first(
    stuck: BatchWindow, new_batch: NewBatch, season: Path, qtbot: QtBot
) -> None:
    stuck.close_down()
    later = taken_up(new_batch(), qtbot)
    later.buttons.cancel.click()
    fill(later, tree(season, "d.srt") / "d.srt", qtbot)
    assert status_of(later) == [Status.DONE, *[Status.WAITING] * 3]
