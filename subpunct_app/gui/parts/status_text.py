"""A text on the line at the bottom, which yields where the line is short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

# In letters of middling width: no window may be that wide.
_WIDEST = 30
_MARGINS = (8, 2, 8, 2)


class StatusText(QLabel):
    """Draw as much of a text as there is room for, without its middle; `text` is all of it.

    What is longer than `least` letters yields.
    """

    def __init__(self, least: int = _WIDEST) -> None:
        super().__init__()
        self._least = least
        self.setContentsMargins(*_MARGINS)
        # The name of a file may look like rich text.
        self.setTextFormat(Qt.TextFormat.PlainText)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for all of a text that is not too long."""
        return self._room(_WIDEST)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for as much as has to be read."""
        return self._room(self._least)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw what there is room for."""
        place, middle = self.contentsRect(), Qt.TextElideMode.ElideMiddle
        shown = self.fontMetrics().elidedText(self.text(), middle, place.width())
        self.style().drawItemText(
            QPainter(self),
            place,
            self.alignment().value,
            self.palette(),
            self.isEnabled(),
            shown,
            self.foregroundRole(),
        )

    def room_for(self, text: str) -> int:
        """Return how wide it has to be for as much of a text as has to be read."""
        return self._width(text, self._least)

    def _room(self, letters: int) -> QSize:
        return QSize(self._width(self.text(), letters), super().sizeHint().height())

    def _width(self, text: str, letters: int) -> int:
        metrics, (left, _, right, _) = self.fontMetrics(), _MARGINS
        # Rounded up: what is measured may be a part of a pixel wider.
        wanted = metrics.horizontalAdvance(text) + 1
        return min(wanted, letters * metrics.averageCharWidth()) + left + right
