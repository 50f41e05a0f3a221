"""Open, punctuate, decide, export and close, as an editor does it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.menus import RecentMenu
from subpunct_app.gui.cues.cue_model import TEXT
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.review import settings
from subpunct_app.runtime.errors import ModelError
from subpunct_app.text.decisions import Decision, Edit
from subpunct_app.text.words import Case, Mark
from tests.gui.conftest import (
    SRT,
    NewWindow,
    answer,
    drop,
    open_and_wait,
    press,
    review_file,
    session_of,
    status_of,
)
from tests.gui.fakes import HeldPunctuator

START, EVERYONE, YOU, WHY, FREEZES, SAYS, END = 0, 3, 14, 25, 31, 32, 33


def test_the_first_page_tells_what_to_do(window: MainWindow) -> None:
    assert not window.page.isVisible()
    assert not window.commands["punctuate"].isEnabled()
    assert not window.commands["export"].isEnabled()


def test_a_file_is_opened_and_described(opened: MainWindow) -> None:
    assert opened.page.isVisible()
    assert opened.page.table.model().rowCount() == 3
    assert opened.windowTitle().startswith("talk.srt")
    assert "UTF-8 BOM · CRLF" in status_of(opened)


def test_the_sample_opens(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opened):
        window.commands["sample"].trigger()
    assert window.file is not None
    assert window.file.shipped


def test_what_is_asked_while_words_are_read_is_asked_then(
    window: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.opener.shown):
        window.open_file(talk)
    assert window.file is not None
    assert not window.file.read
    with qtbot.waitSignal(window.proposed):
        QTest.keyClick(window.page.table, Qt.Key.Key_F9)
    assert len(session_of(window)) == 7


def press_punctuate(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_F9)


def test_what_is_asked_of_the_first_file_while_it_is_opened_is_asked_then(
    window: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    window.open_file(talk)
    assert window.file is None
    with qtbot.waitSignal(window.proposed):
        press_punctuate(window)
    assert len(session_of(window)) == 7


def test_what_is_asked_while_another_file_is_opened_is_asked_of_that_one(
    reviewing: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other.srt"
    other.write_bytes(SRT)
    reviewing.open_file(other)
    assert not reviewing.commands["punctuate_selection"].isEnabled()
    with qtbot.waitSignal(reviewing.proposed):
        press_punctuate(reviewing)
    assert reviewing.file is not None
    assert reviewing.file.path == other


@pytest.mark.parametrize("name", ["punctuate", "punctuate_selection"])
def test_a_file_without_cues_is_not_punctuated(
    window: MainWindow, tmp_path: Path, name: str, qtbot: QtBot
) -> None:
    path = tmp_path / "empty.srt"
    path.touch()
    open_and_wait(window, path, qtbot)
    assert not window.commands[name].isEnabled()


def test_a_missing_file_is_told_in_the_bar(
    opened: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(opened.failed):
        opened.open_file(tmp_path / "nothing.srt")
    assert "does not exist" in opened.message.text
    assert opened.file is not None
    assert opened.file.path.name == "talk.srt"


def test_dropped_files_are_told_apart(window: MainWindow, talk: Path, qtbot: QtBot) -> None:
    video = talk.with_suffix(".mp4")
    video.write_bytes(b"")
    with qtbot.waitSignal(window.opened):
        drop(window, video, talk)
    qtbot.waitUntil(lambda: "talk.mp4 is empty" in window.message.text)


def test_keys_decide_and_go_on(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_N, Qt.Key.Key_A)
    session = session_of(reviewing)
    decisions = [session.verdict(gap).decision for gap in (START, EVERYONE, YOU, WHY)]
    assert decisions == [Decision.ACCEPTED, Decision.REJECTED, Decision.OPEN, Decision.ACCEPTED]
    assert reviewing.page.current == FREEZES


def test_going_on_wraps_to_what_was_left_out(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_N)
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert reviewing.page.current == END
    press(reviewing, Qt.Key.Key_R)
    assert reviewing.page.current == START


def test_keys_that_work_anywhere(reviewing: MainWindow) -> None:
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    focus = reviewing.page.panel.findChild(QWidget, "threshold")
    assert focus is not None
    focus.setFocus()
    QTest.keyClick(focus, Qt.Key.Key_A)
    assert session_of(reviewing).open_count == 7
    QTest.keyClick(focus, Qt.Key.Key_Return, both)
    QTest.keyClick(focus, Qt.Key.Key_Backspace, both)
    QTest.keyClick(focus, Qt.Key.Key_F8)
    assert reviewing.page.current == WHY
    QTest.keyClick(focus, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert reviewing.page.current == YOU
    assert session_of(reviewing).open_count == 5


def test_single_keys_act_only_while_the_cues_have_the_focus(reviewing: MainWindow) -> None:
    slider = reviewing.page.panel.findChild(QWidget, "threshold")
    assert slider is not None
    slider.setFocus()
    before = reviewing.page.panel.budget.text
    QTest.keyClick(slider, Qt.Key.Key_Left)
    QTest.keyClick(slider, Qt.Key.Key_A)
    assert session_of(reviewing).open_count == 7
    assert reviewing.page.panel.budget.text != before


@pytest.mark.parametrize("widget", ["table", "context"])
def test_a_typed_mark_is_put_and_accepted(reviewing: MainWindow, widget: str) -> None:
    page = reviewing.page
    target: QWidget = page.table if widget == "table" else page.panel.context
    target.setFocus()
    page.select_gap(YOU)
    QTest.keyClick(target, Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
    assert session_of(reviewing).edits() == {YOU: Edit(Mark.QUESTION, Case.CAPITALISED)}
    assert page.current == WHY


@pytest.mark.parametrize("sign", ["-", "–", "—"])
def test_a_typed_hyphen_or_dash_is_a_dash(reviewing: MainWindow, sign: str) -> None:
    page = reviewing.page
    page.select_gap(YOU)
    plain = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(page.table, QKeyEvent(QEvent.Type.KeyPress, ord(sign), plain, sign))
    assert session_of(reviewing).edits()[YOU].mark is Mark.DASH
    assert page.review is not None
    assert "you\N{EM DASH}" in page.review.result_text(0)


def test_delete_settles_that_no_mark_stands_there(reviewing: MainWindow) -> None:
    page = reviewing.page
    page.select_gap(YOU)
    press(reviewing, Qt.Key.Key_Delete)
    assert session_of(reviewing).edits()[YOU].mark is Mark.NONE
    assert page.current == WHY


def test_no_mark_is_put_before_the_first_word(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_Comma, Qt.Key.Key_Right)
    assert session_of(reviewing).edits() == {}
    assert not reviewing.page.stack.canUndo()


def test_the_capital_is_toggled_without_deciding(reviewing: MainWindow) -> None:
    reviewing.page.select_gap(YOU)
    press(reviewing, Qt.Key.Key_C)
    verdict = session_of(reviewing).verdict(YOU)
    assert (verdict.edit.case, verdict.decision) == (Case.KEEP, Decision.OPEN)
    assert reviewing.page.current == YOU


def test_the_next_alternative_is_offered(reviewing: MainWindow) -> None:
    reviewing.page.select_gap(YOU)
    press(reviewing, Qt.Key.Key_Right)
    assert session_of(reviewing).verdict(YOU).edit.mark is Mark.NONE
    press(reviewing, Qt.Key.Key_Left, Qt.Key.Key_Return)
    assert session_of(reviewing).edits() == {YOU: Edit(Mark.PERIOD, Case.CAPITALISED)}


def test_a_whole_cue_is_accepted_or_rejected(reviewing: MainWindow) -> None:
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert sorted(session_of(reviewing).edits()) == [START, EVERYONE, YOU]
    reviewing.page.decider.reject_cue()
    assert session_of(reviewing).verdict(WHY).decision is Decision.REJECTED


def test_undo_and_redo_show_what_they_changed(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Return)
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(reviewing, Qt.Key.Key_Z, control)
    assert reviewing.page.current == EVERYONE
    assert sorted(session_of(reviewing).edits()) == [START]
    assert reviewing.commands["redo"].isEnabled()
    QTest.keyClick(reviewing, Qt.Key.Key_Z, control)
    QTest.keyClick(reviewing, Qt.Key.Key_Y, control)
    QTest.keyClick(reviewing, Qt.Key.Key_Z, control | Qt.KeyboardModifier.ShiftModifier)
    assert sorted(session_of(reviewing).edits()) == [START, EVERYONE]


def test_arrows_choose_a_cue_and_its_suggestion(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_Down)
    assert reviewing.page.current == WHY
    press(reviewing, Qt.Key.Key_Down)
    assert reviewing.page.current == FREEZES


def test_a_click_on_a_mark_makes_it_current(reviewing: MainWindow) -> None:
    table = reviewing.page.table
    cell = table.visualRect(table.model().index(0, TEXT))
    places = (QPoint(x, y) for x in range(cell.left(), cell.right()) for y in (cell.top() + 10,))
    place = next(p for p in places if table.gap_under(QPointF(p)) == EVERYONE)
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place
    )
    assert reviewing.page.current == EVERYONE


def test_only_what_was_accepted_is_exported(reviewing: MainWindow, talk: Path) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Return)
    QTest.keyClick(reviewing, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    exported = talk.with_name("talk.punct.srt").read_bytes()
    assert exported == SRT.replace(b"good", b"Good").replace(b"of you", b"of you.").replace(
        b"there", b"There"
    )
    assert talk.read_bytes() == SRT
    assert "2 accepted changes" in reviewing.message.text
    assert "4 undecided" in reviewing.message.text
    assert not reviewing.isWindowModified()


def test_an_export_that_fails_is_told_and_stays_unsaved(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    (folder / "talk.srt").write_bytes(SRT)
    review_file(window, folder / "talk.srt", qtbot)
    press(window, Qt.Key.Key_Return)
    assert window.export()
    press(window, Qt.Key.Key_Return)
    folder.rename(tmp_path / "away")
    folder.write_text("no folder any more", encoding="utf-8")
    assert not window.export()
    assert "folder" in window.message.text
    assert window.isWindowModified()


def test_an_untouched_window_closes_without_asking(opened: MainWindow) -> None:
    assert opened.close()


def test_cancel_keeps_the_window_open(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Cancel)
    assert not reviewing.close()
    assert reviewing.isVisible()


def test_discard_closes_and_writes_nothing(reviewing: MainWindow, talk: Path) -> None:
    press(reviewing, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Discard)
    assert reviewing.close()
    assert not talk.with_name("talk.punct.srt").exists()


def test_save_exports_and_closes(reviewing: MainWindow, talk: Path) -> None:
    press(reviewing, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Save)
    assert reviewing.close()
    assert talk.with_name("talk.punct.srt").read_bytes() == SRT.replace(b"good", b"Good")


def test_opening_another_file_asks_about_unsaved_decisions(
    reviewing: MainWindow, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Cancel)
    reviewing.open_file(talk)
    assert session_of(reviewing).edits() != {}


def test_a_cancelled_job_is_told_and_leaves_the_document_alone(
    new_window: NewWindow, talk: Path, qtbot: QtBot, heard: list[str]
) -> None:
    model = HeldPunctuator()
    window = new_window(lambda: model)
    with qtbot.waitSignal(window.opened):
        window.open_file(talk)
    window.punctuate()
    qtbot.waitUntil(model.reached.is_set)
    assert window.commands["cancel"].isEnabled()
    with qtbot.waitSignal(window.jobs.idle):
        window.commands["cancel"].trigger()
        model.released.set()
    assert window.page.review is None
    assert window.message.text == ""
    assert window.commands["punctuate"].isEnabled()
    assert window.status.currentMessage() == "Cancelled"
    assert heard.count("Cancelled") == 1


def test_suggestions_for_a_file_that_was_left_are_dropped(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    other = talk.with_name("other.srt")
    other.write_bytes(SRT)
    model = HeldPunctuator()
    window = new_window(lambda: model)
    with qtbot.waitSignal(window.opened):
        window.open_file(talk)
    window.punctuate()
    qtbot.waitUntil(model.reached.is_set)
    with qtbot.waitSignal(window.jobs.idle):
        window.open_file(other)
        model.released.set()
    assert window.file is not None
    assert window.file.path == other
    assert window.page.review is None


def test_a_model_that_cannot_be_loaded_is_told(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    def missing() -> Punctuator:
        raise ModelError("There is no model.", "Install one.")

    window = new_window(missing)
    with qtbot.waitSignal(window.opened):
        window.open_file(talk)
    with qtbot.waitSignal(window.failed):
        window.punctuate()
    assert window.message.text == "There is no model. Install one."
    qtbot.waitUntil(window.commands["punctuate"].isEnabled)


def test_a_file_that_was_open_lately_opens_from_the_menu(
    opened: MainWindow, talk: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "q&a.srt"
    other.write_bytes(talk.read_bytes())
    open_and_wait(opened, other, qtbot)
    menu = opened.findChild(RecentMenu)
    assert menu is not None
    menu.aboutToShow.emit()
    assert [action.toolTip() for action in menu.actions()] == [str(other), str(talk)]
    assert menu.actions()[0].text().endswith("q&&a.srt")
    with qtbot.waitSignal(opened.opened):
        menu.actions()[1].trigger()
    assert opened.file is not None
    assert opened.file.path == talk


def test_two_windows_keep_what_was_changed_in_either(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    first, second = new_window(), new_window()
    for window, name in ((first, "one.srt"), (second, "two.srt")):
        open_and_wait(window, Path(shutil.copy(talk, talk.with_name(name))), qtbot)
    first.page.set_threshold(0.75)
    second.page.set_order(by_doubt=True)
    first.close()
    second.close()
    remembered = settings.load()
    assert (remembered.threshold, remembered.by_doubt) == (0.75, True)
    assert [Path(name).name for name in remembered.recent] == ["two.srt", "one.srt"]
    assert remembered.geometry


def test_a_name_is_in_the_title_as_it_is_written(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "talk[*]1.srt"
    path.write_bytes(SRT)
    open_and_wait(window, path, qtbot)
    handle = window.windowHandle()
    assert handle is not None
    assert handle.title().startswith("talk[*]1.srt - ")
    window.page.stack.resetClean()
    assert handle.title().startswith("talk[*]1.srt* - ")


def test_a_mark_may_be_typed_with_altgr(reviewing: MainWindow) -> None:
    page = reviewing.page
    page.select_gap(YOU)
    altgr = Qt.KeyboardModifier.GroupSwitchModifier
    QTest.keyClick(page.table, Qt.Key.Key_Semicolon, altgr)
    assert session_of(reviewing).edits()[YOU].mark is Mark.SEMICOLON
