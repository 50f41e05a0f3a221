"""How large a window is at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStyle

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def take_room(window: QWidget, letters: int, lines: int) -> None:
    """Make a window so many letters wide and lines high, or as large as its screen has room for."""
    metrics = window.fontMetrics()
    wished = QSize(letters * metrics.averageCharWidth(), lines * metrics.height())
    bar = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    room = window.screen().availableSize() - QSize(bar, 2 * bar)
    window.resize(wished.boundedTo(room))
