"""A button that leaves out the end of its text where a window is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

# In letters of middling width.
_LEAST = 5


class YieldingButton(QToolButton):
    """Be as wide as the text where there is room; its accessible name says all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for a few letters."""
        wanted, least = self.sizeHint(), _LEAST * self.fontMetrics().averageCharWidth()
        return QSize(min(wanted.width(), least + self._around()), wanted.height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the button with as much of the text as fits."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        if self.width() < self.sizeHint().width():
            room = max(0, self.width() - self._around())
            end = Qt.TextElideMode.ElideRight
            option.text = self.fontMetrics().elidedText(self.text(), end, room)
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)

    def _around(self) -> int:
        """Return how much wider than its text the button likes to be."""
        return self.sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text())
