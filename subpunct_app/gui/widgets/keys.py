"""Keys that several parts of the window have to tell apart."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

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
