"""What the window says of itself."""

from __future__ import annotations

import platform
from importlib import metadata

import pytest
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from subpunct_app import __version__
from subpunct_app.gui.actions.listing import MENUS
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.parts.about import AboutDialog
from subpunct_app.models.registry import model_folders


@pytest.fixture
def dialog(window: MainWindow) -> AboutDialog:
    window.commands["about"].trigger()
    found = window.findChild(AboutDialog)
    assert found is not None
    return found


def told(dialog: AboutDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def test_about_closes_the_help_menu() -> None:
    assert MENUS["&Help"][-1] == "about"


def test_large_letters_are_not_cut_off(window: MainWindow, qapp: QApplication) -> None:
    usual = qapp.font()
    large = qapp.font()
    large.setPointSizeF(2 * usual.pointSizeF())
    qapp.setFont(large)
    dialog = AboutDialog(window)
    dialog.show()
    needed = dialog.heightForWidth(dialog.width())
    qapp.setFont(usual)
    assert dialog.height() >= needed


def test_it_tells_what_the_program_is_and_may_be_used_for(dialog: AboutDialog) -> None:
    text = told(dialog)
    assert f"subpunct {__version__}" in text
    assert "punctuation" in text
    assert metadata.metadata("subpunct")["License-Expression"] in text


def test_it_tells_where_the_cards_are(dialog: AboutDialog) -> None:
    folders = {str(folder.parent) for folder in model_folders()}
    assert len(folders) == 1
    assert f"{folders.pop()}." in told(dialog)


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
