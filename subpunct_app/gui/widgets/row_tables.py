"""Rows under headings, for tables that list one thing a row, and how such tables behave."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from subpunct_app.gui.widgets.colours import tones

Index: TypeAlias = QModelIndex | QPersistentModelIndex

TOP = QModelIndex()


class HeadedRows(QAbstractTableModel):
    """A table whose headings stand over what they name: on the right over numbers.

    A subclass says how many rows there are (`count`) and what is in a cell (`cell`).
    """

    headings: ClassVar[tuple[str, ...]] = ()
    numbers: ClassVar[frozenset[int]] = frozenset()

    def count(self) -> int:
        """Return the number of rows."""
        raise NotImplementedError

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell."""
        raise NotImplementedError

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Return where the text of a column lies."""
        right = column in self.numbers
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def rowCount(self, parent: Index = TOP) -> int:  # noqa: N802
        """Return the number of rows; none is inside another."""
        return 0 if parent.isValid() else self.count()

    def columnCount(self, parent: Index = TOP) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell says, and where it says that."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignment(index.column())
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignment(section)
        return self.headings[section] if role == Qt.ItemDataRole.DisplayRole else None


class WholeRows(QTableView):
    """A table without a grid that selects whole rows, and that Tab leaves.

    A screen reader reads the current cell of a row, at first that in the column `read_out`. A table
    without rows shows the text `nothing`.
    """

    read_out: ClassVar[int] = 0
    nothing = ""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the rows, or say that there are none."""
        super().paintEvent(event)
        if self.nothing and self.model().rowCount() == 0:
            painter = QPainter(self.viewport())
            painter.setPen(tones(self.palette()).quiet)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.viewport().rect(), flags, self.nothing)

    def selectRow(self, row: int) -> None:  # noqa: N802
        """Select a row; Qt selects none where the window is laid out from the right."""
        choosing = QItemSelectionModel.SelectionFlag
        cell = self.model().index(row, self.read_out)
        self.selectionModel().setCurrentIndex(cell, choosing.ClearAndSelect | choosing.Rows)

    def moveCursor(  # noqa: N802
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Let Home and End leave the row, not the column; Qt begins here, too, at the focus."""
        arrows, present = QAbstractItemView.CursorAction, self.currentIndex()
        by_rows = action in {arrows.MoveHome, arrows.MoveEnd}
        if by_rows:
            modifiers |= Qt.KeyboardModifier.ControlModifier
        cell = super().moveCursor(action, modifiers)
        if present.isValid() and not by_rows:
            return cell
        return cell.siblingAtColumn(present.column() if present.isValid() else self.read_out)


class PlaceRows(WholeRows):
    """A table of places in the text; where it has the focus, the one that Enter shows is selected.

    Qt would tint one cell of that row, as under the mouse.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Select the current row where none is."""
        super().focusInEvent(event)
        present = self.currentIndex()
        if present.isValid() and not self.selectionModel().hasSelection():
            self.selectRow(present.row())
