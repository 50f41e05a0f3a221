"""A frame around what has the focus, for lists, sliders and default buttons, which show little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from subpunct_app.gui.widgets.colours import tones

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

_WIDTH = 2


class FocusFrame(QWidget):
    """Lie over a widget, untouchable, and show its edge; the widget owns it."""

    def __init__(self, framed: QWidget) -> None:
        super().__init__(framed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setVisible(framed.hasFocus())
        framed.installEventFilter(self)

    def eventFilter(self, framed: QObject, event: QEvent) -> bool:  # noqa: N802
        """Come and go with the focus, and grow with the widget."""
        if event.type() == QEvent.Type.FocusIn:
            self.show()
            self.raise_()
        elif event.type() == QEvent.Type.FocusOut:
            self.hide()
        elif event.type() == QEvent.Type.Resize and isinstance(framed, QWidget):
            self.resize(framed.size())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the frame."""
        painter = QPainter(self)
        painter.setPen(QPen(tones(self.palette()).accent, _WIDTH))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
