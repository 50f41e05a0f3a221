"""A box to tick whose edge can be seen on any ground, as that of a style on black cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

from subpunct_app.gui.widgets.colours import readable, tones

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

# WCAG 2 asks for 3 of what shows where a control is.
_LEAST_CONTRAST = 3.0


class TickBox(QCheckBox):
    """Draw the edge of the box anew; while it has the focus, the style shows that there."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the box as the style does, and its edge."""
        super().paintEvent(event)
        if self.hasFocus():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        place = QStyle.SubElement.SE_CheckBoxIndicator
        box = self.style().subElementRect(place, option, self)
        grounds = self.palette().window().color(), self.palette().base().color()
        painter = QPainter(self)
        painter.setPen(readable(tones(self.palette()).border, *grounds, least=_LEAST_CONTRAST))
        painter.drawRect(box.adjusted(0, 0, -1, -1))
