"""The cues that read otherwise than in the file, as they were and as they are, side by side."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.review.cues.cue_delegate import AT_RIGHT, origin
from subpunct_app.gui.review.cues.headings import Headings
from subpunct_app.gui.review.drawing.cue_texts import MARGIN
from subpunct_app.gui.review.drawing.inline import InlineText
from subpunct_app.gui.review.result.changes_model import AFTER, NUMBER, ChangesModel
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.focus_frame import FocusFrame
from subpunct_app.gui.widgets.headed_rows import PlaceRows
from subpunct_app.gui.widgets.panel import Panel
from subpunct_app.text.counting import counted

if TYPE_CHECKING:
    from collections.abc import Collection

    from subpunct_app.gui.review.page import ReviewPage
    from subpunct_app.gui.review.result.cue_watch import CueWatch
    from subpunct_app.gui.widgets.headed_rows import Index

_MOST_ROWS = 3
# Of the height of the window, where that is less.
_SHARE = 5
_LINES = 2
# In letters of middling width: beside another panel both texts can still be read.
_WIDTH = 60
_NOTHING = "Nothing is changed yet: accept a suggestion, and it shows here."
# A key press is drawn before the changes are.
_DELAY_MS = 150


class ChangesPanel(Panel):
    """List what would be exported otherwise; the editor may point at a cue to go there."""

    cue_chosen = Signal(int)

    def __init__(self, page: ReviewPage, watch: CueWatch, parent: QWidget) -> None:
        super().__init__("Changes side by side", "changes", parent)
        self._page = page
        self._watch = watch
        self._touched: set[int] | None = set()
        self._settled = True
        self._timer = timer(self, _DELAY_MS, once=True)
        self.model = ChangesModel(page, watch, self)
        self.view = _ChangesTable(self.model, self)
        self.setWidget(self.view)
        self._connect()

    def begin(self) -> None:
        """List nothing of a file that is being left, and do not say that the next is unchanged."""
        self._settled = False
        self.view.nothing = ""
        self.model.take(None)
        self._show_title()

    def settle(self) -> None:
        """Know that the file is open with the review of it that was left."""
        self._settled = True
        self._timer.start()

    def _connect(self) -> None:
        self.view.clicked.connect(self._choose)
        self.view.activated.connect(self._choose)
        self._watch.told.connect(self._note)
        self._timer.timeout.connect(self._show)
        self.visibilityChanged.connect(self._show_all)
        self._page.moved.connect(self._timer.start)

    def _choose(self, index: QModelIndex) -> None:
        self.cue_chosen.emit(self.model.cues[index.row()])

    def _show_all(self) -> None:
        self._touched = None
        self._show()

    def _note(self, cues: Collection[int] | None) -> None:
        if cues is None or self._touched is None:
            self._touched = None
        else:
            self._touched |= set(cues)
        self._timer.start()

    def _show(self) -> None:
        """List what was noted since the last time, the current cue selected if it is among that.

        A closed panel waits until it opens.
        """
        if self.isHidden():
            return
        self.model.take(self._touched)
        self._touched = set()
        if self._settled and not self._watch.counting:
            self.view.nothing = _NOTHING
            self.view.viewport().update()
        self._show_title()
        at = bisect_left(self.model.cues, self._page.cue)
        if self.model.cues[at : at + 1] == [self._page.cue]:
            self.view.selectRow(at)

    def _show_title(self) -> None:
        count = len(self.model.cues)
        cues = counted(count, "cue")
        self.setWindowTitle(f"Changes side by side: {cues}" if count else "Changes side by side")


class _ChangesTable(PlaceRows):
    read_out = AFTER
    nothing = _NOTHING

    def __init__(self, model: ChangesModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setHorizontalHeader(Headings(self))
        self.setModel(model)
        self.setItemDelegate(_ChangeDelegate(model, self))
        self.setAccessibleName("Changed cues")
        FocusFrame(self)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(_LINES * self.fontMetrics().lineSpacing() + 2 * MARGIN)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        columns.setSectionResizeMode(NUMBER, QHeaderView.ResizeMode.Fixed)
        width = self.fontMetrics().horizontalAdvance("00000") + 4 * MARGIN
        self.setColumnWidth(NUMBER, width)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for a few cues, or for those that a low window has room for."""
        share = self.window().height() // _SHARE
        heights = map(self._height, range(1, _MOST_ROWS + 1))
        height = max((some for some in heights if some <= share), default=self._height(1))
        return QSize(super().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for one cue."""
        return QSize(_WIDTH * self.fontMetrics().averageCharWidth(), self._height(1))

    def _height(self, rows: int) -> int:
        height = rows * self.verticalHeader().defaultSectionSize()
        return self.horizontalHeader().height() + height + 2 * self.frameWidth()


class _ChangeDelegate(QStyledItemDelegate):
    """Draw the old and the new text as the review draws suggestions."""

    def __init__(self, model: ChangesModel, table: QTableView) -> None:
        super().__init__(table)
        self._model = model
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shades = tones(self._table.palette())
        place = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(place, shades.row_fill)
        if index.column() == NUMBER:
            painter.setPen(shades.quiet)
            painter.drawText(place.adjusted(0, 0, -MARGIN, 0), AT_RIGHT, str(index.data()))
            return
        text = InlineText(self._model.runs(index.row(), index.column()), self._table.font(), shades)
        text.fit(place.width() - 2 * MARGIN, lines=_LINES)
        text.draw(painter, origin(text, place))
