"""The list of cues, with suggestions drawn into the text."""

from __future__ import annotations

from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPalette, QPen, QRegion
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QStyleOptionHeader,
)

from subpunct_app.gui.actions.action_list import typed_mark
from subpunct_app.gui.cues.cue_delegate import MARGIN, CueDelegate
from subpunct_app.gui.cues.cue_model import DURATION, END, SPEED, START, TEXT, CueModel, Side
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.row_tables import WholeRows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.cues.letter_places import Letters
    from subpunct_app.review.editing.finding import Hit
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.subtitles.formats.document import Document


class Headings(QHeaderView):
    """Name the columns; the last one takes the room that is left."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHighlightSections(False)
        self.setStretchLastSection(True)

    def setSelectionModel(self, selected: QItemSelectionModel) -> None:  # noqa: N802
        """Know of no selection: Qt would ask all rows of each column for a tint not drawn here."""
        super().setSelectionModel(QItemSelectionModel(selected.model(), self))

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:  # noqa: N802
        """Keep names over what they name: cells are turned round in no window."""
        super().initStyleOptionForIndex(option, section)
        option.textAlignment |= Qt.AlignmentFlag.AlignAbsolute


_WIDEST = ("00000", "0:00:00.000", "0:00:00.000", "00.000", "00.0")
_MOST_LINES = 3
_FRAME = 2
_LEAST_ROWS = 2


class CueTable(WholeRows):
    """List the cues; the editor may point at a cue or a suggestion, or type a mark."""

    read_out = TEXT
    cue_chosen = Signal(int)
    gap_chosen = Signal(int)
    mark_typed = Signal(object)
    word_clicked = Signal(int, int)
    word_pointed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.contents = CueModel(self)
        self.setModel(self.contents)
        self._showing = False
        self._least = 0
        self._lines = _MOST_LINES
        self.cells = CueDelegate(self.contents, self)
        self.setItemDelegate(self.cells)
        self.setAccessibleName(tr("Cues"))
        self._set_up()
        self._fitting: dict[int, int] = {}
        self._resized = False
        self._fit_columns()
        self.horizontalHeader().sectionResized.connect(self._note_width)
        self.selectionModel().currentRowChanged.connect(self._choose_row)
        if isinstance(application := QApplication.instance(), QApplication):
            application.focusChanged.connect(self._show_frame)

    def set_content(self, document: Document | None, review: Review | None) -> None:
        """Show another document, or the same one with its review; the first row is selected."""
        self.contents.set_content(document, review)
        if document is None:
            return
        timed = document.format.timed
        self.nothing = tr("This file has no cues.") if timed else tr("This file has no text.")
        self.setAccessibleDescription("" if document.cues else self.nothing)
        for column in (START, END, DURATION, SPEED):
            self.setColumnHidden(column, not timed)
        self._set_row_height(_lines_of(document, range(len(document.cues))))

    def show_edited(self, document: Document, review: Review | None, cues: range) -> None:
        """Show a document with as many cues, of which only these look different."""
        before = self.document
        self.contents.show_edited(document, review, cues)
        if before is None or _lines_of(before, cues) != _lines_of(document, cues):
            self._set_row_height(_lines_of(document, range(len(document.cues))))

    @property
    def column_state(self) -> str:
        """Return how wide the columns are in Base64, nothing where nobody has changed that."""
        if not self._resized:
            return ""
        return self.horizontalHeader().saveState().toBase64().toStdString()

    def restore_columns(self, state: str) -> None:
        """Make the columns as wide as they were left."""
        if state:
            self._resized = True
            self.horizontalHeader().restoreState(QByteArray.fromBase64(state.encode()))

    @property
    def document(self) -> Document | None:
        """Return the document whose cues are listed."""
        return self.contents.document

    def show_side(self, side: Side) -> None:
        """Show the text as it is under review, as it was, or as it will be exported."""
        self.contents.show_side(side)
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
        self.bring_into_view(cue)

    def step(self, by: int) -> None:
        """Choose the row below for 1, above for -1, as the arrow keys do."""
        arrows = QAbstractItemView.CursorAction
        arrow = arrows.MoveDown if by > 0 else arrows.MoveUp
        self.setCurrentIndex(self.moveCursor(arrow, Qt.KeyboardModifier.NoModifier))

    def bring_into_view(self, cue: int) -> None:
        """Scroll as little as shows a cue between its neighbours."""
        last = self.contents.rowCount() - 1
        for row in (max(0, cue - 1), min(last, cue + 1), cue):
            index = self.contents.index(row, TEXT)
            # Qt draws a cell again that it scrolls to, even where it scrolls nowhere.
            if not self.viewport().rect().contains(self.visualRect(index)):
                self.scrollTo(index)

    def rows_beside(self, cue: int) -> range:
        """Return the rows that will be in view once a cue was brought there that is not."""
        most = self.viewport().height() // self.verticalHeader().defaultSectionSize() + 1
        above = self.rowViewportPosition(cue) < 0
        first = cue - 1 if above else cue + 1 - most
        return range(max(0, first), min(self.contents.rowCount(), first + most + 1))

    def prepare(self, row: int, gap: int) -> None:
        """Lay a row out for the moment in which the editor looks at a gap."""
        place = QRectF(self.visualRect(self.contents.index(row, TEXT)))
        if not place.isEmpty():
            self.cells.lay_out(row, place.size(), gap)

    def is_in_view(self, cue: int) -> bool:
        """Tell whether any of a cue can be seen."""
        place = self.visualRect(self.contents.index(cue, TEXT))
        return place.isValid() and self.viewport().rect().intersects(place)

    def show_playing(self, cue: int | None, heard: Letters | None) -> None:
        """Mark the cue that is heard now and the word in it; no other cue is drawn again."""
        changed = {self.cells.playing, cue}
        self.cells.playing, self.cells.heard = cue, heard
        for row in changed:
            if row is not None:
                self.viewport().update(self._band(row))

    @property
    def edited_count(self) -> int:
        """Return how many cues hold other words, or marks typed by hand, than the file did."""
        rows = range(self.contents.rowCount())
        return sum(self.contents.original_of(row) is not None for row in rows)

    def show_hits(self, hits: Mapping[int, Sequence[Hit]], current: Hit | None) -> None:
        """Mark what was found in the cues, and the hit that the editor looks at."""
        self.cells.hits, self.cells.hit = hits, current
        self.viewport().update()

    def selected_cues(self) -> list[int]:
        """Return the cues that are selected, in the order of the file."""
        rows = (index.row() for index in self.selectionModel().selectedRows())
        return sorted(row for row in rows if not self.isRowHidden(row))

    def gap_under(self, point: QPointF) -> int | None:
        """Return the suggestion drawn at a point of the viewport."""
        index = self.indexAt(point.toPoint())
        drawn = self.cells.drawn_at(index, QRectF(self.visualRect(index)))
        return drawn[0].gap_at(point, drawn[1]) if drawn else None

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take a typed mark as the editor's choice, and copy whole cues."""
        if mark := typed_mark(event, self.contents.language):
            self.mark_typed.emit(mark)
        elif event.matches(QKeySequence.StandardKey.Copy):
            texts = self.contents.texts(self.selected_cues())
            QApplication.clipboard().setText("\n".join(texts))
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802
        """Stay where a letter that is no key is typed: the place in a review is worth more."""

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the suggestion that was clicked on, or the word.

        A first click on a cue in which anything is open leads to that, wherever it is made. Who
        selects several cues, or asks what can be done with them, chooses none.
        """
        chosen, selected = self.currentIndex().row(), self.selected_cues()
        super().mousePressEvent(event)
        gap = self.gap_under(event.position())
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        stays = len(selected) > 1 and self.selected_cues() == selected
        if gap is not None and plain and not stays:
            self.gap_chosen.emit(gap)
        index = self.indexAt(event.position().toPoint())
        if not (plain and event.button() == Qt.MouseButton.LeftButton and index.isValid()):
            return
        letter = self._letter_under(index, event.position())
        leads_to_word = index.row() == chosen or not self.contents.has_open(index.row())
        if gap is None and letter is not None and leads_to_word:
            self.word_pointed.emit(index.row(), letter)
        self.word_clicked.emit(index.row(), -1 if letter is None else letter)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the cues."""
        self.cells.shades = tones(self.palette())
        super().paintEvent(event)

    def event(self, event: QEvent) -> bool:
        """Draw a frame around the cues, which tells where keys go; cues that scroll keep clear."""
        answer = super().event(event)
        if event.type() == QEvent.Type.Paint:
            self._draw_frame()
        return answer

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Draw no cue anew, as none looks another for it."""
        # Qt's own does no more than draw all and make the first cell the current one where none is.
        if not self.currentIndex().isValid():
            super().focusInEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_columns()
            self._set_row_height(self._lines)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for two cues, without headings."""
        rows = _LEAST_ROWS * self.verticalHeader().defaultSectionSize()
        bar = self.horizontalScrollBar()
        below = bar.sizeHint().height() if bar.isVisible() else 0
        return QSize(super().minimumSizeHint().width(), rows + below + 2 * self.frameWidth())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the selected cue in view where a panel or a bar takes some of the room."""
        super().resizeEvent(event)
        self._make_room()
        before, row = event.oldSize().height(), self.currentIndex().row()
        was_in_view = 0 <= self.rowViewportPosition(row) < before
        if was_in_view and event.size().height() < before:
            self.bring_into_view(row)

    def _fit_columns(self) -> None:
        """Give the first columns the room that the widest text of each needs in this font."""
        advance = self.fontMetrics().horizontalAdvance
        least = self.horizontalHeader().minimumSectionSize()
        for column, widest in enumerate(_WIDEST):
            self._fitting[column] = max(least, advance(widest) + 4 * MARGIN)
            self.setColumnWidth(column, self._fitting[column])

    def _note_width(self, column: int, _before: int, width: int) -> None:
        # A hidden column is 0 wide.
        self._resized |= width not in (0, self._fitting.get(column, width))

    def _draw_frame(self) -> None:
        holder = QApplication.focusWidget()
        # Who types a cue is in the list, too.
        focused = holder is not None and (holder is self or self.isAncestorOf(holder))
        shades, painter = tones(self.palette()), QPainter(self)
        painter.setPen(QPen(shades.accent if focused else self.palette().base(), _FRAME))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        if not focused:
            painter.setPen(shades.border)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _show_frame(self) -> None:
        inside = self.rect().adjusted(_FRAME, _FRAME, -_FRAME, -_FRAME)
        self.update(QRegion(self.rect()) - QRegion(inside))

    def _band(self, row: int) -> QRect:
        top = self.rowViewportPosition(row)
        return QRect(0, top, self.viewport().width(), self.rowHeight(row))

    def _set_up(self) -> None:
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setLineWidth(_FRAME)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalHeader(Headings(self))

    def _set_row_height(self, lines: int) -> None:
        self._lines = lines
        height = QFontMetrics(self.font()).lineSpacing() * lines + 2 * MARGIN
        if height != self.verticalHeader().defaultSectionSize():
            self.verticalHeader().setDefaultSectionSize(height)
            # Qt leaves it to whoever changes it to let the scroll bar reach as far.
            self.updateGeometries()
        self._make_room()

    def _make_room(self) -> None:
        """Give the headings up where the room is for cues alone."""
        headings, least = self.horizontalHeader(), self.minimumSizeHint().height()
        headings.setVisible(self.height() >= least + headings.sizeHint().height())
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def _letter_under(self, index: QModelIndex, point: QPointF) -> int | None:
        """Return the letter of a cue's own words drawn at a point of the viewport, if any is."""
        contents = self.contents
        if contents.side is Side.ORIGINAL and contents.original_of(index.row()) is not None:
            return None
        drawn = self.cells.drawn_at(index, QRectF(self.visualRect(index)))
        return drawn[0].letter_at(point, drawn[1]) if drawn else None

    def _choose_row(self, index: QModelIndex) -> None:
        if index.isValid() and not self._showing:
            self.cue_chosen.emit(index.row())


def _lines_of(document: Document, within: range) -> int:
    """Return how many lines a row needs for some of the cues."""
    if not document.format.timed:
        return _MOST_LINES
    cues = document.cues[within.start : within.stop]
    starts, ends = (map(itemgetter(at), cues) for at in (0, 1))
    breaks = max(map(document.text.count, repeat("\n"), starts, ends), default=0)
    return min(_MOST_LINES, max(2, breaks + 1))
