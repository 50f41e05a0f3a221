"""The files of a batch as they are listed: what each row says, and how rows are ordered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from subpunct_app.batch.file_search import name_order
from subpunct_app.languages.language_data import language_name
from subpunct_app.review.journal.records import FileState
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

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
class Row:
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


def in_order(rows: Sequence[Row], column: int, *, descending: bool) -> list[Row]:
    """Return rows by a column, and those that are under way behind them as they were."""
    settled = [row for row in rows if row.status not in _UNDER_WAY]
    under_way = [row for row in rows if row.status in _UNDER_WAY]
    return [*_by_column(settled, column, descending=descending), *under_way]


def cell_text(row: Row, column: int) -> str:
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


def _by_column(rows: Sequence[Row], column: int, *, descending: bool) -> list[Row]:
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


def _figure(row: Row, column: int) -> float | None:
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


def _note(row: Row) -> str:
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
