"""Draw the cells of the list of cues, with suggestions in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from subpunct_app.gui.cues.cue_model import NUMBER, TEXT, Side
from subpunct_app.gui.cues.letter_places import found_in
from subpunct_app.gui.cues.text_cache import MARGIN, CueTexts, TextSpec, room_in
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.icons import icon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from subpunct_app.gui.cues.cue_model import CueModel
    from subpunct_app.gui.cues.inline_text import InlineText
    from subpunct_app.gui.cues.letter_places import Found, Letters
    from subpunct_app.gui.widgets.row_tables import Index
    from subpunct_app.review.editing.finding import Hit

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
        self._texts = CueTexts()
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
            cue = self._fitted(index, place)
            cue.draw(painter, origin(cue, place))
            return
        # What the style would do for these cells takes longer than all the rest of a key press.
        shades = self.shades
        selected = lit and option.state & QStyle.StateFlag.State_Selected
        painter.setPen(shades.text if selected else shades.quiet)
        text = self._contents.cell(index.row(), index.column())
        painter.drawText(place.adjusted(0, 0, -MARGIN, 0), AT_RIGHT, text)
        if index.column() != NUMBER:
            return
        if self.playing == index.row():
            _draw_playing(painter, place, shades.accent)
        elif self._contents.original_of(index.row()) is not None:
            _draw_pencil(painter, place, option.palette)

    def gap_at(self, index: Index, place: QRectF, point: QPointF) -> int | None:
        """Return the suggestion at a point of the view."""
        if not index.isValid() or index.column() != TEXT:
            return None
        text = self._fitted(index, place)
        return text.gap_at(point, origin(text, place))

    def letter_at(self, index: Index, place: QRectF, point: QPointF) -> int | None:
        """Return the letter of a cue at a point of the view."""
        if not index.isValid() or index.column() != TEXT:
            return None
        text = self._fitted(index, place)
        return text.letter_at(point, origin(text, place))

    def heard_in(self, row: int) -> Letters | None:
        """Return the word of a cue that is heard now."""
        return self.heard if row == self.playing else None

    def found_in(self, row: int) -> list[Found]:
        """Return what was found in a cue, as it is drawn; the original text is not searched."""
        if self._contents.side is Side.ORIGINAL:
            return []
        return found_in(self._contents.runs(row), self.hits.get(row, ()), self.hit)

    def prepare(self, row: int, size: QSizeF, current: int | None) -> None:
        """Lay out the text of a row as it will look while the editor looks at that gap."""
        self._laid_out(row, size, current)

    def _fitted(self, index: Index, place: QRectF) -> InlineText:
        return self._laid_out(index.row(), place.size(), self._contents.current)

    def _laid_out(self, row: int, size: QSizeF, current: int | None) -> InlineText:
        runs, font = self._contents.runs(row), self._table.font()
        found, heard = self.found_in(row), self.heard_in(row)
        width, lines = room_in(size, font)
        given = TextSpec(runs, font, self.shades, width, lines, current, found, heard)
        return self._texts.of(row, given)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        bare = QStyleOptionViewItem(option)
        _soften(bare)
        style = self._table.style() or QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, bare, painter, self._table)


def _draw_pencil(painter: QPainter, place: QRectF, palette: QPalette) -> None:
    """Mark a cue that was edited by hand, by a shape and not by a colour."""
    side = painter.fontMetrics().height()
    sign = QRect(0, 0, side, side)
    sign.moveLeft(round(place.left()) + 2)
    sign.moveTop(round(place.center().y() - side / 2))
    icon("pencil", palette).paint(painter, sign)


def _draw_playing(painter: QPainter, place: QRectF, colour: QColor) -> None:
    """Mark the cue that is heard now."""
    painter.fillRect(QRectF(place.left(), place.top() + 1, _BAR, place.height() - 2), colour)
    half = painter.fontMetrics().height() / 3
    left, middle = place.left() + 2 * _BAR, place.center().y()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    corners = [
        QPointF(left, middle - half),
        QPointF(left + 1.6 * half, middle),
        QPointF(left, middle + half),
    ]
    painter.drawPolygon(corners)
    painter.restore()


def _soften(option: QStyleOptionViewItem) -> None:
    """Let a selected row keep the colours of its text, on a tint."""
    shades = tones(option.palette)
    option.palette.setColor(QPalette.ColorRole.Highlight, shades.row_fill)
    option.palette.setColor(QPalette.ColorRole.HighlightedText, shades.text)
    option.state &= ~QStyle.StateFlag.State_HasFocus


def origin(text: InlineText, place: QRectF) -> QPointF:
    """Return where in a cell its text begins: at the left, in the middle of the height."""
    top = place.top() + (place.height() - text.height) / 2
    return QPointF(place.left() + MARGIN, top)
