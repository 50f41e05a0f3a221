"""Draw the cells of the list of cues, with suggestions in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from subpunct_app.gui.colours import tones
from subpunct_app.gui.icons import icon
from subpunct_app.gui.review.cue_model import NUMBER, TEXT
from subpunct_app.gui.review.inline import InlineText

if TYPE_CHECKING:
    from subpunct_app.gui.headed_rows import Index
    from subpunct_app.gui.review.cue_table import CueTable

MARGIN = 6
_BAR = 4
_LIT = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver
_SIDE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class CueDelegate(QStyledItemDelegate):
    """Draw a row so that the colours of suggestions stay readable where it is selected."""

    def __init__(self, table: CueTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        lit = option.state & _LIT
        if lit:
            self._paint_ground(painter, option)
        place = QRectF(option.rect)
        if index.column() == TEXT:
            cue = self._fitted(index, place)
            cue.draw(painter, _origin(cue, place))
            return
        # What the style would do for these cells takes longer than all the rest of a key press.
        shades = self._table.shades
        selected = lit and option.state & QStyle.StateFlag.State_Selected
        painter.setPen(shades.text if selected else shades.quiet)
        text = self._table.contents.cell(index.row(), index.column())
        painter.drawText(place.adjusted(0, 0, -MARGIN, 0), _SIDE, text)
        if index.column() != NUMBER:
            return
        if self._table.playing == index.row():
            _draw_playing(painter, place, shades.accent)
        elif self._table.contents.original_of(index.row()) is not None:
            _draw_pencil(painter, place, option.palette)

    def gap_at(self, index: Index, place: QRectF, point: QPointF) -> int | None:
        """Return the suggestion at a point of the view."""
        if not index.isValid() or index.column() != TEXT:
            return None
        text = self._fitted(index, place)
        return text.gap_at(point, _origin(text, place))

    def letter_at(self, index: Index, place: QRectF, point: QPointF) -> int | None:
        """Return the letter of a cue at a point of the view."""
        if not index.isValid() or index.column() != TEXT:
            return None
        text = self._fitted(index, place)
        return text.letter_at(point, _origin(text, place))

    def _fitted(self, index: Index, place: QRectF) -> InlineText:
        model = self._table.contents
        text = InlineText(
            model.runs(index.row()),
            self._table.font(),
            self._table.shades,
            current=model.current,
            found=self._table.found_in(index.row()),
            heard=self._table.heard_in(index.row()),
        )
        space = place.height() - MARGIN
        lines = max(1, int(space // QFontMetrics(self._table.font()).lineSpacing()))
        text.fit(place.width() - 4 * MARGIN, lines=lines)
        return text

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


def _origin(text: InlineText, place: QRectF) -> QPointF:
    top = place.top() + (place.height() - text.height) / 2
    return QPointF(place.left() + MARGIN, top)
