"""Give the focus back to the cues when the widget that has it hides, or at Esc."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from subpunct_app.gui.widgets.keys import is_escape


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
