"""How a text is laid out: by the side from which it is read, in lines, and in formats."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QTextCharFormat, QTextLayout, QTextLine, QTextOption

from subpunct_app.subtitles.writing.caption_layout import is_from_right

_HOLD = "\u200e"


def option_for(*, from_right: bool) -> QTextOption:
    """Return how a text is laid out: from the side where reading it begins."""
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    if from_right:
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


def broken(layout: QTextLayout, width: float, *, left: float = 0.0) -> list[QTextLine]:
    """Break a text into lines of a width, below one another, and return them."""
    lines: list[QTextLine] = []
    top = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        line.setPosition(QPointF(left, top))
        top += line.height()
        lines.append(line)
    layout.endLayout()
    return lines


def placed(style: QTextCharFormat, start: int, end: int) -> QTextLayout.FormatRange:
    """Return a format for a part of a text, given in UTF-16 units."""
    part = QTextLayout.FormatRange()
    part.start = start
    part.length = end - start
    part.format = style
    return part


def held_in_place(mark: str) -> str:
    """Return a mark so that it turns no figure beside it round, as an Arabic one would."""
    return f"{_HOLD}{mark}{_HOLD}" if any(map(is_from_right, mark)) else mark
