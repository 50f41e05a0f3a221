"""Choosing other keys, and being refused."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.key_dialog import KeyDialog
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import settings
from tests.gui.conftest import NewWindow, press, session_of


@pytest.fixture
def dialog(reviewing: MainWindow) -> KeyDialog:
    reviewing.commands["keys"].trigger()
    found = reviewing.findChild(KeyDialog)
    assert found is not None
    return found


def click(dialog: KeyDialog, text: str) -> None:
    button = next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == text)
    button.click()


def choose(dialog: KeyDialog, act: Act) -> None:
    dialog.table.selectRow(list(Act).index(act))


def give(dialog: KeyDialog, act: Act, key: str, button: str = "Change") -> None:
    choose(dialog, act)
    dialog.field.setKeySequence(QKeySequence(key))
    click(dialog, button)


def close(dialog: KeyDialog, window: MainWindow, qtbot: QtBot) -> None:
    dialog.reject()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def test_every_action_is_listed_with_its_keys(dialog: KeyDialog) -> None:
    model = dialog.table.model()
    rows = range(model.rowCount())
    shown = {model.index(row, 0).data(): model.index(row, 1).data() for row in rows}
    assert len(shown) == len(Act)
    assert shown["Accept and go on"] == "Enter, A, Ctrl+Shift+Enter"


def test_another_key_acts_at_once(reviewing: MainWindow, dialog: KeyDialog, qtbot: QtBot) -> None:
    give(dialog, Act.ACCEPT, "K")
    close(dialog, reviewing, qtbot)
    press(reviewing, Qt.Key.Key_A)
    assert session_of(reviewing).open_count == 7
    press(reviewing, Qt.Key.Key_K)
    assert session_of(reviewing).open_count == 6
    assert reviewing.commands["accept"].toolTip() == "Accept and go on (K)"


def test_the_pressed_key_is_recorded(reviewing: MainWindow, dialog: KeyDialog) -> None:
    choose(dialog, Act.NEXT)
    dialog.field.setFocus()
    QTest.keyClick(dialog.field, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    click(dialog, "Change")
    assert reviewing.commands.shortcuts.keys_of(Act.NEXT) == ("Alt+Enter",)


def test_a_key_in_use_is_refused_and_says_why(reviewing: MainWindow, dialog: KeyDialog) -> None:
    give(dialog, Act.NEXT, "Ctrl+S")
    assert dialog.answer.text() == "Ctrl+S is already used for “Export”."
    assert reviewing.commands.shortcuts.chosen == {}


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("Ctrl+C", "Ctrl+C copies what is selected."),
        ("Shift+Ins", "Shift+Ins pastes."),
        ("Ctrl+A", "Ctrl+A selects all."),
        ("Alt+F4", "Alt+F4 closes the window."),
        ("Shift", "That is not a key."),
    ],
)
def test_a_key_that_every_window_has_is_refused(
    reviewing: MainWindow, dialog: KeyDialog, key: str, why: str
) -> None:
    give(dialog, Act.ACCEPT, key, "Add")
    assert dialog.answer.text() == why
    assert reviewing.commands.shortcuts.chosen == {}


def test_keys_are_cleared(reviewing: MainWindow, dialog: KeyDialog, qtbot: QtBot) -> None:
    choose(dialog, Act.REJECT)
    click(dialog, "Clear")
    assert reviewing.commands["reject"].toolTip() == "Reject and go on"
    close(dialog, reviewing, qtbot)
    press(reviewing, Qt.Key.Key_R)
    assert session_of(reviewing).open_count == 7


def test_keys_are_reset(reviewing: MainWindow, dialog: KeyDialog) -> None:
    give(dialog, Act.REJECT, "K")
    click(dialog, "Reset")
    assert reviewing.commands.shortcuts.chosen == {}
    assert reviewing.commands["reject"].toolTip().endswith("(Backspace, R, Ctrl+Shift+Backspace)")


def test_chosen_keys_are_remembered_at_once(dialog: KeyDialog, new_window: NewWindow) -> None:
    give(dialog, Act.ACCEPT, "K")
    again = new_window(remembered=settings.load())
    assert again.commands["accept"].toolTip() == "Accept and go on (K)"


def test_the_field_for_a_key_can_be_left(dialog: KeyDialog, qtbot: QtBot) -> None:
    dialog.activateWindow()
    dialog.field.setFocus()
    QTest.keyClick(dialog.field, Qt.Key.Key_Tab)
    assert dialog.field.keySequence().isEmpty()
    qtbot.waitUntil(lambda: not dialog.field.hasFocus())
