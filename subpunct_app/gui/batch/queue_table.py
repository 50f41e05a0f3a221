"""The table of the files of a batch, and what is said where there are none yet."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QWidget,
)

from subpunct_app.gui.batch.batch_queue import ERRORS, FILE, NOTE, STATE, WORDS
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.icons import scale_row_icons
from subpunct_app.gui.widgets.row_tables import WholeRows

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QResizeEvent

    from subpunct_app.gui.batch.batch_queue import QueueModel, QueueRow
    from subpunct_app.gui.widgets.row_tables import Index

_STATE_LETTERS = 16
_LEAST_LETTERS = 24
_MARGIN = 6
_UNSORTED = -1
_RIGHT = Qt.AlignmentFlag.AlignRight
# Qt leaves other spaces at the end out.
_SPACE = "\N{NO-BREAK SPACE}"


class QueueTable(WholeRows):
    """Show the queue; rows are as high as a line, so that thousands are laid out at once."""

    nothing = "Drop folders or files here."

    def __init__(self, model: QueueModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.queue = model
        self._headings = _Headings(self)
        self.setHorizontalHeader(self._headings)
        self.setModel(model)
        self._kept: tuple[Path | None, int] = (None, 0)
        self.setAccessibleName("Files of the batch")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setItemDelegateForColumn(NOTE, _Sentences(self))
        self._size()
        self._forget_order()
        self.setSortingEnabled(True)
        FocusFrame(self)
        self.horizontalHeader().sectionResized.connect(self._share_out)
        model.disordered.connect(self._forget_order)
        model.modelAboutToBeReset.connect(self._keep)
        model.modelReset.connect(self._restore)

    def chosen(self) -> QueueRow | None:
        """Return the row that is selected."""
        rows = self.selectionModel().selectedRows()
        return self.queue.rows[rows[0].row()] if rows else None

    def choose(self, file: Path) -> None:
        """Select the row of a file, if it is listed."""
        at = self.queue.place_of(file)
        if at is not None:
            self.selectRow(at)

    def go_to_failed(self, step: int = 1) -> None:
        """Select the next file that failed, the one before with a step of -1."""
        at = self.currentIndex().row()
        row = self.queue.next_failed(at if at >= 0 or step > 0 else 0, step)
        if row is not None:
            self.choose(row.file)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Give names and notes what room there is."""
        super().resizeEvent(event)
        self._share_out()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.model() is not None:
            self._size()
            self._share_out()

    def _forget_order(self) -> None:
        self.horizontalHeader().setSortIndicator(_UNSORTED, Qt.SortOrder.AscendingOrder)

    def _keep(self) -> None:
        """Remember the selected file and what is in view, before others are listed."""
        row = self.chosen()
        self._kept = (row.file if row else None, self.verticalScrollBar().value())

    def _restore(self) -> None:
        file, scrolled = self._kept
        if file is not None:
            self.choose(file)
        self.doItemsLayout()
        self.verticalScrollBar().setValue(scrolled)

    def _size(self) -> None:
        scale_row_icons(self)
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 2 * _MARGIN)
        columns = self._headings
        columns.setSectionResizeMode(FILE, QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(NOTE, QHeaderView.ResizeMode.Fixed)
        letters = _STATE_LETTERS * self.fontMetrics().averageCharWidth()
        self.setColumnWidth(STATE, letters + self.iconSize().width() + 8)
        for column in range(WORDS, ERRORS + 1):
            width = columns.sectionSizeHint(column) + columns.arrow_width
            self.setColumnWidth(column, width)

    def _share_out(self) -> None:
        """Let names and notes be as wide as they can; what is too narrow to read is scrolled to."""
        others = sum(map(self.columnWidth, (STATE, *range(WORDS, ERRORS + 1))))
        least = _LEAST_LETTERS * self.fontMetrics().averageCharWidth()
        for column in (FILE, NOTE):
            self.setColumnWidth(column, max(least, (self.viewport().width() - others) // 2))


class _Headings(QHeaderView):
    """Name columns, and leave room for the arrow of the sorted one behind a name on the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    @property
    def arrow_width(self) -> int:
        """Return how wide the arrow is, in pixels, with what stands off around it."""
        measures, style = QStyle.PixelMetric, self.style()
        around = style.pixelMetric(measures.PM_HeaderMargin, None, self)
        return style.pixelMetric(measures.PM_HeaderMarkSize, None, self) + 2 * around

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:  # noqa: N802
        """Put spaces where the style draws the arrow over the name."""
        super().initStyleOptionForIndex(option, section)
        unsorted = QStyleOptionHeader.SortIndicator.None_
        if option.sortIndicator != unsorted and option.textAlignment & _RIGHT:
            option.text += _SPACE * ceil(self.arrow_width / self._space_width())

    def _space_width(self) -> int:
        return max(1, self.fontMetrics().horizontalAdvance(_SPACE))


class _Sentences(QStyledItemDelegate):
    """Leave out the end of what does not fit, where names lose their middle."""

    def initStyleOption(  # noqa: N802
        self, option: QStyleOptionViewItem, index: Index
    ) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight
