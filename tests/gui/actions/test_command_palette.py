"""Finding an action by a part of its name."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QTreeWidget

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.command_palette import CommandPalette
from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import session_of


@pytest.fixture
def palette(reviewing: MainWindow) -> CommandPalette:
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_P, both)
    found = reviewing.findChild(CommandPalette)
    assert found is not None
    return found


def field_of(palette: CommandPalette) -> QLineEdit:
    field = palette.findChild(QLineEdit)
    assert field is not None
    return field


def titles(palette: CommandPalette) -> list[str]:
    listed = palette.findChild(QTreeWidget)
    assert listed is not None
    items = map(listed.topLevelItem, range(listed.topLevelItemCount()))
    return [item.text(0) for item in items if item is not None and not item.isHidden()]


def test_every_action_is_listed(palette: CommandPalette) -> None:
    named = {act.plain_text for act in Act} - {"Find an action"}
    assert named <= set(titles(palette))


def test_typing_leaves_what_holds_every_word(palette: CommandPalette) -> None:
    QTest.keyClicks(field_of(palette), "all CUE")
    assert titles(palette) == ["Accept all in the cue", "Reject all in the cue", "List all cues"]


def test_what_can_be_ticked_says_whether_it_is(palette: CommandPalette) -> None:
    listed = palette.findChild(QTreeWidget)
    assert listed is not None
    items = map(listed.topLevelItem, range(listed.topLevelItemCount()))
    notes = {item.text(0): item.text(1) for item in items if item is not None}
    assert notes["List all cues"] == "on · Ctrl+1"
    assert notes["List pending cues"] == "off · Ctrl+2"
    assert notes["Most doubtful first"] == "off · O"
    assert notes["Undo"] == "Ctrl+Z"
    assert notes["Encoding: UTF-8"] == "on"
    assert notes["Encoding: UTF-16 LE"] == "off"
    assert notes["Encoding: Export as UTF-8"] == "off"
    assert notes["Encoding: Guess"] == ""


def test_enter_runs_the_first_one_and_closes(
    reviewing: MainWindow, palette: CommandPalette
) -> None:
    QTest.keyClicks(field_of(palette), "reject all in")
    QTest.keyClick(field_of(palette), Qt.Key.Key_Return)
    assert session_of(reviewing).open_count == 4
    assert not palette.isVisible()


def test_arrows_choose_another_one(reviewing: MainWindow, palette: CommandPalette) -> None:
    QTest.keyClicks(field_of(palette), "and go on")
    QTest.keyClick(field_of(palette), Qt.Key.Key_Down)
    QTest.keyClick(field_of(palette), Qt.Key.Key_Return)
    review = reviewing.page.review
    assert review is not None
    assert reviewing.page.stack.undoText().startswith("Reject")


def test_what_cannot_be_done_now_is_not_run(palette: CommandPalette) -> None:
    QTest.keyClicks(field_of(palette), "redo")
    QTest.keyClick(field_of(palette), Qt.Key.Key_Return)
    assert palette.isVisible()
    listed = palette.findChild(QTreeWidget)
    assert listed is not None
    assert listed.selectedItems() == []


def test_an_encoding_and_a_language_are_found(palette: CommandPalette) -> None:
    QTest.keyClicks(field_of(palette), "utf")
    assert "Encoding: Export as UTF-8" in titles(palette)
    assert "Encoding: UTF-16 LE" in titles(palette)
    field_of(palette).setText("utf-8")
    written_out = titles(palette)
    field_of(palette).setText("utf8")
    assert titles(palette) == written_out != []
    field_of(palette).clear()
    QTest.keyClicks(field_of(palette), "language english on")
    assert titles(palette) == ["Text language: English"]
    field_of(palette).clear()
    QTest.keyClicks(field_of(palette), "means 98 % right on")
    assert titles(palette) == ["Confident means: 98 % right"]


def test_a_choice_of_the_menu_is_turned_round(
    reviewing: MainWindow, palette: CommandPalette
) -> None:
    QTest.keyClicks(field_of(palette), "suggest commas on")
    QTest.keyClick(field_of(palette), Qt.Key.Key_Return)
    ticked = {action.text(): action.isChecked() for action in reviewing.choices.actions()}
    assert not ticked["&Commas  ,"]
