"""Icons are seen on every ground that the window draws them on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QFont, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QToolBar, QToolButton

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.media.media_panel import Transport
from subpunct_app.gui.widgets.icons import IconButton, icon
from tests.gui.conftest import NewWindow

_MODES = QIcon.Mode


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("text", "selected"), [("black", "white"), ("white", "black")])
def test_an_icon_has_the_colour_of_the_text_beside_it(text: str, selected: str) -> None:
    palette = QApplication.palette()
    palette.setColor(QPalette.ColorRole.ButtonText, QColor(text))
    palette.setColor(QPalette.ColorRole.HighlightedText, QColor(selected))
    eye = icon("eye-outline", palette)
    assert inks(eye, _MODES.Normal) == {QColor(text).name()}
    assert inks(eye, _MODES.Selected) == {QColor(selected).name()}


def inks(glyph: QIcon, mode: QIcon.Mode) -> set[str]:
    """Return the colours of the dots that are drawn fully."""
    image = glyph.pixmap(32, 32, mode).toImage()
    dots = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {dot.name() for dot in dots if dot.alpha() == 255}


def icon_heights(window: MainWindow) -> list[int]:
    """Return how high the icons are in the window, on the arrow at the end of the tools, too."""
    Transport(window.watching.stage.player, window.commands, window)
    tools = window.findChild(QToolBar)
    assert tools is not None
    buttons = [*window.findChildren(IconButton), *tools.findChildren(QToolButton)]
    shown = [one for one in buttons if not one.icon().isNull()]
    return [button.iconSize().height() for button in shown]


@pytest.fixture
def usual(qapp: QApplication) -> Iterator[QFont]:
    """Return the font of the application, which comes back after the test."""
    font = qapp.font()
    yield QFont(font)
    qapp.setFont(font)


def with_large_letters(
    new_window: NewWindow, qapp: QApplication, usual: QFont, *, first: bool
) -> MainWindow:
    """Return a window whose letters are three times as large, from the start or since."""
    large = QFont(usual)
    large.setPointSizeF(3 * usual.pointSizeF())
    if first:
        qapp.setFont(large)
    window = new_window()
    qapp.setFont(large)
    return window


@pytest.mark.parametrize("first", [True, False])
def test_icons_grow_with_the_letters(
    new_window: NewWindow, qapp: QApplication, usual: QFont, *, first: bool
) -> None:
    window = with_large_letters(new_window, qapp, usual, first=first)
    heights = icon_heights(window)
    assert len(heights) > 20
    assert min(heights) >= window.fontMetrics().height()
