"""How each look of a text is written: its ink, its weight, the box around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPen, QTextCharFormat

from subpunct_app.review.views.drawn import Look

if TYPE_CHECKING:
    from subpunct_app.gui.widgets.colours import Tones
    from subpunct_app.review.views.drawn import Run


def format_of(run: Run, tones: Tones) -> QTextCharFormat:
    """Return how a run is written: its colour, how bold it is, and the line below it."""
    style = inked(ink_of(run, tones))
    line = QTextCharFormat.UnderlineStyle
    match run.look:
        case Look.INSERTED | Look.REPLACING:
            style.setFontWeight(QFont.Weight.Black)
        case Look.RECASED:
            style.setUnderlineStyle(line.DashUnderline)
            style.setFontWeight(QFont.Weight.Bold)
        case Look.SETTLED:
            style.setUnderlineStyle(line.DotLine)
            style.setUnderlineColor(tones.quiet)
        case _:
            pass
    return style


def inked(colour: QColor) -> QTextCharFormat:
    """Return how text is written in a colour, and no otherwise than the rest."""
    style = QTextCharFormat()
    style.setForeground(colour)
    return style


def ink_of(run: Run, tones: Tones) -> QColor:
    """Return the colour that a run is written in."""
    bare = tones.quiet if run.repeated else tones.text
    inks = {
        Look.INSERTED: tones.inserted,
        Look.TAG: tones.quiet,
        Look.UNREAD: tones.quiet,
        Look.REMOVED: tones.removed,
        Look.REPLACED: tones.quiet,
        Look.REPLACING: tones.replaced,
        Look.RECASED: tones.recased,
        Look.DROPPED: tones.quiet,
        Look.ASKED: tones.inserted,
    }
    return inks.get(run.look, bare)


def box_of(look: Look, tones: Tones) -> tuple[QPen, QColor]:
    """Return the edge and the fill of the box around what has a look."""
    none = QPen(Qt.PenStyle.NoPen)
    match look:
        case Look.INSERTED:
            return none, tones.inserted_fill
        case Look.ASKED:
            return QPen(tones.quiet, 1.0, Qt.PenStyle.DashLine), QColor(Qt.GlobalColor.transparent)
        case Look.REMOVED:
            return QPen(tones.removed, 1.0, Qt.PenStyle.DotLine), tones.removed_fill
        case Look.REPLACED | Look.REPLACING:
            return QPen(tones.replaced, 1.0), tones.replaced_fill
        case Look.RECASED:
            return none, tones.recased_fill
    return none, QColor(Qt.GlobalColor.transparent)
