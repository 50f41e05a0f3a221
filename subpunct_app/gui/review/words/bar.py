"""A bar under the cues, which Esc closes wherever in it the focus is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame

from subpunct_app.gui.widgets.keys import is_escape


class Bar(QFrame):
    """Leave all else in place; `left` comes when the editor has closed the bar."""

    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Take Esc for itself, even where it stops a job elsewhere in the window."""
        if event.type() is QEvent.Type.ShortcutOverride and is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Leave at Esc."""
        if is_escape(event):
            self.leave()
        else:
            super().keyPressEvent(event)

    def leave(self) -> None:
        """Go away."""
        self.hide()
        self.left.emit()
