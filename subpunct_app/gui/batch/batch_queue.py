"""The files of a batch as a table model, and the sentences about them."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from subpunct_app.batch.account import left_out_text, totals_of
from subpunct_app.batch.batch_plan import common_folder
from subpunct_app.batch.batch_progress import FileResult
from subpunct_app.batch.execution import Advanced, Listed, Taken
from subpunct_app.batch.file_search import name_order
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.icons import icon
from subpunct_app.gui.widgets.label_texts import plain_tooltip
from subpunct_app.gui.widgets.row_tables import TOP, HeadedRows, Index
from subpunct_app.languages.language_data import language_name
from subpunct_app.review.journal.records import FileState
from subpunct_app.runtime.errors import FileError
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.text.quantities import counted, counted_are

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from PySide6.QtGui import QColor, QIcon
    from PySide6.QtWidgets import QWidget

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.execution import Event
    from subpunct_app.batch.outcome import Outcome


FILE, STATE, NOTE, WORDS, CHANGES, DOUBTFUL, ERRORS = range(7)


class Status(StrEnum):
    """Where a file is on its way."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    REVIEW = "needs review"
    REVIEWED = "reviewed"
    SKIPPED = "skipped"
    FAILED = "failed"


_UNDER_WAY = (Status.WAITING, Status.WORKING)
# By how much they call for a look.
_RANKED = (Status.FAILED, Status.REVIEW, Status.REVIEWED, Status.DONE, Status.SKIPPED)


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One file, the name it is listed by, and what became of it."""

    file: Path
    name: str
    status: Status
    outcome: Outcome | None = None
    result: Path | None = None
    fraction: float = 0.0

    @property
    def to_review(self) -> list[Path]:
        """Return what to open for a review: the file, or what was heard in it along with it."""
        if not is_media(self.file):
            return [self.file]
        return [self.file, self.result] if self.result else [self.file]

    @property
    def written(self) -> FileState | None:
        """Return the result of a text as it was written, None where it has none."""
        if self.result is None or self.outcome is None or is_media(self.file):
            return None
        return FileState(self.result, self.outcome.sha256) if self.outcome.sha256 else None

    def is_reviewed_by(self, file: Path, target: Path) -> bool:
        """Tell whether the export of a file takes the place of the result, or is about it."""
        if self.result is None or self.to_review[-1] != file:
            return False
        return self.result == file or self.result.resolve() == target.resolve()


def in_order(rows: Sequence[QueueRow], column: int, *, descending: bool) -> list[QueueRow]:
    """Return rows by a column, and those that are under way behind them as they were."""
    settled = [row for row in rows if row.status not in _UNDER_WAY]
    under_way = [row for row in rows if row.status in _UNDER_WAY]
    return [*_by_column(settled, column, descending=descending), *under_way]


def cell_text(row: QueueRow, column: int) -> str:
    """Return what a row says in a column."""
    if column == FILE:
        return row.name
    if column == STATE:
        return f"{row.status} {row.fraction:.0%}" if row.fraction else row.status.value
    if column == NOTE:
        return _note(row)
    figure = _figure(row, column)
    if figure is None:
        return ""
    return f"{figure:,.1f}" if column == ERRORS else f"{figure:,}"


def _by_column(rows: Sequence[QueueRow], column: int, *, descending: bool) -> list[QueueRow]:
    """Return rows by a column; those that lack its figure come last both ways."""
    if column == FILE:
        return sorted(rows, key=lambda row: name_order(row.file.as_posix()), reverse=descending)
    if column == STATE:
        return sorted(rows, key=lambda row: _RANKED.index(row.status), reverse=descending)
    if column == NOTE:
        return sorted(rows, key=_note, reverse=descending)
    figures = [(_figure(row, column), row) for row in rows]
    known = [(figure, row) for figure, row in figures if figure is not None]
    known.sort(key=lambda one: one[0], reverse=descending)
    return [row for _, row in known] + [row for figure, row in figures if figure is None]


def _figure(row: QueueRow, column: int) -> float | None:
    """Return the number in a column, None for a file without figures."""
    figures = row.outcome.figures if row.outcome else None
    if figures is None:
        return None
    numbers = {
        WORDS: figures.words,
        CHANGES: figures.applied,
        DOUBTFUL: figures.doubtful,
        ERRORS: figures.expected_errors,
    }
    return numbers[column]


def _note(row: QueueRow) -> str:
    """Return why a file failed or was skipped, or what calls for a review."""
    if row.outcome is None:
        return ""
    figures = row.outcome.figures
    if row.outcome.reason or figures is None:
        # Behind a long name there would be no room for what is wrong; it stands beside this.
        nameless = row.outcome.reason.removeprefix(f"{row.file} ")
        return nameless.removeprefix(f"{row.file.name} ")
    notes = []
    if figures.first_doubtful is not None:
        notes.append(f"first doubtful in cue {figures.first_doubtful:,}")
    if figures.unread:
        notes.append(counted(figures.unread, "unread block"))
    if figures.other_language:
        notes.append(f"lines in {language_name(figures.other_language)} not read")
    return ", ".join(notes)


def finished(counts: Mapping[Status, int]) -> int:
    """Return how many files nothing is left to do about."""
    return sum(counts.values()) - counts[Status.WAITING] - counts[Status.WORKING]


def totals(counts: Mapping[Status, int]) -> str:
    """Return how many files there are of each kind."""
    files = sum(counts.values())
    if not files:
        return ""
    if not finished(counts):
        return counted(files, "file")
    parts = [f"{finished(counts):,} of {counted(files, 'file')}"]
    notes = {
        Status.REVIEW: "to be reviewed",
        Status.REVIEWED: "reviewed",
        Status.SKIPPED: "skipped",
        Status.FAILED: "failed",
    }
    parts += [f"{counts[status]:,} {text}" for status, text in notes.items() if counts[status]]
    return " · ".join(parts)


def watching_text(missing: Sequence[Path]) -> str:
    """Return that folders are watched, and how many of them are missing."""
    if not missing:
        return "watching"
    return f"watching, {counted_are(len(missing), 'folder')} missing"


def missing_error(missing: Sequence[Path]) -> FileError:
    """Return which watched folders are missing, and what becomes of them."""
    return FileError(
        f"These folders were moved or deleted, or cannot be read: {', '.join(map(str, missing))}.",
        "The others are still watched, and these will be again once they are back.",
    )


def summary(account: Account) -> str:
    """Return what became of a batch."""
    found = totals_of(account)
    done = found.done + found.review
    parts = [f"{counted(done, 'file')} done"]
    if found.review:
        parts.append(f"{found.review:,} of them to be reviewed")
    if found.skipped:
        parts.append(f"{found.skipped:,} skipped")
    if found.failed:
        parts.append(f"{found.failed:,} failed")
    sentence = f"{', '.join(parts)}. {left_out_text(account)}".rstrip()
    if not done:
        return sentence
    changes = f"{counted(found.applied, 'change')} in {counted(found.words, 'word')}"
    errors = counted_are(round(found.expected_errors), "error")
    return f"{sentence} {changes}; about {errors} likely left."


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
        self._to_review: dict[Path, QueueRow] = {}
        self.rows: list[QueueRow] = []
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
                case FileResult(file, outcome, result, reviewed):
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

    def next_doubtful(self, at: int = 0) -> QueueRow | None:
        """Return the next file from a place on that needs review, or the first one there is."""
        left = (row for row in (*self.rows[at:], *self.rows[:at]) if row.status is Status.REVIEW)
        return next(left, None)

    def next_failed(self, at: int, step: int) -> QueueRow | None:
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
            return plain_tooltip(str(row.file) if column == FILE else cell_text(row, column))
        if role == Qt.ItemDataRole.DecorationRole and column == STATE:
            return self._icon(row.status)
        if role == Qt.ItemDataRole.ForegroundRole and column in (STATE, NOTE):
            return self._colour(row.status)
        return super().data(index, role)

    def _left_as_it_was(self, came: QueueRow) -> QueueRow:
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

    def _set(self, row: QueueRow) -> int:
        """Put a row in the place of the one about the same file."""
        at = self._places.get(row.file)
        if at is None:
            return self._add(row)
        self.counts[self.rows[at].status] -= 1
        self.counts[row.status] += 1
        self.rows[at] = row
        return at

    def _row(self, file: Path, status: Status) -> QueueRow:
        return QueueRow(file, str(file).removeprefix(self._folder), status)

    def _add(self, row: QueueRow) -> int:
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
