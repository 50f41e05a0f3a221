"""The files of a batch as Qt lists them, kept up to date with what becomes of each."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from subpunct_app.batch.batch_plan import common_folder
from subpunct_app.batch.batch_progress import Came
from subpunct_app.batch.execution import Advanced, Listed, Taken
from subpunct_app.gui.batch.rows import (
    CHANGES,
    DOUBTFUL,
    ERRORS,
    FILE,
    NOTE,
    STATE,
    WORDS,
    Row,
    Status,
    cell_text,
    in_order,
)
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.icons import icon
from subpunct_app.gui.widgets.label_texts import verbatim
from subpunct_app.gui.widgets.row_tables import TOP, HeadedRows, Index

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from PySide6.QtGui import QColor, QIcon
    from PySide6.QtWidgets import QWidget

    from subpunct_app.batch.execution import Event

_ICONS = {
    Status.WAITING: "clock-outline",
    Status.WORKING: "progress-pencil",
    Status.DONE: "check",
    Status.REVIEW: "eye-outline",
    Status.REVIEWED: "check-all",
    Status.SKIPPED: "debug-step-over",
    Status.FAILED: "alert-circle-outline",
}


class QueueModel(HeadedRows):
    """List files, and take in many events about them with one repaint.

    `disordered` says that the files are not as they were sorted any more.
    """

    headings = ("File", "State", "Note", "Words", "Changes", "Doubtful", "Errors likely left")
    numbers = frozenset({WORDS, CHANGES, DOUBTFUL, ERRORS})
    told = Signal()
    disordered = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._widget = parent
        self._icons: dict[Status, QIcon] = {}
        self._places: dict[Path, int] = {}
        self._folder = ""
        # What a batch that is over left to an editor, before it was begun anew.
        self._to_review: dict[Path, Row] = {}
        self.rows: list[Row] = []
        self.counts: Counter[Status] = Counter()

    def take(self, events: Iterable[Event]) -> None:
        """Take in what was told of files, in its order."""
        touched: list[int] = []
        disordered = False
        for event in events:
            match event:
                case Listed(files):
                    self._list(files)
                    touched.clear()
                    disordered = True
                case Taken(files):
                    touched += [self._set(self._row(file, Status.WORKING)) for file in files]
                case Advanced(file, fraction):
                    row = replace(self._row(file, Status.WORKING), fraction=fraction)
                    touched.append(self._set(row))
                case Came(file, outcome, result, reviewed):
                    status = Status.REVIEWED if reviewed else Status[outcome.state.name]
                    came = replace(self._row(file, status), outcome=outcome, result=result)
                    touched.append(self._set(self._left_as_it_was(came)))
                    disordered = True
        self._tell(touched)
        if disordered:
            self.disordered.emit()

    def place_of(self, file: Path) -> int | None:
        """Return where a file is listed."""
        return self._places.get(file)

    def note_reviewed(self, file: Path, target: Path) -> int | None:
        """Note that an export of a file, or of what was heard in it, is the review of one.

        Return where that stands, None where the export has gone elsewhere.
        """
        found = (at for at, row in enumerate(self.rows) if row.is_reviewed_by(file, target))
        at = next(found, None)
        if at is not None:
            self._tell([self._set(replace(self.rows[at], status=Status.REVIEWED))])
        return at

    def next_doubtful(self, at: int = 0) -> Row | None:
        """Return the next file from a place on that needs review, or the first one there is."""
        left = (row for row in (*self.rows[at:], *self.rows[:at]) if row.status is Status.REVIEW)
        return next(left, None)

    def next_failed(self, at: int, step: int) -> Row | None:
        """Return the next file that failed behind a place, or before it with a step of -1."""
        count = len(self.rows)
        ahead = (self.rows[(at + step * far) % count] for far in range(1, count + 1))
        return next((row for row in ahead if row.status is Status.FAILED), None)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the files that nothing is left to do about by a column, none by one below 0.

        The others stand behind them in the order in which they will be taken.
        """
        if column < 0:
            return
        self.layoutAboutToBeChanged.emit()
        chosen = self.persistentIndexList()
        files = [self.rows[index.row()].file for index in chosen]
        self.rows = in_order(self.rows, column, descending=order is Qt.SortOrder.DescendingOrder)
        self._places = {row.file: at for at, row in enumerate(self.rows)}
        moved = [
            self.index(self._places[file], index.column())
            for file, index in zip(files, chosen, strict=True)
        ]
        self.changePersistentIndexList(chosen, moved)
        self.layoutChanged.emit()

    def waiting(self) -> list[int]:
        """Return the places of the files that wait."""
        return [at for at, row in enumerate(self.rows) if row.status is Status.WAITING]

    def move(self, at: int, to: int) -> None:
        """Give a file the place of another one; those between close up."""
        self.beginMoveRows(TOP, at, at, TOP, to + (to > at))
        self.rows.insert(to, self.rows.pop(at))
        for place in range(min(at, to), max(at, to) + 1):
            self._places[self.rows[place].file] = place
        self.endMoveRows()

    def rest(self) -> None:
        """Mark the files that were being restored as waiting, now that the work has stopped."""
        working = [row.file for row in self.rows if row.status is Status.WORKING]
        self._tell([self._set(self._row(file, Status.WAITING)) for file in working])

    def recolour(self) -> None:
        """Draw in the colours of the palette of this moment."""
        self._icons.clear()
        if self.rows:
            self._tell([0, len(self.rows) - 1])

    def count(self) -> int:
        """Return the number of files."""
        return len(self.rows)

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell."""
        return cell_text(self.rows[row], column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell says, and how."""
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.ToolTipRole:
            return verbatim(str(row.file) if column == FILE else cell_text(row, column))
        if role == Qt.ItemDataRole.DecorationRole and column == STATE:
            return self._icon(row.status)
        if role == Qt.ItemDataRole.ForegroundRole and column in (STATE, NOTE):
            return self._colour(row.status)
        return super().data(index, role)

    def _left_as_it_was(self, came: Row) -> Row:
        """Return a row as it was before, where a file was left out as it has the same result."""
        before = self._to_review.get(came.file)
        same = before is not None and before.result == came.result
        return before if before and same and came.status is Status.SKIPPED else came

    def _list(self, files: Sequence[Path]) -> None:
        self.beginResetModel()
        looked_at = (row for row in self.rows if row.status in (Status.REVIEW, Status.REVIEWED))
        self._to_review = {row.file: row for row in looked_at}
        self._folder = _folder_of(files)
        self.rows = [self._row(file, Status.WAITING) for file in files]
        self._places = {file: at for at, file in enumerate(files)}
        self.counts = Counter({Status.WAITING: len(files)})
        self.endResetModel()

    def _set(self, row: Row) -> int:
        """Put a row in the place of the one about the same file."""
        at = self._places.get(row.file)
        if at is None:
            return self._add(row)
        self.counts[self.rows[at].status] -= 1
        self.counts[row.status] += 1
        self.rows[at] = row
        return at

    def _row(self, file: Path, status: Status) -> Row:
        return Row(file, str(file).removeprefix(self._folder), status)

    def _add(self, row: Row) -> int:
        """Take a file that came after the list was made."""
        at = len(self.rows)
        self.beginInsertRows(TOP, at, at)
        self.rows.append(row)
        self._places[row.file] = at
        self.counts[row.status] += 1
        self.endInsertRows()
        return at

    def _tell(self, touched: Sequence[int]) -> None:
        if touched:
            first, last = min(touched), max(touched)
            self.dataChanged.emit(self.index(first, FILE), self.index(last, ERRORS))
        self.told.emit()

    def _icon(self, status: Status) -> QIcon:
        if status not in self._icons:
            self._icons[status] = icon(_ICONS[status], self._widget.palette())
        return self._icons[status]

    def _colour(self, status: Status) -> QColor | None:
        shades = tones(self._widget.palette())
        colours = {
            Status.WAITING: shades.quiet,
            Status.SKIPPED: shades.quiet,
            Status.DONE: shades.inserted,
            Status.REVIEWED: shades.inserted,
            Status.REVIEW: shades.replaced,
            Status.FAILED: shades.removed,
        }
        return colours.get(status)


def _folder_of(files: Sequence[Path]) -> str:
    """Return how the paths of files begin that one folder holds."""
    return f"{common_folder([files[0].parent, *files[1:]])}{os.sep}" if files else ""
