"""Marks of the editor's own, where nothing is suggested."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import TEXT
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.views.cue_runs import Look
from subpunct_app.text.decisions import Decision
from tests.gui.conftest import (
    NewWindow,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
    text_of,
)

EVERYONE, YOU, WHY = 3, 14, 25
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def step(window: MainWindow, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(window.page.table, key, CONTROL)


def word_behind_gap(window: MainWindow) -> str:
    page = window.page
    assert page.review is not None
    assert page.current is not None
    return page.review.transcript.spelling_of(page.current - 1)


def written(window: MainWindow, cue: int) -> str:
    """Return the text of a cue as it would be exported, with short line ends."""
    assert window.page.review is not None
    return window.page.review.result_text(cue).replace("\r", "")


def review_text(window: MainWindow, path: Path, text: str, qtbot: QtBot) -> None:
    path.write_text(text)
    review_file(window, path, qtbot)


def point_behind(window: MainWindow, word: str) -> None:
    """Go with the keys from the start of the text to the gap behind a word."""
    window.page.show_cue(0)
    window.page.select_gap(1)
    while word_behind_gap(window) != word:
        step(window, Qt.Key.Key_Right)


def choose_at(widget: QWidget, place: QPoint, name: str) -> None:
    """Click with the right button, and take an entry of the menu that opens."""

    def take() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        chosen = next(action for action in menu.actions() if action.objectName() == name)
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(chosen).center())

    QTimer.singleShot(0, take)
    QTest.mouseClick(widget, Qt.MouseButton.RightButton, pos=place)
    asked = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, place, widget.mapToGlobal(place), Qt.KeyboardModifier(0)
    )
    QApplication.sendEvent(widget, asked)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_right_click_offers_what_can_be_done_with_a_suggestion(reviewing: MainWindow) -> None:
    page, view = reviewing.page, reviewing.page.table.viewport()
    area = page.table.visualRect(page.table.model().index(0, TEXT))
    places = [QPoint(x, y) for x in range(area.left(), 700, 3) for y in range(0, area.bottom(), 5)]
    place = next(spot for spot in places if page.table.gap_under(QPointF(spot)) == YOU)
    choose_at(view, place, "reject")
    assert session_of(reviewing).verdict(YOU).decision is Decision.REJECTED
    choose_at(view, place, "accept_cue")
    assert session_of(reviewing).verdict(EVERYONE).decision is Decision.ACCEPTED


def test_ctrl_and_arrows_go_from_word_to_word(reviewing: MainWindow) -> None:
    page = reviewing.page
    step(reviewing, *[Qt.Key.Key_Right] * 5)
    assert word_behind_gap(reviewing) == "we"
    step(reviewing, *[Qt.Key.Key_Left] * 4)
    assert word_behind_gap(reviewing) == "good"
    step(reviewing, Qt.Key.Key_Left)
    assert word_behind_gap(reviewing) == "good"
    assert page.cue == 0


def test_b_accepts_what_was_read_before_a_word_and_stays_there(reviewing: MainWindow) -> None:
    point_behind(reviewing, "it")
    session, here = session_of(reviewing), reviewing.page.current
    assert here is not None
    before = [*session.open_among(range(here))]
    behind = [*session.open_among(session.gaps_within(range(here, 1000)))]
    press(reviewing, Qt.Key.Key_B)
    assert [*session.open_among(session.gaps)] == behind
    assert set(session.edits()) == set(before)
    assert (word_behind_gap(reviewing), reviewing.page.current) == ("it", here)
    reviewing.page.stack.undo()
    assert [*session.open_among(session.gaps)] == [*before, *behind]


def test_the_editor_stays_where_the_mark_was_put_and_can_choose_another(
    reviewing: MainWindow,
) -> None:
    point_behind(reviewing, "it")
    press(reviewing, Qt.Key.Key_Comma)
    assert word_behind_gap(reviewing) == "it"
    assert "in it, and\n" in written(reviewing, 1)
    press(reviewing, Qt.Key.Key_Right)
    assert "in it. And\n" in written(reviewing, 1)
    press(reviewing, Qt.Key.Key_Delete)
    assert "in it and\n" in written(reviewing, 1)
    assert not session_of(reviewing).edits()


def test_a_mark_of_the_file_can_be_replaced_and_taken_out(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    review_text(
        window,
        tmp_path / "marked.srt",
        "1\n00:00:01,000 --> 00:00:03,000\nHello everyone, we saw it\n\n",
        qtbot,
    )
    point_behind(window, "everyone")
    press(window, Qt.Key.Key_Exclam)
    assert written(window, 0).startswith("Hello everyone! We saw")
    press(window, Qt.Key.Key_Delete)
    assert written(window, 0).startswith("Hello everyone we saw")
    QTest.keyClick(window.page.table, Qt.Key.Key_Z, CONTROL)
    QTest.keyClick(window.page.table, Qt.Key.Key_Z, CONTROL)
    assert written(window, 0).startswith("Hello everyone, we saw")


def test_a_capital_alone_can_be_put(reviewing: MainWindow) -> None:
    point_behind(reviewing, "the")
    press(reviewing, Qt.Key.Key_C)
    assert "look at the Glass in front" in text_of(reviewing, 0)
    assert session_of(reviewing).edits()
    press(reviewing, Qt.Key.Key_C)
    assert "look at the glass in front" in text_of(reviewing, 0)
    assert not session_of(reviewing).edits()


def test_enter_and_backspace_go_on_where_nothing_is_suggested(reviewing: MainWindow) -> None:
    steps = reviewing.page.stack.count()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Backspace):
        point_behind(reviewing, "we")
        press(reviewing, key)
        assert word_behind_gap(reviewing) == "you"
    assert reviewing.page.stack.count() == steps


def test_backspace_takes_back_what_was_put_and_stays(reviewing: MainWindow) -> None:
    point_behind(reviewing, "it")
    press(reviewing, Qt.Key.Key_Comma, Qt.Key.Key_Backspace)
    assert "in it and\n" in written(reviewing, 1)
    assert word_behind_gap(reviewing) == "it"
    assert all(run.look is not Look.DROPPED for run in reviewing.page.table.contents.runs(1))
    reviewing.page.stack.undo()
    assert "in it, and\n" in written(reviewing, 1)


def test_a_text_for_which_nothing_is_suggested_can_be_marked(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    review_text(window, tmp_path / "quiet.txt", "We saw it all.\n", qtbot)
    assert len(session_of(window)) == 0
    step(window, Qt.Key.Key_Right)
    assert window.page.panel.isVisible()
    press(window, Qt.Key.Key_Comma)
    assert written(window, 0) == "We, saw it all."


@pytest.mark.parametrize("key", [Qt.Key.Key_Comma, Qt.Key.Key_Delete, Qt.Key.Key_Right])
def test_keys_for_marks_say_that_none_can_be_put_before_the_first_word(
    reviewing: MainWindow, key: Qt.Key
) -> None:
    reviewing.page.select_gap(0)
    press(reviewing, key)
    told = reviewing.status.currentMessage()
    assert told == "No mark can be added, changed or removed here"
    assert reviewing.page.stack.count() == 0


@pytest.mark.parametrize("word", ["glass", "morning"])
def test_a_click_on_a_word_of_the_large_cue_points_behind_it(
    reviewing: MainWindow, word: str, qtbot: QtBot
) -> None:
    context = reviewing.page.panel.context
    letters = []
    context.word_pointed.connect(lambda _cue, letter: letters.append(letter))
    assert _click_until(context, lambda: word_behind_gap(reviewing) == word)
    assert letters


def click_on_ice(window: MainWindow) -> None:
    """Click on a word of the second cue that has no suggestion."""
    table = window.page.table
    text = table.visualRect(table.model().index(1, TEXT))
    line = text.center().y() - table.fontMetrics().height() // 2
    into_ice = table.fontMetrics().horizontalAdvance("There is ice")
    place = QPoint(text.left() + into_ice, line)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_click_on_a_word_of_the_chosen_cue_points_behind_it(reviewing: MainWindow) -> None:
    click_on_ice(reviewing)
    assert word_behind_gap(reviewing) == "why"
    click_on_ice(reviewing)
    assert word_behind_gap(reviewing) == "ice"


def place_of(window: MainWindow, cue: int, gap: int) -> QPoint:
    """Return where a suggestion is drawn in a cue."""
    table = window.page.table
    text = table.visualRect(table.model().index(cue, TEXT))
    places = (QPoint(x, y) for y in range(text.top(), text.bottom(), 4) for x in range(9, 900, 4))
    return next(p for p in places if text.contains(p) and table.gap_under(QPointF(p)) == gap)


def test_a_double_click_on_a_first_word_changes_its_own_cue(reviewing: MainWindow) -> None:
    table = reviewing.page.table
    there = place_of(reviewing, 1, YOU)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=there)
    assert reviewing.page.cue == 0
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=there)
    assert reviewing.writing.manual.editor.cue == 1


@pytest.mark.parametrize("cue", [0, 1])
def test_cues_can_be_selected_by_clicks_on_suggestions(reviewing: MainWindow, cue: int) -> None:
    table = reviewing.page.table
    last = place_of(reviewing, cue + 1, [YOU, WHY][cue])
    reviewing.page.show_cue(0)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, SHIFT, last)
    chosen = table.selected_cues()
    assert chosen == list(range(cue + 2))
    first = place_of(reviewing, 0, EVERYONE)
    QTest.mousePress(table.viewport(), Qt.MouseButton.RightButton, pos=first)
    assert table.selected_cues() == chosen
    QTest.mouseRelease(table.viewport(), Qt.MouseButton.RightButton, pos=first)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=first)
    assert table.selected_cues() == [0]


def _click_until(widget: QWidget, found: object) -> bool:
    assert callable(found)
    for y in range(0, widget.height(), 12):
        for x in range(0, widget.width(), 12):
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(x, y))
            if found():
                return True
    return False


def test_a_review_taken_up_again_has_what_was_put(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    first = new_window()
    open_and_wait(first, talk, qtbot)
    punctuate_and_wait(first, qtbot)
    point_behind(first, "it")
    press(first, Qt.Key.Key_Comma)
    point_behind(first, "glass")
    press(first, Qt.Key.Key_Comma)
    first.page.stack.undo()
    suggested = len(session_of(first))
    first.page.stack.setClean()
    first.close()
    second = new_window()
    open_and_wait(second, talk, qtbot)
    qtbot.waitUntil(lambda: second.page.review is not None)
    assert "in it, and\n" in written(second, 1)
    assert len(session_of(second)) == suggested


def test_undo_and_redo_take_a_mark_of_ones_own(reviewing: MainWindow) -> None:
    point_behind(reviewing, "it")
    press(reviewing, Qt.Key.Key_Comma)
    press(reviewing, Qt.Key.Key_N)
    reviewing.page.stack.undo()
    assert "in it and\n" in written(reviewing, 1)
    assert word_behind_gap(reviewing) == "it"
    press(reviewing, Qt.Key.Key_N)
    reviewing.page.stack.redo()
    assert "in it, and\n" in written(reviewing, 1)


def test_the_arrows_lead_through_all_cues_to_the_last_word(reviewing: MainWindow) -> None:
    step(reviewing, *[Qt.Key.Key_Right] * 40)
    assert word_behind_gap(reviewing) == "anna"
    assert reviewing.page.cue == 2
