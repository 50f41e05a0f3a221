"""A line of text in one of the bars under the cues."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from subpunct_app.gui.widgets.buttons import offer_clearing
from subpunct_app.gui.widgets.hinted_field import HintedField
from subpunct_app.gui.widgets.keys import ENTER


class BarField(HintedField):
    """Take text: Enter goes on, Shift+Enter back."""

    entered = Signal()
    reversed = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self.setAccessibleName(name)
        offer_clearing(self)

    def event(self, event: QEvent) -> bool:
        """Take Enter for itself, even where it is the key of an action."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in ENTER
            and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Tell of Enter."""
        if event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.reversed.emit()
        elif event.key() in ENTER:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
