"""Panels that list places of the text: the way there, and the remarks on a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from subpunct_app.gui.cues.cue_delegate import MARGIN
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.panes import Panel
from subpunct_app.gui.widgets.row_tables import HeadedRows, PlaceRows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.subtitles.formats.document import Remark

_MOST_ROWS = 3
# Of the height of the window, where that is less.
_SHARE = 5


class PlaceTable(PlaceRows):
    """List places in rows of so many lines, wide enough for so many letters."""

    def __init__(self, model: HeadedRows, lines: int, letters: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._letters = letters
        self.setModel(model)
        FocusFrame(self)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(lines * self.fontMetrics().lineSpacing() + 2 * MARGIN)
        self.horizontalHeader().setStretchLastSection(True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for a few places, or for those that a low window has room for."""
        share = self.window().height() // _SHARE
        heights = map(self._height, range(1, _MOST_ROWS + 1))
        height = max((some for some in heights if some <= share), default=self._height(1))
        return QSize(super().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for one place; beside another panel it can still be read."""
        return QSize(self._letters * self.fontMetrics().averageCharWidth(), self._height(1))

    def _height(self, rows: int) -> int:
        height = rows * self.verticalHeader().defaultSectionSize()
        return self.horizontalHeader().height() + height + 2 * self.frameWidth()


_REASON = 1
_LETTERS = 40
_NOTHING = tr("No remarks: the whole file was read, and nothing looks wrong")


class RemarksPanel(Panel):
    """List the remarks on a file; the editor may point at one to see its place.

    `told` says why it stays closed.
    """

    line_chosen = Signal(int)
    told = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Remarks on the file"), "remarks", parent)
        self._model = _RemarkModel(self)
        table = _RemarkTable(self._model, 1, _LETTERS, self)
        table.setAccessibleName(tr("Remarks"))
        table.clicked.connect(self._choose)
        table.activated.connect(self._choose)
        self.setWidget(table)

    def toggle(self) -> None:
        """Open the panel with the focus in it, or close it; without remarks, say that."""
        if self._model.remarks:
            super().toggle()
        else:
            self.told.emit(_NOTHING)

    def show_remarks(self, remarks: Sequence[Remark]) -> None:
        """List other remarks; the panel hides where there are none."""
        self._model.beginResetModel()
        self._model.remarks = remarks
        self._model.endResetModel()
        if not remarks:
            self.hide()

    def _choose(self, index: QModelIndex) -> None:
        self.line_chosen.emit(self._model.remarks[index.row()].line)


class _RemarkModel(HeadedRows):
    headings = (tr("Line"), tr("Remark"))
    remarks: Sequence[Remark] = ()

    def count(self) -> int:
        return len(self.remarks)

    def cell(self, row: int, column: int) -> str:
        remark = self.remarks[row]
        return remark.reason if column == _REASON else str(remark.line)


class _RemarkTable(PlaceTable):
    read_out = _REASON
