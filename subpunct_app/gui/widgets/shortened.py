"""Names of files and paths in places that are as wide as their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QFontMetrics


def shortened(text: str, metrics: QFontMetrics, letters: int) -> str:
    """Return a text that is no wider than about so many letters, if need be without its middle."""
    room = letters * metrics.averageCharWidth()
    return metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)


def as_label(text: str) -> str:
    """Return a text as it is given to buttons and menus, where an & marks a key."""
    return text.replace("&", "&&")
