"""The list of actions: keys are unique and shown wherever an action is explained."""

from __future__ import annotations

from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions import ACTIONS, MENUS, REVIEW_ACTIONS, SPECS, SUBMENUS, TOOLS
from subpunct_app.gui.list_dialog import ListDialog
from subpunct_app.gui.main_window import MainWindow


def test_no_key_does_two_things() -> None:
    keys = [key for spec in ACTIONS for key in (*spec.keys, *spec.review_keys)]
    assert len(keys) == len(set(keys))


def test_every_menu_entry_is_an_action() -> None:
    named = {name for names in (*MENUS.values(), TOOLS, REVIEW_ACTIONS) for name in names if name}
    assert named - SPECS.keys() == set(SUBMENUS)


def test_single_keys_are_never_global() -> None:
    assert [key for spec in ACTIONS for key in spec.keys if len(key) == 1] == []


def test_tooltips_name_their_keys(window: MainWindow) -> None:
    assert window.commands["reject"].toolTip() == (
        "Reject and go on (Backspace, R, Ctrl+Shift+Backspace)"
    )


def test_the_list_of_keys_holds_every_action(window: MainWindow, qtbot: QtBot) -> None:
    window.commands["keys"].trigger()
    dialog = window.findChild(ListDialog)
    assert dialog is not None
    table = dialog.findChild(QTableWidget)
    assert table is not None
    keyed = [spec for spec in ACTIONS if spec.keys or spec.review_keys]
    assert table.rowCount() == len(keyed) + 1
    dialog.reject()
