"""A line of text in one of the bars under the cues."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from subpunct_app.gui.hinted_field import HintedField
from subpunct_app.gui.keys import ENTER


class BarField(HintedField):
    """Take text: Enter goes on, Shift+Enter back, and Esc leaves."""

    entered = Signal()
    reversed = Signal()
    left = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)

    def event(self, event: QEvent) -> bool:
        """Take Esc for itself, even where it stops a job elsewhere in the window."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in {*ENTER, Qt.Key.Key_Escape}
            and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Tell of Enter and Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.reversed.emit()
        elif event.key() in ENTER:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
