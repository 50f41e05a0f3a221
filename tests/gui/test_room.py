"""No dialog is larger than the screen, however large the letters are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox

from subpunct_app.gui.main_window import MainWindow


@pytest.fixture
def large_letters(qapp: QApplication) -> Iterator[None]:
    usual, large = qapp.font(), qapp.font()
    large.setPointSizeF(1.8 * usual.pointSizeF())
    qapp.setFont(large)
    yield
    qapp.setFont(usual)


@pytest.mark.usefixtures("large_letters")
@pytest.mark.parametrize("name", ["keys", "guide", "names", "about"])
def test_a_dialog_and_its_buttons_are_on_the_screen(window: MainWindow, name: str) -> None:
    window.commands[name].trigger()
    dialog = window.findChild(QDialog)
    assert dialog is not None
    room = dialog.screen().availableSize()
    assert dialog.frameSize().boundedTo(room) == dialog.frameSize()
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    assert dialog.rect().contains(buttons.geometry())
