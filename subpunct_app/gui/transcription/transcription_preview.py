"""The cues that are heard so far, as a table that grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QHeaderView, QWidget

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.row_tables import HeadedRows, WholeRows
from subpunct_app.speech.recognition.cues import build_cues
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.speech.recognition.cues import TimedCue
    from subpunct_app.speech.recognition.recogniser import SpokenWord

_TEXT = 1
# The last cues may still be cut otherwise when more words come.
_OPEN = 4


class PreviewModel(HeadedRows):
    """Cues of the words heard so far; only those of the last words are built anew."""

    headings = (tr("Time"), tr("Text so far"))

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._settled: list[TimedCue] = []
        self._open: list[TimedCue] = []

    def clear(self) -> None:
        """Forget all cues."""
        self.beginResetModel()
        self._settled, self._open = [], []
        self.endResetModel()

    def add(self, words: Sequence[SpokenWord]) -> None:
        """Add words that follow those before."""
        known = [word for cue in self._open for word in cue.words]
        built = build_cues([*known, *words])
        first, last = len(self._settled), self.rowCount() - 1
        more = len(built) - len(self._open)
        if more > 0:
            self.beginInsertRows(QModelIndex(), last + 1, last + more)
        elif more < 0:
            self.beginRemoveRows(QModelIndex(), last + more + 1, last)
        self._settled += built[:-_OPEN]
        self._open = built[-_OPEN:]
        if more > 0:
            self.endInsertRows()
        elif more < 0:
            self.endRemoveRows()
        self.dataChanged.emit(self.index(first, 0), self.index(self.rowCount() - 1, _TEXT))

    def count(self) -> int:
        """Return how many cues there are."""
        return len(self._settled) + len(self._open)

    def cell(self, row: int, column: int) -> str:
        """Return the time or the text of a cue."""
        settled = len(self._settled)
        cue = self._settled[row] if row < settled else self._open[row - settled]
        return cue.text.replace("\n", " ") if column == _TEXT else clock_text(cue.start_ms)


class PreviewTable(WholeRows):
    """Show the last cue while the editor does not look at others."""

    read_out = _TEXT

    def __init__(self, model: PreviewModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(tr("Text so far"))
        self.setWordWrap(False)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() * 3 // 2)
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(_TEXT, QHeaderView.ResizeMode.Stretch)
        FocusFrame(self)
        self.setColumnWidth(0, self.fontMetrics().horizontalAdvance("00:00:00") * 3 // 2)
        self._follows = True
        model.rowsAboutToBeInserted.connect(self._look)
        model.rowsInserted.connect(self._follow)

    def _look(self) -> None:
        bar = self.verticalScrollBar()
        self._follows = bar.value() == bar.maximum()

    def _follow(self) -> None:
        if self._follows:
            self.scrollToBottom()
