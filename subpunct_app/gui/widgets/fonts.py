"""Fonts that are larger than the font of the system by some factor."""

from __future__ import annotations

from PySide6.QtGui import QFont


def enlarged(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return a font so many times as large, bold where that is asked for."""
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * factor)
    if bold:
        made.setBold(True)
    return made
