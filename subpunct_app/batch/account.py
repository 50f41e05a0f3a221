"""What became of a batch: which files count, their sums, and what it has left out."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch.batch_journal import journal_in
from subpunct_app.batch.file_search import search
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.speech.media.media_files import is_media, is_recording
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.batch.batch_options import Batch
    from subpunct_app.batch.executor import WorkerPool
    from subpunct_app.batch.file_search import Findings
    from subpunct_app.runtime.task import Task


@dataclass(frozen=True, slots=True)
class Account:
    """What became of a batch; `seconds` adds up all the times it was taken up again.

    `left_out` are the folders in it with what other batches have written, `unnamed` the recordings
    that were not taken as their names do not tell what they are, and `exports` the texts that were
    not, as they lie beside what they were made of.
    """

    batch: Batch
    outcomes: tuple[Outcome, ...]
    seconds: float
    workers: int
    left_out: tuple[Path, ...] = ()
    unnamed: tuple[Path, ...] = ()
    exports: tuple[Path, ...] = ()


def account_so_far(batch: Batch, pool: WorkerPool, task: Task) -> Account:
    """Return what a batch that was interrupted has done, and what it leaves out.

    Raise FileError as `run` does, Cancelled on request.
    """
    with journal_in(batch.out) as journal:
        if journal is None:
            return Account(batch, (), 0.0, pool.size)
        outcomes, seconds = journal.outcomes(), journal.seconds
    outcomes = without_renamed(outcomes, batch.folder)
    findings = search(batch.folder, batch.search, without=batch.out)
    left = left_out(batch.folder, findings, task)
    return Account(batch, tuple(outcomes), seconds, pool.size, *left)


def without_renamed(outcomes: Sequence[Outcome], folder: Path) -> list[Outcome]:
    """Leave out texts that are gone where another one of them has the bytes that they had."""
    alike = Counter(one.source_sha256 for one in outcomes if one.source_sha256)
    several = [one for one in outcomes if alike[one.source_sha256] > 1]
    gone = {one.source for one in several if not os.path.lexists(folder / one.source)}
    there = {one.source_sha256 for one in several if one.source not in gone}
    return [one for one in outcomes if one.source not in gone or one.source_sha256 not in there]


def left_out(
    folder: Path, findings: Findings, task: Task
) -> tuple[tuple[Path, ...], tuple[Path, ...], tuple[Path, ...]]:
    """Return the folders, recordings and exports that are left out, as an account names them."""
    folders = tuple(folder / name for name in findings.results)
    exports = tuple(folder / name for name in findings.exports)
    return folders, tuple(unnamed_recordings(folder, findings, task)), exports


def unnamed_recordings(folder: Path, findings: Findings, task: Task) -> Iterator[Path]:
    """Yield the files that only their first bytes tell as recordings."""
    for name in findings.unnamed:
        task.step(0, 0, "Looking for recordings")
        if is_recording(folder / name):
            yield folder / name


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums over all files; `seconds` passed on the clock, whatever the number of workers."""

    files: int
    done: int
    review: int
    skipped: int
    failed: int
    words: int
    marks_before: int
    marks_after: int
    suggestions: int
    applied: int
    doubtful: int
    expected_errors: float
    seconds: float
    words_per_second: float
    workers: int


def left_out_text(account: Account) -> str:
    """Return what is to be said of what was not looked through or taken, empty without any."""
    texts = (_folders_text(account), _exports_text(account), _unnamed_text(account))
    return " ".join(filter(None, texts))


def totals_of(account: Account) -> Totals:
    """Add up the files of a batch."""
    states = Counter(outcome.state for outcome in account.outcomes)
    figures = [outcome.figures for outcome in account.outcomes if outcome.figures]
    words = sum(one.words for one in figures)
    return Totals(
        files=len(account.outcomes),
        done=states[State.DONE],
        review=states[State.REVIEW],
        skipped=states[State.SKIPPED],
        failed=states[State.FAILED],
        words=words,
        marks_before=sum(one.marks_before for one in figures),
        marks_after=sum(one.marks_after for one in figures),
        suggestions=sum(one.suggestions for one in figures),
        applied=sum(one.applied for one in figures),
        doubtful=sum(one.doubtful for one in figures),
        expected_errors=round(sum(one.expected_errors for one in figures), 2),
        seconds=round(account.seconds, 3),
        words_per_second=round(words / account.seconds, 1) if account.seconds else 0.0,
        workers=account.workers,
    )


def ranked(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return failures first, then recordings that call for a look by what is said of them.

    The others come by how many errors are likely left in them.
    """
    return sorted(outcomes, key=lambda one: (_rank(one), -one.expected_errors, one.source))


def _rank(outcome: Outcome) -> int:
    if outcome.state is State.FAILED:
        return 0
    # Half a film has few words, and few errors.
    remarked = outcome.state is State.REVIEW and outcome.reason
    return 1 if remarked and is_media(Path(outcome.source)) else 2


def _folders_text(account: Account) -> str:
    if not account.left_out:
        return ""
    return f"{counted(len(account.left_out), 'folder')} left out, with results of other batches."


def _exports_text(account: Account) -> str:
    if not account.exports:
        return ""
    left = f"{counted(len(account.exports), 'export')} left out, because the source lies beside it"
    return f"{left}, first {account.exports[0]}."


def _unnamed_text(account: Account) -> str:
    if not account.unnamed:
        return ""
    left = f"{counted(len(account.unnamed), 'recording')} left out, because of a missing ending"
    return f"{left} such as .mp4, first {account.unnamed[0]}."
