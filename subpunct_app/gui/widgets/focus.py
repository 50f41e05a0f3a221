"""Frames around what has the focus, where the focus returns to, and keys told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication, QWidget

from subpunct_app.gui.widgets.colours import tones

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent


ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
# With one of these held a key is a command, and types nothing.
COMMANDING = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


def is_escape(event: QEvent) -> bool:
    """Tell whether an event is about the key Esc."""
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape


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


class FocusReturn(QObject):
    """Watch the `passing` widgets; Qt alone would give the focus to the next one in Tab order.

    While `home` is not shown, the first widget of `pages` that takes the focus gets it.
    """

    def __init__(self, home: QWidget, pages: QWidget, *passing: QWidget) -> None:
        super().__init__(home)
        self._home = home
        self._pages = pages
        for widget in passing:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Move the focus before what holds it is gone; at Esc that stays, to be looked at."""
        if event.type() is QEvent.Type.Hide and isinstance(watched, QWidget):
            focused = QApplication.focusWidget()
            if focused is not None and watched.isAncestorOf(focused):
                self._place().setFocus()
        elif event.type() is QEvent.Type.KeyPress and is_escape(event):
            self._place().setFocus()
            return True
        return False

    def _place(self) -> QWidget:
        if self._home.isVisible():
            return self._home
        place = self._pages.nextInFocusChain()
        while place is not None and place is not self._pages and not self._takes_focus(place):
            place = place.nextInFocusChain()
        return place or self._home

    def _takes_focus(self, widget: QWidget) -> bool:
        by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        return bool(by_tab) and widget.isVisible() and self._pages.isAncestorOf(widget)
