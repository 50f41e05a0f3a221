"""What became of a batch: which files count, and what it has left out."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.batch.journal import journal_in
from subpunct_app.batch.search import search
from subpunct_app.speech.media.media_files import is_recording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from subpunct_app.batch.order import Batch
    from subpunct_app.batch.outcome import Outcome
    from subpunct_app.batch.search import Findings
    from subpunct_app.batch.worker_pool import WorkerPool
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
