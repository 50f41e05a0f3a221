"""Words are changed in place: typed, kept by whatever comes next, undone with what they moved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import NUMBER, TEXT
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.words.cue_editor import CueEditor
from tests.gui.conftest import (
    SRT,
    NewWindow,
    answer,
    choose_file,
    drop_on,
    offered,
    open_and_wait,
    press,
    punctuate_and_wait,
    session_of,
)
from tests.gui.fakes import HeldPunctuator
from tests.gui.panels.test_history_panel import state_of

YOU, FREEZES = 14, 31
FIRST = "Good morning everyone before we start\nlook at the glass in front of you"


def editor_of(window: MainWindow) -> CueEditor:
    return window.writing.manual.editor


def begin(window: MainWindow, cue: int = 0) -> CueEditor:
    window.page.show_cue(cue)
    window.page.table.setFocus()
    press(window, Qt.Key.Key_F2)
    editor = editor_of(window)
    assert editor.isVisible()
    return editor


def retype(window: MainWindow, text: str, cue: int = 0) -> None:
    editor = begin(window, cue)
    editor.setPlainText(text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert not editor.isVisible()


def result(window: MainWindow) -> bytes:
    assert window.file is not None
    return window.file.result(window.page.review).to_bytes()


def shown(window: MainWindow, row: int) -> str:
    return str(window.page.table.model().index(row, TEXT).data())


def test_the_text_is_offered_as_it_would_be_written_now(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert begin(reviewing).typed == FIRST


def test_what_is_read_from_the_right_is_typed_from_there(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "talk.srt"
    path.write_bytes("1\n00:00:01,000 --> 00:00:02,000\n<i>שלום</i>\n".encode())
    open_and_wait(window, path, qtbot)
    editor = begin(window)
    assert editor.cursorRect().center().x() > editor.width() / 2
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    assert editor.cursorRect().center().x() > editor.width() - 20


@pytest.mark.parametrize("key", [Qt.Key.Key_F2, Qt.Key.Key_E])
def test_typing_changes_words_and_nothing_else(opened: MainWindow, key: Qt.Key) -> None:
    press(opened, key)
    editor = editor_of(opened)
    QTest.keyClicks(editor, " all")
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(editor, "nan")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert result(opened) == SRT.replace(b"front of you", b"front of you all\r\nnan")
    assert opened.page.table.hasFocus()


def test_letters_are_typed_and_decide_nothing(reviewing: MainWindow) -> None:
    editor = begin(reviewing)
    QTest.keyClicks(editor, "nar,?")
    QTest.keyClick(editor, Qt.Key.Key_Left)
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.typed.endswith("in front of younar?")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not reviewing.page.stack.count()


def test_escape_gives_the_text_up(reviewing: MainWindow) -> None:
    before = state_of(reviewing)
    editor = begin(reviewing)
    QTest.keyClicks(editor, "something else")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.isVisible()
    assert state_of(reviewing) == before
    assert not reviewing.isWindowModified()
    assert reviewing.page.table.hasFocus()


def test_a_text_that_stays_as_it_is_is_no_step(reviewing: MainWindow) -> None:
    QTest.keyClick(begin(reviewing), Qt.Key.Key_Return)
    assert not reviewing.page.stack.count()


def click_on_row(window: MainWindow, row: int) -> None:
    table = window.page.table
    place = table.visualRect(table.model().index(row, NUMBER)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


LEAVING: dict[str, Callable[[MainWindow], object]] = {
    "a click on another cue": lambda window: click_on_row(window, 2),
    "a click in the panel": lambda window: QTest.mouseClick(
        window.page.panel, Qt.MouseButton.LeftButton, pos=QPoint(3, 3)
    ),
    "Tab": lambda window: QTest.keyClick(editor_of(window), Qt.Key.Key_Tab),
    "next mark": lambda window: QTest.keyClick(editor_of(window), Qt.Key.Key_F8),
    "find": lambda window: QTest.keyClick(
        editor_of(window), Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier
    ),
}


@pytest.mark.parametrize("way", LEAVING)
def test_whatever_comes_next_keeps_what_was_typed(
    reviewing: MainWindow, way: str, qtbot: QtBot
) -> None:
    begin(reviewing).setPlainText("no words")
    LEAVING[way](reviewing)
    qtbot.waitUntil(lambda: not editor_of(reviewing).isVisible())
    assert shown(reviewing, 0) == "no words"
    assert reviewing.page.stack.undoText() == "Edit cue 1"


def check_undo(window: MainWindow, step: Callable[[], object]) -> None:
    """Do as the helper of the history does, the bytes included."""
    before = *state_of(window), result(window), session_of(window).gaps
    step()
    after = *state_of(window), result(window), session_of(window).gaps
    assert after != before
    for _ in range(2):
        window.page.stack.undo()
        assert (*state_of(window), result(window), session_of(window).gaps) == before
        window.page.stack.redo()
        assert (*state_of(window), result(window), session_of(window).gaps) == after


def test_do_undo_redo_undo_redo(reviewing: MainWindow) -> None:
    reviewing.page.select_gap(YOU)
    press(reviewing, Qt.Key.Key_Return)
    check_undo(reviewing, lambda: retype(reviewing, "look here\nyou", 0))
    check_undo(reviewing, lambda: retype(reviewing, "there is no ice", 1))
    reviewing.page.stack.setIndex(0)
    assert result(reviewing) == SRT


def test_decisions_elsewhere_stay_and_are_exported(reviewing: MainWindow, tmp_path: Path) -> None:
    reviewing.page.select_gap(FREEZES)
    press(reviewing, Qt.Key.Key_Return)
    retype(reviewing, "hello\nthere", 0)
    assert reviewing.isWindowModified()
    assert reviewing.export()
    exported = (tmp_path / "talk.punct.srt").read_bytes()
    assert b"hello\r\nthere\r\n\r\n2\r\n" in exported
    assert b"freezes. Says anna" in exported
    assert not reviewing.isWindowModified()


def test_an_edit_without_review_is_saved_and_punctuated(opened: MainWindow, qtbot: QtBot) -> None:
    retype(opened, "hello you", 0)
    assert opened.commands["export"].isEnabled()
    punctuate_and_wait(opened, qtbot)
    assert shown(opened, 0) == "Hello you."
    opened.page.stack.undo()
    assert opened.page.review is None
    opened.page.stack.undo()
    assert result(opened) == SRT
    opened.page.stack.setIndex(2)
    assert shown(opened, 0) == "Hello you."


def test_an_edited_cue_is_marked_until_it_reads_as_before(reviewing: MainWindow) -> None:
    def tip() -> object:
        index = reviewing.page.table.model().index(1, NUMBER)
        return index.data(Qt.ItemDataRole.AccessibleDescriptionRole)

    before = begin(reviewing, 1).typed
    QTest.keyClick(editor_of(reviewing), Qt.Key.Key_Escape)
    assert tip() is None
    retype(reviewing, "there was ice", 1)
    assert "there is ice in it" in str(tip())
    retype(reviewing, before, 1)
    assert tip() is None
    assert result(reviewing) == SRT


def test_what_would_be_a_cue_of_its_own_is_refused_and_stays_typed(opened: MainWindow) -> None:
    editor = begin(opened)
    editor.setPlainText("00:00:01,000 --> 00:00:02,000")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert "times of another cue" in opened.message.text
    assert editor.isVisible()
    assert editor.typed.startswith("00:00")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert result(opened) == SRT
    assert opened.message.text == ""


@pytest.mark.parametrize("name", ["export", "export_as", "export_changes", "export_decided"])
def test_nothing_is_exported_without_what_is_typed(
    reviewing: MainWindow, talk: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = str(talk.with_name("out"))
    choose_file(target, monkeypatch)
    editor = begin(reviewing)
    editor.setPlainText("00:00:01,000 --> 00:00:02,000")
    reviewing.commands[name].trigger()
    assert "times of another cue" in reviewing.message.text
    assert editor.isVisible()
    assert [path for path in talk.parent.iterdir() if path.is_file()] == [talk]
    QTest.keyClick(editor, Qt.Key.Key_Escape)


def test_no_break_spaces_and_odd_bytes_stay(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "odd.srt"
    content = b"1\n00:00:01,000 --> 00:00:02,000\na\xc2\xa0b \xff <i>c</i>\xe2\x80\xa8d\n"
    path.write_bytes(content + b"2\n00:00:02,000 --> 00:00:03,000\n" + "é ü ñ ö".encode() + b"\n")
    open_and_wait(window, path, qtbot)
    editor = begin(window)
    QTest.keyClick(editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor, "!")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert result(window).startswith(content.replace(b"d\n", b"d!\n"))


def test_closing_the_window_asks_about_what_was_typed(opened: MainWindow) -> None:
    begin(opened).setPlainText("new")
    answer(QMessageBox.StandardButton.Cancel)
    opened.close()
    assert opened.isVisible()
    assert shown(opened, 0) == "new"


def test_suggestions_that_arrive_do_not_stop_the_typing(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    model = HeldPunctuator()
    window = new_window(lambda: model)
    open_and_wait(window, talk, qtbot)
    window.punctuate()
    qtbot.waitUntil(model.reached.is_set)
    editor = begin(window)
    editor.setPlainText("good ")
    with qtbot.waitSignal(window.proposed):
        model.released.set()
    QApplication.processEvents()
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(editor, "and all")
    assert editor.isVisible()
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert shown(window, 0) == "Good and all"
    assert window.page.stack.count() == 1


def test_a_file_dropped_on_the_field_is_opened(
    opened: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    other = talk.with_name("other.srt")
    other.write_bytes(SRT)
    with qtbot.waitSignal(opened.opened):
        drop_on(begin(opened).viewport(), other)
    assert opened.file is not None
    assert opened.file.path == other


def test_suggestions_for_words_that_were_edited_meanwhile_are_asked_for_again(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    model = HeldPunctuator()
    window = new_window(lambda: model)
    open_and_wait(window, talk, qtbot)
    window.punctuate()
    qtbot.waitUntil(model.reached.is_set)
    retype(window, "good evening everyone before we start")
    with qtbot.waitSignal(window.jobs.idle):
        model.released.set()
    assert "There are no suggestions yet" in window.message.text
    with qtbot.waitSignal(window.proposed):
        offered(window.message).click()
    assert window.page.review is not None
    assert window.page.review.transcript.words[1].text == "evening"


def test_captions_of_youtube_are_edited_and_exported_in_their_own_form(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "captions.sbv"
    path.write_text("0:00:01.000,0:00:02.500\nlook at the glass\n\n0:00:03.000,0:00:04.000\n\n")
    open_and_wait(window, path, qtbot)
    retype(window, "Look at the water")
    retype(window, "It freezes.", 1)
    editor = begin(window)
    editor.setPlainText("Look\n0:00:02.000,0:00:02.500")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert "times of another cue" in window.message.text
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert window.export()
    assert (tmp_path / "captions.punct.sbv").read_text() == (
        "0:00:01.000,0:00:02.500\nLook at the water\n\n0:00:03.000,0:00:04.000\nIt freezes.\n\n"
    )


def test_decisions_stay_when_an_edited_text_is_punctuated_again(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    retype(reviewing, "good day everyone", 0)
    reviewing.page.show_cue(2)
    press(reviewing, Qt.Key.Key_Return)
    decided = session_of(reviewing).edits()
    punctuate_and_wait(reviewing, qtbot)
    assert session_of(reviewing).edits() == decided
    assert shown(reviewing, 0).startswith("Good day everyone,")
    assert reviewing.page.stack.undoText() == "Punctuate again"


def test_what_is_typed_is_not_lost_to_a_file_opened_from_elsewhere(
    opened: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    editor = begin(opened, 0)
    editor.setPlainText("good evening everyone")
    other = talk.with_name("other.srt")
    other.write_bytes(SRT)
    answer(QMessageBox.StandardButton.Cancel)
    opened.open_file(other)
    assert opened.file is not None
    assert opened.file.path == talk
    assert opened.file.document.cue_text(0) == "good evening everyone"


def test_what_the_encoding_lacks_is_told_at_the_export(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "old.srt"
    path.write_bytes("1\n00:00:01,000 --> 00:00:02,000\ncafé déjà vu\n".encode("cp1252"))
    open_and_wait(window, path, qtbot)
    retype(window, "café 漢", 0)
    assert not window.export()
    assert "cannot hold" in window.message.text
