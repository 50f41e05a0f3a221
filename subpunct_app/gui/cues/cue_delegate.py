"""Draw the cells of the list of cues, with suggestions in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from subpunct_app.gui.cues.cue_model import NUMBER, TEXT, Side
from subpunct_app.gui.cues.inline_text import TextCache, TextSpec
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.icons import icon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from subpunct_app.gui.cues.cue_model import CueModel
    from subpunct_app.gui.cues.inline_text import InlineText
    from subpunct_app.gui.cues.letter_places import Letters
    from subpunct_app.gui.widgets.row_tables import Index
    from subpunct_app.review.editing.finding import Hit

MARGIN = 6
_BAR = 4
_LIT = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver
# In a window that is read from the right, too: signs and texts stay at the left of their cells.
AT_RIGHT = (
    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
)


class CueDelegate(QStyledItemDelegate):
    """Draw a row so that the colours of suggestions stay readable where it is selected.

    `playing` is the cue that is heard now, `heard` the word in it; `hits` are what was found in
    the cues, `hit` the one that the editor looks at.
    """

    def __init__(self, contents: CueModel, table: QTableView) -> None:
        super().__init__(table)
        self._contents = contents
        self._table = table
        self._texts = TextCache()
        self.shades = tones(table.palette())
        self.playing: int | None = None
        self.heard: Letters | None = None
        self.hits: Mapping[int, Sequence[Hit]] = {}
        self.hit: Hit | None = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        lit = option.state & _LIT
        if lit:
            self._paint_ground(painter, option)
        place = QRectF(option.rect)
        if index.column() == TEXT:
            text = self.lay_out(index.row(), place.size(), self._contents.current)
            text.draw(painter, origin(text, place))
            return
        # What the style would do for these cells takes longer than all the rest of a key press.
        shades = self.shades
        selected = lit and option.state & QStyle.StateFlag.State_Selected
        painter.setPen(shades.text if selected else shades.quiet)
        said = self._contents.cell(index.row(), index.column())
        painter.drawText(place.adjusted(0, 0, -MARGIN, 0), AT_RIGHT, said)
        if index.column() != NUMBER:
            return
        if self.playing == index.row():
            painter.fillRect(place.adjusted(0, 1, _BAR - place.width(), -1), shades.accent)
            _draw_sign(painter, place, "play", option.palette)
        elif self._contents.original_of(index.row()) is not None:
            _draw_sign(painter, place, "pencil", option.palette)

    def drawn_at(self, index: Index, place: QRectF) -> tuple[InlineText, QPointF] | None:
        """Return the text that is drawn in a cell, and where it begins."""
        if not index.isValid() or index.column() != TEXT:
            return None
        text = self.lay_out(index.row(), place.size(), self._contents.current)
        return text, origin(text, place)

    def lay_out(self, row: int, size: QSizeF, current: int | None) -> InlineText:
        """Lay out the text of a row as it looks while the editor looks at that gap."""
        contents, font = self._contents, self._table.font()
        runs = contents.runs(row)
        here = current if any(run.gap == current for run in runs) else None
        lines = int((size.height() - MARGIN) // QFontMetrics(font).lineSpacing())
        spec = TextSpec(
            *(runs, font, self.shades, size.width() - 4 * MARGIN, max(1, lines), here),
            # The original text is not searched.
            hits=() if contents.side is Side.ORIGINAL else self.hits.get(row, ()),
            hit=self.hit,
            heard=self.heard if row == self.playing else None,
        )
        return self._texts.of((row, here), spec)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Draw a selected row on a tint, on which the colours of its text can be read."""
        bare = QStyleOptionViewItem(option)
        shades = tones(bare.palette)
        bare.palette.setColor(QPalette.ColorRole.Highlight, shades.row_fill)
        bare.palette.setColor(QPalette.ColorRole.HighlightedText, shades.text)
        bare.state &= ~QStyle.StateFlag.State_HasFocus
        style = self._table.style() or QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, bare, painter, self._table)


def _draw_sign(painter: QPainter, place: QRectF, name: str, palette: QPalette) -> None:
    """Mark a cue by a shape and not by a colour."""
    side = painter.fontMetrics().height()
    sign = QRect(0, 0, side, side)
    sign.moveLeft(round(place.left()) + _BAR)
    sign.moveTop(round(place.center().y() - side / 2))
    icon(name, palette).paint(painter, sign)


def origin(text: InlineText, place: QRectF) -> QPointF:
    """Return where in a cell its text begins: at the left, in the middle of the height."""
    top = place.top() + (place.height() - text.height) / 2
    return QPointF(place.left() + MARGIN, top)
