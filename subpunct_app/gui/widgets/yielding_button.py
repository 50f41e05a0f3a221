"""A button that leaves out the end of its text where a window is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionToolButton, QStylePainter, QWidget

from subpunct_app.gui.widgets.emphasis import StressedButton

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

# In letters of middling width.
_LEAST = 5
# Qt has so much around a text that it can do without.
_AIR = "  "


class YieldingButton(StressedButton):
    """Be as wide as the text where there is room; a screen reader always reads all of it.

    While it is brief it shows only `name`, if it has one.
    """

    def __init__(self, parent: QWidget, name: str = "") -> None:
        super().__init__(parent)
        self._name = name
        self._brief = False
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @property
    def shown(self) -> str:
        """Return as much as there is room for of what the button says."""
        if self.width() >= self.sizeHint().width():
            return self._said()
        room = max(0, self.width() - self._around() + self._advance(_AIR))
        return self.fontMetrics().elidedText(self._said(), Qt.TextElideMode.ElideRight, room)

    def set_brief(self, *, brief: bool) -> None:
        """Say only the name, or all of the text."""
        if brief is not self._brief:
            self._brief = brief
            self.updateGeometry()
            self.update()

    def full_width(self) -> int:
        """Return how wide the button likes to be where it is not brief."""
        return super().sizeHint().width()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for all that the button says."""
        full = super().sizeHint()
        return QSize(self._around() + self._advance(self._said()), full.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for a few letters."""
        wanted, least = self.sizeHint(), _LEAST * self.fontMetrics().averageCharWidth()
        return QSize(min(wanted.width(), least + self._around()), wanted.height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the button with as much of the text as fits."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = self.shown
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)

    def _said(self) -> str:
        return self._name if self._brief and self._name else self.text()

    def _around(self) -> int:
        """Return how much wider than its text the button likes to be."""
        return self.full_width() - self._advance(self.text())

    def _advance(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text)
