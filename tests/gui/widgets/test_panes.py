"""What does not fit on the screen is no window, and can be brought into view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel, QMenu
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.command_palette import CommandPalette
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.panels.welcome import StartButton, WelcomePage
from subpunct_app.review.settings import Settings
from tests.gui.conftest import NewWindow


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


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.usefixtures("large_letters")
def test_a_menu_higher_than_the_screen_is_one_column_to_scroll(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    title = next(action for action in reviewing.menuBar().actions() if action.text() == "&Review")
    menu = title.menu()
    assert isinstance(menu, QMenu)
    menu.popup(QPoint(0, 0))
    qtbot.waitExposed(menu)
    room = menu.screen().availableSize()
    assert menu.frameSize().boundedTo(room) == menu.frameSize()
    assert len({menu.actionGeometry(action).left() for action in menu.actions()}) == 1
    last = menu.actions()[-1]
    assert not menu.rect().contains(menu.actionGeometry(last))
    menu.setActiveAction(last)
    assert menu.rect().contains(menu.actionGeometry(last))
    menu.close()


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


def test_every_start_is_seen_whole_on_a_small_screen(new_window: NewWindow, qtbot: QtBot) -> None:
    window = new_window()
    # A screen of 1280 x 800 at 200 %.
    window.resize(640, 400)
    page = window.findChild(WelcomePage)
    assert page is not None
    qtbot.waitUntil(lambda: page.width() == 640)
    assert page.horizontalScrollBar().maximum() == 0
    starts = window.findChildren(StartButton)
    assert len({start.height() for start in starts}) == 1
    for start in starts:
        assert start.visibleRegion().boundingRect() == start.rect()
        labels = start.findChildren(QLabel)
        assert all(label.height() >= label.heightForWidth(label.width()) for label in labels)


@pytest.mark.usefixtures("large_letters")
def test_tab_brings_every_start_into_view(new_window: NewWindow, qtbot: QtBot) -> None:
    window = new_window()
    window.resize(500, 400)
    window.activateWindow()
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), StartButton))
    page = window.findChild(WelcomePage)
    assert page is not None
    for _ in range(4):
        start = page.focusWidget()
        assert start is not None
        assert not start.visibleRegion().isEmpty()
        QTest.keyClick(start, Qt.Key.Key_Tab)
