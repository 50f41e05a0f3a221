"""Make what is chosen stand out more than a pressed button does in dark colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from subpunct_app.gui.colours import tones

if TYPE_CHECKING:
    from PySide6.QtWidgets import QToolButton


def stress(button: QToolButton, *, chosen: bool) -> None:
    """Draw a button in bold on a tint where it is the chosen one, plainly where it is not."""
    palette = QApplication.palette()
    if chosen:
        palette.setColor(QPalette.ColorRole.Button, tones(palette).chosen_fill)
    button.setPalette(palette)
    font = button.font()
    font.setBold(chosen)
    button.setFont(font)
