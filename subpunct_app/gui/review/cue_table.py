"""The list of cues, with suggestions drawn into the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from subpunct_app.gui.actions.listing import typed_mark
from subpunct_app.gui.colours import tones
from subpunct_app.gui.icons import icon
from subpunct_app.gui.review.found import found_in
from subpunct_app.gui.review.inline import InlineText
from subpunct_app.gui.review.opened import Run, plain_text
from subpunct_app.gui.review.sides import SIDE_HEADINGS, Side
from subpunct_app.subtitles.document import Format

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.review.found import Found
    from subpunct_app.gui.review.opened import Review
    from subpunct_app.services.finding import Hit
    from subpunct_app.subtitles.document import Cue, Document

Index: TypeAlias = QModelIndex | QPersistentModelIndex

NUMBER, START, END, DURATION, SPEED, TEXT = range(6)
HEADINGS = ("#", "Start", "End", "Sec", "cps", "Text")
_TIPS = {DURATION: "Duration in seconds", SPEED: "Characters a second"}
_WIDEST = ("00000", "0:00:00.000", "0:00:00.000", "00.000", "00.0")
_TAGS = re.compile(r"<[^>]*>|\{\\[^}]*\}")
_MOST_LINES = 3
_MARGIN = 6
_FRAME = 2
_ON_EDITED = frozenset({Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole})
_LIT = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver
_TOP = QModelIndex()


class CueModel(QAbstractTableModel):
    """Show a document and its review; every cell is worked out when it is drawn."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._review: Review | None = None
        self._side = Side.REVIEW
        self._original: Document | None = None
        self._latest: tuple[int, list[Run]] | None = None

    @property
    def document(self) -> Document | None:
        """Return the document whose cues are shown."""
        return self._document

    @property
    def side(self) -> Side:
        """Return which side of the text is shown."""
        return self._side

    @property
    def current(self) -> int | None:
        """Return the gap that the editor looks at."""
        return self._review.current if self._review else None

    def set_content(self, document: Document | None, review: Review | None) -> None:
        """Show another document, or the same one with its review."""
        self.beginResetModel()
        self._document = document
        self._review = review
        self._latest = None
        self.endResetModel()

    def show_side(self, side: Side, original: Document | None) -> None:
        """Show another side of the text, given how it was when the file was opened."""
        self._side = side
        self._original = original
        self.refresh(range(self.rowCount()))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, TEXT, TEXT)

    def original_of(self, row: int) -> str | None:
        """Return how a cue with other words read in the file, None where it has the same."""
        document, original = self._document, self._original
        if document is None or original is None or row >= len(original.cues):
            return None
        before = original.cue_text(row)
        return before if before != document.cue_text(row) else None

    def refresh(self, cues: Collection[int]) -> None:
        """Say that the text of some cues looks different now."""
        self._latest = None
        if cues:
            first, last = self.index(min(cues), SPEED), self.index(max(cues), TEXT)
            self.dataChanged.emit(first, last)

    def runs(self, row: int) -> list[Run]:
        """Return the text of a row with its suggestions."""
        if self._latest is None or self._latest[0] != row:
            self._latest = (row, self._fresh_runs(row))
        return self._latest[1]

    def rowCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        """Return the number of cues."""
        return len(self._document.cues) if self._document and not parent.isValid() else 0

    def columnCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(HEADINGS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows or how it is aligned."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() != TEXT:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role in _ON_EDITED and (before := self.original_of(index.row())) is not None:
            return f"Edited by hand. In the file it reads:\n{before}"
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return SIDE_HEADINGS[self._side] if section == TEXT else HEADINGS[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _TIPS.get(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == TEXT else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell, as it would read if everything open were accepted."""
        if self._document is None:
            return ""
        cue = self._document.cues[row]
        match column:
            case _ if column == NUMBER:
                return str(row + 1)
            case _ if column == START:
                return clock(cue.start_ms)
            case _ if column == END:
                return clock(cue.end_ms)
            case _ if column == DURATION:
                return _duration(cue)
            case _ if column == SPEED:
                return _speed(cue, plain_text(self.runs(row)))
        return plain_text(self.runs(row))

    def _fresh_runs(self, row: int) -> list[Run]:
        if self._side is Side.ORIGINAL and self._original:
            return [Run(self._original.cue_text(row))]
        if self._side is Side.CORRECTED and self._review:
            return [Run(self._review.result_text(row))]
        if self._review:
            return self._review.runs(row)
        return [Run(self._document.cue_text(row))] if self._document else []


class CueTable(QTableView):
    """List the cues; the editor may point at a cue or a suggestion, or type a mark."""

    cue_chosen = Signal(int)
    gap_chosen = Signal(int)
    mark_typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = CueModel(self)
        self.setModel(self._model)
        self._showing = False
        self._hits: Mapping[int, Sequence[Hit]] = {}
        self._hit: Hit | None = None
        self._cells = _CueDelegate(self)
        self.setItemDelegate(self._cells)
        self.setAccessibleName("Cues")
        self._set_up()
        self.selectionModel().currentRowChanged.connect(self._choose_row)

    def set_content(self, document: Document | None, review: Review | None) -> None:
        """Show another document, or the same one with its review; the first row is selected."""
        self._model.set_content(document, review)
        if document is None:
            return
        timed = document.format is not Format.TEXT
        for column in (START, END, DURATION, SPEED):
            self.setColumnHidden(column, not timed)
        self._set_row_height(_lines_of(document))

    @property
    def document(self) -> Document | None:
        """Return the document whose cues are listed."""
        return self._model.document

    def show_side(self, side: Side, original: Document | None) -> None:
        """Show the text as it is under review, as it was, or as it will be exported."""
        self._model.show_side(side, original)
        ground = QPalette()
        if side is not Side.REVIEW:
            shades = tones(QApplication.palette())
            ground.setColor(QPalette.ColorRole.Base, shades.side_fill)
        self.setPalette(ground)

    def show_cue(self, cue: int) -> None:
        """Select a cue without telling anybody, and bring it and its neighbours into view."""
        self._showing = True
        self.selectRow(cue)
        self._showing = False
        last = self._model.rowCount() - 1
        for row in (max(0, cue - 1), min(last, cue + 1), cue):
            self.scrollTo(self._model.index(row, TEXT))

    @property
    def edited_count(self) -> int:
        """Return how many cues hold other words, or marks typed by hand, than the file did."""
        rows = range(self._model.rowCount())
        return sum(self._model.original_of(row) is not None for row in rows)

    def show_hits(self, hits: Mapping[int, Sequence[Hit]], current: Hit | None) -> None:
        """Mark what was found in the cues, and the hit that the editor looks at."""
        self._hits, self._hit = hits, current
        self.viewport().update()

    def found_in(self, row: int) -> list[Found]:
        """Return what was found in a cue, as it is drawn; the original text is not searched."""
        if self._model.side is Side.ORIGINAL:
            return []
        return found_in(self._model.runs(row), self._hits.get(row, ()), self._hit)

    def selected_cues(self) -> list[int]:
        """Return the cues that are selected, in the order of the file."""
        rows = (index.row() for index in self.selectionModel().selectedRows())
        return sorted(row for row in rows if not self.isRowHidden(row))

    def gap_under(self, point: QPointF) -> int | None:
        """Return the suggestion drawn at a point of the viewport."""
        index = self.indexAt(point.toPoint())
        return self._cells.gap_at(index, QRectF(self.visualRect(index)), point)

    def cell(self, index: Index) -> str:
        """Return the text of a cell."""
        return self._model.cell(index.row(), index.column())

    def refresh(self, cues: Collection[int]) -> None:
        """Draw some cues again."""
        self._model.refresh(cues)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take a typed mark as the editor's choice."""
        if mark := typed_mark(event):
            self.mark_typed.emit(mark)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the suggestion that was clicked on, if any."""
        super().mousePressEvent(event)
        gap = self.gap_under(event.position())
        if gap is not None:
            self.gap_chosen.emit(gap)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the cues, and a frame while they have the focus."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            painter.setPen(QPen(tones(self.palette()).accent, _FRAME))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802
        """Wipe away the edges of the frame, which move along with the cues."""
        super().scrollContentsBy(dx, dy)
        view = self.viewport()
        for top in (0, view.height() - _FRAME):
            view.update(0, top, view.width(), _FRAME)
            view.update(0, top + dy, view.width(), _FRAME)
        if dx:
            view.update()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show the frame."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Hide the frame."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _set_up(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        metrics = self.fontMetrics()
        for column, widest in enumerate(_WIDEST):
            self.setColumnWidth(column, metrics.horizontalAdvance(widest) + 4 * _MARGIN)

    def _set_row_height(self, lines: int) -> None:
        height = QFontMetrics(self.font()).lineSpacing() * lines + 2 * _MARGIN
        self.verticalHeader().setDefaultSectionSize(height)

    def _choose_row(self, index: QModelIndex) -> None:
        if index.isValid() and not self._showing:
            self.cue_chosen.emit(index.row())


class _CueDelegate(QStyledItemDelegate):
    """Draw a row so that the colours of suggestions stay readable where it is selected."""

    def __init__(self, table: CueTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if option.state & _LIT:
            self._paint_ground(painter, option)
        place = QRectF(option.rect)
        if index.column() == TEXT:
            text = self._fitted(index, place)
            text.draw(painter, _origin(text, place))
            return
        model = self._table._model
        # What the style would do for these cells takes longer than all the rest of a key press.
        shades = tones(option.palette)
        selected = option.state & QStyle.StateFlag.State_Selected
        painter.setPen(shades.text if selected else shades.quiet)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place.adjusted(0, 0, -_MARGIN, 0), side, self._table.cell(index))
        if index.column() == NUMBER and model.original_of(index.row()) is not None:
            _draw_pencil(painter, place, option.palette)

    def gap_at(self, index: Index, place: QRectF, point: QPointF) -> int | None:
        """Return the suggestion at a point of the view."""
        if not index.isValid() or index.column() != TEXT:
            return None
        text = self._fitted(index, place)
        return text.gap_at(point, _origin(text, place))

    def _fitted(self, index: Index, place: QRectF) -> InlineText:
        model = self._table._model
        text = InlineText(
            model.runs(index.row()),
            self._table.font(),
            tones(self._table.palette()),
            current=model.current,
            found=self._table.found_in(index.row()),
        )
        space = place.height() - _MARGIN
        lines = max(1, int(space // QFontMetrics(self._table.font()).lineSpacing()))
        text.fit(place.width() - 3 * _MARGIN, lines=lines)
        return text

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        bare = QStyleOptionViewItem(option)
        _soften(bare)
        style = self._table.style() or QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, bare, painter, self._table)


def clock(time_ms: int | None) -> str:
    """Return a time of a cue for reading, empty where there is none."""
    if time_ms is None:
        return ""
    seconds, thousandths = divmod(time_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}.{thousandths:03}"


def _duration(cue: Cue) -> str:
    if cue.start_ms is None or cue.end_ms is None:
        return ""
    return f"{(cue.end_ms - cue.start_ms) / 1000:.3f}"


def _speed(cue: Cue, text: str) -> str:
    if cue.start_ms is None or cue.end_ms is None or cue.end_ms <= cue.start_ms:
        return ""
    letters = len(" ".join(_TAGS.sub("", text).split()))
    return f"{letters * 1000 / (cue.end_ms - cue.start_ms):.1f}"


def _draw_pencil(painter: QPainter, place: QRectF, palette: QPalette) -> None:
    """Mark a cue that was edited by hand, by a shape and not by a colour."""
    side = painter.fontMetrics().height()
    sign = QRect(0, 0, side, side)
    sign.moveLeft(round(place.left()) + 2)
    sign.moveTop(round(place.center().y() - side / 2))
    icon("pencil", palette).paint(painter, sign)


def _soften(option: QStyleOptionViewItem) -> None:
    """Let a selected row keep the colours of its text, on a tint."""
    shades = tones(option.palette)
    option.palette.setColor(QPalette.ColorRole.Highlight, shades.row_fill)
    option.palette.setColor(QPalette.ColorRole.HighlightedText, shades.text)
    option.state &= ~QStyle.StateFlag.State_HasFocus


def _lines_of(document: Document) -> int:
    if document.format is Format.TEXT:
        return _MOST_LINES
    lines = (document.cue_text(cue).count("\n") + 1 for cue in range(len(document.cues)))
    return min(_MOST_LINES, max((2, *lines)))


def _origin(text: InlineText, place: QRectF) -> QPointF:
    top = place.top() + (place.height() - text.height) / 2
    return QPointF(place.left() + _MARGIN, top)
