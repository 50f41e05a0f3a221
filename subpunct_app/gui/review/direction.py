"""Which way a text is read: from the left, or from the right as Arabic and Hebrew are."""

from __future__ import annotations

from unicodedata import bidirectional

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption

from subpunct_app.subtitles.document import Format
from subpunct_app.subtitles.markup import see_through

_HOLD = "\u200e"
_FROM_LEFT, _FROM_RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
_TELLING = {"L": _FROM_LEFT, "R": _FROM_RIGHT, "AL": _FROM_RIGHT}


def option_for(text: str) -> QTextOption:
    """Return how a text is laid out: from the side where reading it begins.

    The first letter tells, as in players of WebVTT; those of tags are no part of the text.
    """
    shown = see_through(text, 0, len(text), Format.VTT).text
    kinds = (_TELLING.get(bidirectional(letter)) for letter in shown)
    direction = next((kind for kind in kinds if kind is not None), _FROM_LEFT)
    from_right = direction is _FROM_RIGHT
    side = Qt.AlignmentFlag.AlignRight if from_right else Qt.AlignmentFlag.AlignLeft
    option = QTextOption(side)
    option.setTextDirection(direction)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


def held_in_place(mark: str) -> str:
    """Return a mark so that it turns no figure beside it round, as an Arabic one would."""
    turning = any(_TELLING.get(bidirectional(letter)) is _FROM_RIGHT for letter in mark)
    return f"{_HOLD}{mark}{_HOLD}" if turning else mark
