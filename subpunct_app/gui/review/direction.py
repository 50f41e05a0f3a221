"""How a text is laid out by the side from which it is read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption

from subpunct_app.subtitles.writing.direction import is_from_right

_HOLD = "\u200e"


def option_for(text: str) -> QTextOption:
    """Return how a text is laid out: from the side where reading it begins."""
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    if is_from_right(text):
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


def held_in_place(mark: str) -> str:
    """Return a mark so that it turns no figure beside it round, as an Arabic one would."""
    return f"{_HOLD}{mark}{_HOLD}" if any(map(is_from_right, mark)) else mark
