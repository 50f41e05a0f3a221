"""What becomes of the text: both sides of it, the changes beside each other, and a page of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import TEXT, Side
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.panels.changes_panel import write_page
from subpunct_app.review.views.cue_runs import Look, Run
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.text.words import Mark
from tests.gui.conftest import (
    SRT,
    NewWindow,
    choose_file,
    no_model,
    open_and_wait,
    press,
    session_of,
)

EVERYONE, WHY = 3, 25
FIRST = "good morning everyone before we start\r\nlook at the glass in front of you"
ACCEPTED = "Good morning everyone before we start\r\nlook at the glass in front of you"
PENDING = "Good morning everyone, before we start\r\nlook at the glass in front of you."


def shown(window: MainWindow, row: int = 0, column: int = TEXT) -> str:
    return str(window.page.table.model().index(row, column).data())


def heading(window: MainWindow) -> object:
    return window.page.table.model().headerData(TEXT, Qt.Orientation.Horizontal)


def note_of(window: MainWindow) -> str:
    labels = (label for label in window.page.listing.findChildren(QLabel) if label.isVisible())
    return " ".join(label.text() for label in labels)


def test_one_key_shows_the_original_then_the_corrected_text_and_the_review(
    reviewing: MainWindow,
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert (shown(reviewing), heading(reviewing), note_of(reviewing)) == (PENDING, "Text", "")
    press(reviewing, Qt.Key.Key_D)
    assert (shown(reviewing), heading(reviewing)) == (FIRST, "Original text")
    assert note_of(reviewing).startswith("Original")
    press(reviewing, Qt.Key.Key_D)
    assert (shown(reviewing), heading(reviewing)) == (ACCEPTED, "Corrected text")
    assert note_of(reviewing).startswith("Corrected")
    press(reviewing, Qt.Key.Key_F7)
    assert (shown(reviewing), heading(reviewing), note_of(reviewing)) == (PENDING, "Text", "")


def test_what_is_shown_as_corrected_is_what_is_exported(reviewing: MainWindow) -> None:
    reviewing.commands["accept_cue"].trigger()
    press(reviewing, Qt.Key.Key_Backspace, Qt.Key.Key_D, Qt.Key.Key_D)
    assert reviewing.file is not None
    result = reviewing.file.result(reviewing.page.review)
    texts = [result.cue_text(cue) for cue in range(len(result.cues))]
    assert [shown(reviewing, row) for row in range(len(texts))] == texts
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_D, Qt.Key.Key_D)
    result = reviewing.file.result(reviewing.page.review)
    assert shown(reviewing, reviewing.page.cue) == result.cue_text(reviewing.page.cue)


@pytest.mark.parametrize("side", [Side.ORIGINAL, Side.CORRECTED])
def test_a_decision_shows_what_it_does(reviewing: MainWindow, side: Side) -> None:
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Comma, Qt.Key.Key_C):
        reviewing.page.select_gap(EVERYONE)
        reviewing.page.listing.show_side(side)
        press(reviewing, key)
        assert (reviewing.page.listing.side, heading(reviewing)) == (Side.REVIEW, "Text")
        reviewing.page.listing.show_side(side)
        reviewing.page.stack.undo()
        assert reviewing.page.listing.side is Side.REVIEW


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Backspace])
def test_a_decision_is_told_once_and_with_where_it_leads(
    reviewing: MainWindow, qtbot: QtBot, key: Qt.Key
) -> None:
    seen: list[int | None] = []
    reviewing.page.moved.connect(lambda: seen.append(reviewing.page.current))
    first = reviewing.page.current
    press(reviewing, key)
    assert seen == [reviewing.page.current] != [first]


@pytest.fixture
def changes(reviewing: MainWindow, qtbot: QtBot) -> MainWindow:
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert reviewing.result.changes.isVisible()
    assert reviewing.result.changes.isAncestorOf(reviewing.focusWidget())
    reviewing.page.table.setFocus()
    return reviewing


def rows(window: MainWindow) -> list[list[str]]:
    model = window.result.changes.view.model()
    return [
        [str(model.index(row, column).data()) for column in range(3)]
        for row in range(model.rowCount())
    ]


def test_changed_cues_are_listed_side_by_side(changes: MainWindow, qtbot: QtBot) -> None:
    assert rows(changes) == []
    press(changes, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: rows(changes) == [["1", FIRST, ACCEPTED]])
    assert changes.result.changes.windowTitle() == "Changes side by side: 1 cue"
    changes.page.select_gap(WHY)
    press(changes, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [row[0] for row in rows(changes)] == ["1", "2", "3"])
    changes.page.stack.undo()
    changes.page.stack.undo()
    qtbot.waitUntil(lambda: rows(changes) == [])


def test_no_review_that_was_left_is_said_to_change_nothing(
    kept: None, talk: Path, new_window: NewWindow, qtbot: QtBot
) -> None:
    window = new_window(no_model)
    window.commands["changes"].trigger()
    view, said = window.result.changes.view, []
    for event in (window.opener.shown, window.opened, window.result.watch.told):
        event.connect(lambda *_: said.append("" if rows(window) else view.nothing))
    open_and_wait(window, talk, qtbot)
    qtbot.waitUntil(lambda: rows(window) == [["1", FIRST, ACCEPTED]])
    assert set(said) == {""}


def test_a_file_that_nobody_has_changed_is_said_to_be_so(opened: MainWindow, qtbot: QtBot) -> None:
    opened.commands["changes"].trigger()
    qtbot.waitUntil(lambda: "No changes yet" in opened.result.changes.view.nothing)


def test_a_change_leads_to_its_cue(changes: MainWindow, qtbot: QtBot) -> None:
    changes.commands["accept_cue"].trigger()
    qtbot.waitUntil(lambda: [row[0] for row in rows(changes)] == ["1", "2"])
    QTest.keyClick(changes.page.table, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    changes.page.show_cue(2)
    view = changes.result.changes.view
    view.setFocus()
    place = view.visualRect(view.model().index(0, 1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert changes.page.cue == 0
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert changes.page.cue == 1
    assert not changes.page.table.isRowHidden(1)


def test_the_changes_of_another_file_are_none(
    changes: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    changes.commands["accept_cue"].trigger()
    qtbot.waitUntil(lambda: len(rows(changes)) == 2)
    changes.page.stack.setClean()
    other = tmp_path / "other.txt"
    other.write_text("other words\n")
    open_and_wait(changes, other, qtbot)
    assert rows(changes) == []
    assert changes.grab().width() > 0


def test_words_that_were_changed_by_hand_are_changes_too(changes: MainWindow, qtbot: QtBot) -> None:
    press(changes, Qt.Key.Key_F2)
    editor = changes.writing.manual.editor
    editor.setPlainText("good evening everyone before we start\nlook at the glass in front of you")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    evening = FIRST.replace("morning", "evening")
    qtbot.waitUntil(lambda: rows(changes) == [["1", FIRST, evening]])
    assert looks(changes, 2)[0].text == "evening"
    changes.page.table.setFocus()
    press(changes, Qt.Key.Key_D)
    assert shown(changes) == FIRST
    press(changes, Qt.Key.Key_D)
    assert shown(changes) == evening
    changes.page.stack.undo()
    qtbot.waitUntil(lambda: rows(changes) == [])


def looks(window: MainWindow, column: int) -> list[Run]:
    model = window.result.changes.model
    return [run for run in model.runs(0, column) if run.look is not Look.PLAIN]


def test_what_differs_is_highlighted(changes: MainWindow, qtbot: QtBot) -> None:
    press(changes, Qt.Key.Key_Return)
    changes.page.select_gap(EVERYONE)
    changes.page.decider.choose_mark(Mark.COLON)
    qtbot.waitUntil(lambda: len(rows(changes)) == 1)
    assert [(run.text, run.look) for run in looks(changes, 1)] == [("good", Look.RECASED)]
    assert [(run.text, run.look) for run in looks(changes, 2)] == [
        ("Good", Look.RECASED),
        (":", Look.INSERTED),
    ]


def test_the_changes_are_exported_as_a_page(
    reviewing: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "changes.html"
    target.write_text("an older page")
    choose_file(target, monkeypatch)
    press(reviewing, Qt.Key.Key_Return)
    reviewing.commands["export_changes"].trigger()
    qtbot.waitUntil(lambda: "changes.html" in reviewing.message.text)
    page = target.read_text("utf-8")
    assert "talk.srt" in page
    assert "talk.punct.srt" in page
    assert ">Good<" in page
    assert "everyone," not in page
    assert session_of(reviewing).open_count == 6
    assert not reviewing.page.stack.isClean()


def test_a_page_that_is_begun_is_written_though_the_window_closes(tmp_path: Path) -> None:
    document, task, target = parse(SRT), Task(), tmp_path / "changes.html"

    def result() -> Document:
        task.cancel()
        return document

    write_page(document, result, ("a.srt", "b.srt"), target, task)
    assert target.exists()


def test_a_page_that_cannot_be_written_is_told(
    reviewing: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_file(tmp_path / "nowhere" / "changes.html", monkeypatch)
    reviewing.commands["export_changes"].trigger()
    qtbot.waitUntil(lambda: "does not exist" in reviewing.message.text)
