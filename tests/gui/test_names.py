"""Names that the editor tells: written as they are spelled, and remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.parts.message_bar import MessageBar
from subpunct_app.gui.parts.names_dialog import NamesDialog
from subpunct_app.review import settings
from tests.gui.conftest import (
    NewWindow,
    Reopen,
    drop_on,
    offered,
    press,
    session_of,
    text_of,
)


def tell_names(window: MainWindow, names: str, button: QDialogButtonBox.StandardButton) -> None:
    window.commands["names"].trigger()
    dialog = window.findChild(NamesDialog)
    assert dialog is not None
    dialog.field.setPlainText(names)
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    buttons.button(button).click()


@pytest.fixture
def named(reviewing: MainWindow, qtbot: QtBot) -> MainWindow:
    tell_names(reviewing, "AnnA\n\n# of the film\nIce Man\n", QDialogButtonBox.StandardButton.Ok)
    with qtbot.waitSignal(reviewing.proposed):
        offered(reviewing.message).click()
    reviewing.activateWindow()
    qtbot.waitUntil(reviewing.isActiveWindow)
    reviewing.page.table.setFocus()
    return reviewing


def test_a_name_is_written_as_the_editor_spells_it(named: MainWindow) -> None:
    assert text_of(named, 2).endswith("Says AnnA.")
    assert settings.load().names == ("AnnA", "Ice Man")


def test_names_are_not_kept_when_the_dialog_is_left(reviewing: MainWindow) -> None:
    tell_names(reviewing, "AnnA", QDialogButtonBox.StandardButton.Cancel)
    assert settings.load().names == ()
    assert text_of(reviewing, 2).endswith("Says Anna.")


def test_the_capital_key_gives_a_name_its_own_capitals_back(named: MainWindow) -> None:
    gap = next(one.gap for one in session_of(named).suggestions if one.case.spelling == "AnnA")
    named.page.select_gap(gap)
    press(named, Qt.Key.Key_C)
    assert text_of(named, 2).endswith("Says anna.")
    press(named, Qt.Key.Key_C)
    assert text_of(named, 2).endswith("Says AnnA.")


def test_a_name_that_was_accepted_is_there_another_day(
    named: MainWindow, talk: Path, reopen: Reopen
) -> None:
    named.judge.accept_above()
    shown = named.page.review
    assert shown is not None
    assert shown.result_text(2).endswith("Says AnnA")
    named.page.stack.setClean()
    named.close()
    again = reopen(talk).page.review
    assert again is not None
    assert again.result_text(2).endswith("Says AnnA")


def test_remembered_names_stand_in_the_dialog(new_window: NewWindow) -> None:
    window = new_window(remembered=settings.Settings(names=("PyTorch", "bell hooks")))
    window.commands["names"].trigger()
    dialog = window.findChild(NamesDialog)
    assert dialog is not None
    assert dialog.field.toPlainText() == "PyTorch\nbell hooks\n"
    dialog.reject()


def test_the_names_in_a_file_that_is_dropped_are_added(
    new_window: NewWindow, tmp_path: Path
) -> None:
    window = new_window(remembered=settings.Settings(names=("PyTorch",)))
    window.commands["names"].trigger()
    dialog = window.findChild(NamesDialog)
    assert dialog is not None
    good, bad = tmp_path / "names.txt", tmp_path / "latin.txt"
    good.write_text("# of the course\nbell hooks\nPyTorch\n", "utf-8")
    bad.write_text("Zoë\n", "latin-1")
    drop_on(dialog.field.viewport(), good)
    assert dialog.field.toPlainText() == "PyTorch\nbell hooks\n"
    drop_on(dialog.field.viewport(), bad)
    told = dialog.findChild(MessageBar)
    assert told is not None
    assert "latin.txt is no text in UTF-8" in told.text
    assert dialog.field.toPlainText() == "PyTorch\nbell hooks\n"
    dialog.reject()
