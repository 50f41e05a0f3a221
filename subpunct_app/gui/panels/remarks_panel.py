"""What could not be read in a file, or looks wrong, beside the cues it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QSize, Signal
from PySide6.QtWidgets import QHeaderView, QWidget

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.panes import Panel
from subpunct_app.gui.widgets.row_tables import HeadedRows, PlaceRows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.subtitles.formats.document import Remark

_REASON = 1
_ROWS = 4
_NOTHING = tr("No remarks: the whole file was read, and nothing looks wrong")
# In letters of middling width: beside another panel a remark can still be read.
_WIDTH = 40


class RemarksPanel(Panel):
    """List the remarks on a file; the editor may point at one to see its place.

    `told` says why it stays closed.
    """

    line_chosen = Signal(int)
    told = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Remarks on the file"), "remarks", parent)
        self._model = _RemarkModel(self)
        self._table = _RemarkTable(self._model, self)
        self.setWidget(self._table)
        self._table.clicked.connect(self._choose)
        self._table.activated.connect(self._choose)

    def toggle(self) -> None:
        """Open the panel with the focus in it, or close it; without remarks, say that."""
        if self._model.remarks:
            super().toggle()
        else:
            self.told.emit(_NOTHING)

    def show_remarks(self, remarks: Sequence[Remark]) -> None:
        """List other remarks; the panel hides where there are none."""
        self._model.set_remarks(remarks)
        if not remarks:
            self.hide()

    def _choose(self, index: QModelIndex) -> None:
        self.line_chosen.emit(self._model.remarks[index.row()].line)


class _RemarkModel(HeadedRows):
    headings = (tr("Line"), tr("Remark"))

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.remarks: Sequence[Remark] = ()

    def set_remarks(self, remarks: Sequence[Remark]) -> None:
        self.beginResetModel()
        self.remarks = remarks
        self.endResetModel()

    def count(self) -> int:
        return len(self.remarks)

    def cell(self, row: int, column: int) -> str:
        remark = self.remarks[row]
        return remark.reason if column == _REASON else str(remark.line)


class _RemarkTable(PlaceRows):
    read_out = _REASON

    def __init__(self, model: QAbstractTableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(tr("Remarks"))
        FocusFrame(self)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(round(1.6 * self.fontMetrics().height()))
        columns.setStretchLastSection(True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for a few remarks."""
        rows = self.horizontalHeader().height() + _ROWS * self.verticalHeader().defaultSectionSize()
        return QSize(super().sizeHint().width(), rows)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for the beginning of a remark."""
        least = super().minimumSizeHint()
        return least.expandedTo(QSize(_WIDTH * self.fontMetrics().averageCharWidth(), 0))
