"""What the window says of itself."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path

import pytest
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from subpunct_app import __version__
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.panels.dialogs import AboutDialog, NamesDialog
from subpunct_app.gui.panels.message_bar import MessageBar
from subpunct_app.review import settings
from tests.gui.conftest import (
    NewWindow,
    Reopen,
    drop_on,
    offered,
    text_of,
)


@pytest.fixture
def dialog(window: MainWindow) -> AboutDialog:
    window.commands["about"].trigger()
    found = window.findChild(AboutDialog)
    assert found is not None
    return found


def told(dialog: AboutDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def test_it_tells_what_the_program_is_and_may_be_used_for(dialog: AboutDialog) -> None:
    text = told(dialog)
    assert f"subpunct {__version__}" in text
    assert "punctuation" in text
    assert metadata.metadata("subpunct")["License-Expression"] in text


def test_versions_are_copied_for_a_report(dialog: AboutDialog) -> None:
    button = next(b for b in dialog.findChildren(QPushButton) if b.text() == "&Copy versions")
    button.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.splitlines()[:4] == [
        f"subpunct {__version__}",
        f"Python {platform.python_version()}",
        f"Qt {qVersion()} (PySide6 {metadata.version('PySide6-Essentials')})",
        f"onnxruntime {metadata.version('onnxruntime')}",
    ]
    assert copied.strip() in told(dialog)


def test_nothing_in_it_leads_to_the_network(dialog: AboutDialog) -> None:
    for label in dialog.findChildren(QLabel):
        assert not label.openExternalLinks()
        assert "href" not in label.text()
        assert "://" not in label.text()


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


def test_a_name_that_was_accepted_is_there_another_day(
    named: MainWindow, talk: Path, reopen: Reopen
) -> None:
    named.page.decider.accept_above()
    shown = named.page.review
    assert shown is not None
    assert shown.result_text(2).endswith("Says AnnA")
    named.page.stack.setClean()
    named.close()
    again = reopen(talk).page.review
    assert again is not None
    assert again.result_text(2).endswith("Says AnnA")
