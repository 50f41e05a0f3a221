"""The table of the files of a batch, and what is said where there are none yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from subpunct_app.gui.batch.batch_queue import ERRORS, FILE, NOTE, STATE, WORDS, Status
from subpunct_app.gui.texts.translation import tr
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

    nothing = tr("Drop folders or files here.")

    def __init__(self, model: QueueModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.queue = model
        self.setModel(model)
        self._kept: tuple[Path | None, int] = (None, 0)
        self.setAccessibleName(tr("Files of the batch"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setItemDelegateForColumn(NOTE, _Sentences(self))
        self._forget_order()
        self.setSortingEnabled(True)
        self._size()
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
        if (at := self.queue.place_of(file)) is not None:
            self.selectRow(at)

    def go_to_failed(self, step: int = 1) -> None:
        """Select the next file that failed, the one before with a step of -1."""
        at = self.currentIndex().row()
        row = self.queue.next_of(Status.FAILED, at if at >= 0 or step > 0 else 0, step)
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
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(FILE, QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(NOTE, QHeaderView.ResizeMode.Fixed)
        letters = _STATE_LETTERS * self.fontMetrics().averageCharWidth()
        self.setColumnWidth(STATE, letters + self.iconSize().width() + 8)
        for column in range(WORDS, ERRORS + 1):
            self.setColumnWidth(column, columns.sectionSizeHint(column))

    def _share_out(self) -> None:
        """Let names and notes be as wide as they can; what is too narrow to read is scrolled to."""
        others = sum(map(self.columnWidth, (STATE, *range(WORDS, ERRORS + 1))))
        least = _LEAST_LETTERS * self.fontMetrics().averageCharWidth()
        for column in (FILE, NOTE):
            self.setColumnWidth(column, max(least, (self.viewport().width() - others) // 2))


class _Sentences(QStyledItemDelegate):
    """Leave out the end of what does not fit, where names lose their middle."""

    def initStyleOption(  # noqa: N802
        self, option: QStyleOptionViewItem, index: Index
    ) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight
