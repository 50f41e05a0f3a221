"""The files of a batch as a table model, and the sentences about them."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from subpunct_app.batch.account import FileResult, left_out_text, totals_of
from subpunct_app.batch.batch_plan import common_folder
from subpunct_app.batch.execution import Advanced, Listed, Taken
from subpunct_app.batch.file_search import name_order
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.icons import icon
from subpunct_app.gui.widgets.label_texts import plain_tooltip
from subpunct_app.gui.widgets.row_tables import TOP, HeadedRows, Index
from subpunct_app.languages.language_data import language_name
from subpunct_app.review.journal.records import FileState
from subpunct_app.speech.media.media_files import is_media

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from _typeshed import SupportsRichComparison
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QWidget

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.execution import Event
    from subpunct_app.batch.outcome import Outcome


FILE, STATE, NOTE, WORDS, CHANGES, DOUBTFUL, ERRORS = range(7)
_FIGURES = {WORDS: "words", CHANGES: "applied", DOUBTFUL: "doubtful", ERRORS: "expected_errors"}


class Status(StrEnum):
    """Where a file is on its way."""

    WAITING = tr("waiting")
    WORKING = tr("working")
    DONE = tr("done")
    REVIEW = tr("needs review")
    REVIEWED = tr("reviewed")
    SKIPPED = tr("skipped")
    FAILED = tr("failed")


# What nothing is left to do about, by how much it calls for a look.
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


def in_order(rows: Sequence[QueueRow], column: int, *, descending: bool) -> list[QueueRow]:
    """Return rows by a column; behind them those that have nothing there, and those under way."""
    settled = [row for row in rows if row.status in _RANKED]
    keyed = [(key, row) for row in settled if (key := _sort_key(row, column)) is not None]
    keyed.sort(key=itemgetter(0), reverse=descending)
    lacking = [row for row in settled if _sort_key(row, column) is None]
    under_way = (row for row in rows if row.status not in _RANKED)
    return [*(row for _, row in keyed), *lacking, *under_way]


def _sort_key(row: QueueRow, column: int) -> SupportsRichComparison | None:
    if column == FILE:
        return name_order(row.file.as_posix())
    if column == STATE:
        return _RANKED.index(row.status)
    return _note(row) if column == NOTE else _figure(row, column)


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
    return f"{figure:,.1f}" if column == ERRORS else f"{figure:,.0f}"


def _figure(row: QueueRow, column: int) -> float | None:
    figures = row.outcome.figures if row.outcome else None
    return None if figures is None else float(attrgetter(_FIGURES[column])(figures))


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
        notes.append(tr("first doubtful in cue {cue:,}", cue=figures.first_doubtful))
    if figures.unread:
        notes.append(tr("{n} unread block", "{n} unread blocks", figures.unread))
    if figures.other_language:
        name = language_name(figures.other_language)
        notes.append(tr("lines in {language} not read", language=name))
    return ", ".join(notes)


def finished(counts: Mapping[Status, int]) -> int:
    """Return how many files nothing is left to do about."""
    return sum(counts[status] for status in _RANKED)


def totals(counts: Mapping[Status, int]) -> str:
    """Return how many files there are of each kind."""
    files, done = sum(counts.values()), finished(counts)
    if not files:
        return ""
    if not done:
        return tr("{n} file", "{n} files", files)
    parts = [tr("{done:,} of {n} file", "{done:,} of {n} files", files, done=done)]
    if to_review := counts[Status.REVIEW]:
        parts.append(tr("{n} to be reviewed", "{n} to be reviewed", to_review))
    if reviewed := counts[Status.REVIEWED]:
        parts.append(tr("{n} reviewed", "{n} reviewed", reviewed))
    return " · ".join(parts + _left_undone(counts[Status.SKIPPED], counts[Status.FAILED]))


def _left_undone(skipped: int, failed: int) -> list[str]:
    parts = []
    if skipped:
        parts.append(tr("{n} skipped", "{n} skipped", skipped))
    if failed:
        parts.append(tr("{n} failed", "{n} failed", failed))
    return parts


def summary(account: Account) -> str:
    """Return what became of a batch."""
    found = totals_of(account)
    done = found.done + found.review
    parts = [tr("{n} file done", "{n} files done", done)]
    if found.review:
        parts.append(tr("{n} of them to be reviewed", "{n} of them to be reviewed", found.review))
    parts += _left_undone(found.skipped, found.failed)
    sentence = f"{', '.join(parts)}. {left_out_text(account)}".rstrip()
    if not done:
        return sentence
    left = tr(
        "{changes} in {words}; about {n} error is likely left.",
        "{changes} in {words}; about {n} errors are likely left.",
        round(found.expected_errors),
        changes=tr("{n} change", "{n} changes", found.applied),
        words=tr("{n} word", "{n} words", found.words),
    )
    return f"{sentence} {left}"


# With the colour that stands for each in the palette's tones.
_LOOKS = {
    Status.WAITING: ("clock-outline", "quiet"),
    Status.WORKING: ("progress-pencil", "text"),
    Status.DONE: ("check", "inserted"),
    Status.REVIEW: ("eye-outline", "replaced"),
    Status.REVIEWED: ("check-all", "inserted"),
    Status.SKIPPED: ("debug-step-over", "quiet"),
    Status.FAILED: ("alert-circle-outline", "removed"),
}


class QueueModel(HeadedRows):
    """List files, and take in many events about them with one repaint.

    `disordered` says that the files are not as they were sorted any more.
    """

    headings = (
        *(tr("File"), tr("State"), tr("Note"), tr("Words")),
        *(tr("Changes"), tr("Doubtful"), tr("Errors likely left")),
    )
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
                    before = self._to_review.get(file)
                    # What has that result already is left out, and was to be looked at before.
                    if before and before.result == result and status is Status.SKIPPED:
                        came = before
                    touched.append(self._set(came))
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
        for at, row in enumerate(self.rows):
            if row.result is None or row.to_review[-1] != file:
                continue
            if row.result == file or row.result.resolve() == target.resolve():
                self._tell([self._set(replace(row, status=Status.REVIEWED))])
                return at
        return None

    def next_of(self, status: Status, at: int = -1, step: int = 1) -> QueueRow | None:
        """Return the next file of a kind behind a place, or before it with a step of -1."""
        count = len(self.rows)
        ahead = (self.rows[(at + step * far) % count] for far in range(1, count + 1))
        return next((row for row in ahead if row.status is status), None)

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
            if row.status not in self._icons:
                self._icons[row.status] = icon(_LOOKS[row.status][0], self._widget.palette())
            return self._icons[row.status]
        if role == Qt.ItemDataRole.ForegroundRole and column in (STATE, NOTE):
            return getattr(tones(self._widget.palette()), _LOOKS[row.status][1])
        return super().data(index, role)

    def _list(self, files: Sequence[Path]) -> None:
        self.beginResetModel()
        looked_at = (row for row in self.rows if row.status in (Status.REVIEW, Status.REVIEWED))
        self._to_review = {row.file: row for row in looked_at}
        # How the paths of files begin that one folder holds.
        self._folder = ""
        if files:
            self._folder = f"{common_folder([files[0].parent, *files[1:]])}{os.sep}"
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
