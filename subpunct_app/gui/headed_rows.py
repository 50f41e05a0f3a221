"""Rows under headings, for tables that list one thing a row."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

TOP = QModelIndex()


class HeadedRows(QAbstractTableModel):
    """A table whose headings stand over what they name: on the right over numbers.

    Each kind of it says how many rows it has, and what is in a cell (`data`).
    """

    headings: ClassVar[tuple[str, ...]] = ()
    numbers: ClassVar[frozenset[int]] = frozenset()

    def count(self) -> int:
        """Return the number of rows."""
        raise NotImplementedError

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Return where the text of a column lies."""
        right = column in self.numbers
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = TOP) -> int:  # noqa: N802
        """Return the number of rows; none is inside another."""
        return 0 if parent.isValid() else self.count()

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = TOP) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignment(section)
        return self.headings[section] if role == Qt.ItemDataRole.DisplayRole else None
