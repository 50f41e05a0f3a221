"""How wide the columns of the list of cues are: as the font needs it, or as the editor has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from subpunct_app.gui.review.drawing.cue_texts import MARGIN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtWidgets import QTableView

# A wider one would push the text out of a small window, and a number gains nothing by it.
_MOST = 2


class ColumnWidths(QObject):
    """Fit the first columns of a table to the widest that each may hold, but for chosen ones."""

    def __init__(self, table: QTableView, widest: Sequence[str]) -> None:
        super().__init__(table)
        self._table = table
        self._widest = widest
        self._fitting: dict[int, int] = {}
        self._chosen: dict[int, int] = {}
        self._fitted_least = 0
        self.fit()
        table.horizontalHeader().sectionResized.connect(self._note)

    @property
    def chosen(self) -> Mapping[str, int]:
        """Return the widths in pixels that the editor gave columns, by their headings."""
        return {self._heading(column): width for column, width in sorted(self._chosen.items())}

    def choose(self, widths: Mapping[str, int]) -> None:
        """Give columns the widths that the editor gave them once, within reason."""
        for column, fitting in self._fitting.items():
            if width := widths.get(self._heading(column)):
                self._table.setColumnWidth(column, min(width, _MOST * fitting))

    def fit(self) -> None:
        """Give columns the room that they need in this font, where the editor chose no other."""
        metrics, least = self._table.fontMetrics(), self._least()
        for column, widest in enumerate(self._widest):
            fitting = max(least, metrics.horizontalAdvance(widest) + 4 * MARGIN)
            self._fitting[column] = fitting
            self._table.setColumnWidth(column, self._chosen.get(column, fitting))
        self._fitted_least = least

    def _least(self) -> int:
        return self._table.horizontalHeader().minimumSectionSize()

    def _heading(self, column: int) -> str:
        return str(self._table.model().headerData(column, Qt.Orientation.Horizontal))

    def _note(self, column: int, _before: int, width: int) -> None:
        # A hidden column is 0 wide.
        if column not in self._fitting or not width:
            return
        least = self._least()
        if width == least != self._fitted_least:
            # While the font changes Qt itself widens columns to what it takes for the least.
            return
        if width == self._fitting[column]:
            self._chosen.pop(column, None)
        else:
            self._chosen[column] = width
