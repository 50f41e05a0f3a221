"""Keys that several parts of the window have to tell apart."""

from __future__ import annotations

from PySide6.QtCore import Qt

ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
# With one of these held a key is a command, and types nothing.
COMMANDING = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
