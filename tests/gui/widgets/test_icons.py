"""Icons are seen on every ground that the window draws them on."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from subpunct_app.gui.widgets.icons import icon

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
