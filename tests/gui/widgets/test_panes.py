"""What does not fit on the screen is no window, and can be brought into view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.command_palette import CommandPalette
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.settings import Settings


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


@pytest.mark.usefixtures("large_letters")
def test_the_palette_is_on_the_screen(window: MainWindow) -> None:
    window.commands["palette"].trigger()
    palette = window.findChild(CommandPalette)
    assert palette is not None
    room = palette.screen().availableSize()
    assert palette.frameSize().boundedTo(room) == palette.frameSize()
    # The frame that a desktop adds has room, too.
    assert palette.height() < room.height()


def test_every_window_is_on_the_screen(qtbot: QtBot) -> None:
    main = MainWindow(remembered=Settings())
    qtbot.addWidget(main)
    for window in (main, main.batching.window, main.transcribing.window):
        window.show()
        room = window.screen().availableSize()
        assert window.frameSize().boundedTo(room) == window.frameSize()
