"""Text can be read on what lies behind it, whatever the colours of the system are."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QPalette

from subpunct_app.gui.widgets.colours import contrast, tones

COLOURS = st.integers(0, 0xFFFFFF).map(lambda rgb: f"#{rgb:06x}")


@given(COLOURS, COLOURS, COLOURS)
# Solarized, light and dark.
@example("#fdf6e3", "#657b83", "#268bd2")
@example("#002b36", "#839496", "#268bd2")
def test_text_can_be_read_in_any_palette(base: str, text: str, accent: str) -> None:
    palette, roles = QPalette(), QPalette.ColorRole
    palette.setColor(roles.Base, QColor(base))
    palette.setColor(roles.Text, QColor(text))
    palette.setColor(roles.Highlight, QColor(accent))
    shades = tones(palette)
    fills = (shades.row_fill, shades.side_fill, shades.chosen_fill)
    grounds = (QColor(base), *fills, shades.inserted_fill, shades.removed_fill)
    assert min(contrast(shades.text, ground) for ground in grounds) >= 4.5
