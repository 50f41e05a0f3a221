"""Run a batch: see what is left, hand it to a pool, and write what comes back."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch.account import Account, left_out, without_renamed
from subpunct_app.batch.agenda import Agenda, is_outdated
from subpunct_app.batch.batch_journal import Journal, Planned
from subpunct_app.batch.batch_options import Batch, Existing
from subpunct_app.batch.batch_order import open_journal
from subpunct_app.batch.executor import FileProgress, Item, Parcel, parcels
from subpunct_app.batch.file_search import MEDIA_PATTERNS, PATTERNS, search, text_digest
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.paths import make_folder, resolve_path
from subpunct_app.speech.transcription.transcription_journal import forget
from subpunct_app.subtitles.files import write

if TYPE_CHECKING:
    from subpunct_app.batch.agenda import Accept
    from subpunct_app.batch.executor import Finished, WorkerPool
    from subpunct_app.batch.file_search import Findings
    from subpunct_app.runtime.task import Task

Arrange = Callable[[list[Item]], None]
Listener = Callable[[Outcome], None]


@dataclass(frozen=True, slots=True)
class RunControl:
    """Who hears what became of each file, which files are taken in, and in what order.

    `accept` is asked by the names of files; `arrange` may bring those that are left into another
    order; `watch` hears which parcels are taken and how far their files are.
    """

    tell: Listener = lambda _: None
    accept: Accept = lambda _: True
    arrange: Arrange = lambda _: None
    watch: Callable[[Parcel | FileProgress], None] = lambda _: None


def run(
    batch: Batch,
    pool: WorkerPool,
    task: Task,
    control: RunControl | None = None,
    *,
    resume: bool = False,
) -> Account:
    """Restore the files of a folder.

    With `resume` a batch goes on that was interrupted or killed, files that failed get another
    chance, and results of files that have changed are renewed where nobody touched them. Raise
    SettingsError where folders or orders do not fit, FileError where the journal or the output
    folder cannot be used, Cancelled on request.
    """
    control = control or RunControl()
    check_folders(batch)
    findings = search(batch.folder, batch.search, without=batch.out)
    if not findings.wanted and not findings.closed:
        raise _nothing_in(batch, findings)
    make_folder(batch.out)
    with contextlib.closing(open_journal(batch, resume=resume)) as journal:
        sitting = _Sitting(batch, journal, control)
        closed = tuple(
            Outcome(name, State.FAILED, reason="You may not read it. Change its permissions.")
            for name in findings.closed
        )
        for outcome in closed:
            control.tell(outcome)
        Agenda(batch, journal, sitting.settle).plan(findings, control.accept)
        sitting.work(pool, task)
        outcomes = (*without_renamed(journal.outcomes(), batch.folder), *closed)
        left = left_out(batch, findings)
        return Account(batch, outcomes, sitting.seconds, pool.size, *left)


def check_folders(batch: Batch) -> None:
    """Raise FileError without a folder, SettingsError where results could meet the sources."""
    with translate_os_errors(batch.folder):
        if not batch.folder.exists():
            raise FileError(f"{batch.folder} does not exist.", "Was it moved or deleted?")
        if not batch.folder.is_dir():
            raise FileError(f"{batch.folder} is not a folder.", "Use punctuate for single files.")
    folder, out = resolve_path(batch.folder), resolve_path(batch.out)
    if folder == out or folder.is_relative_to(out):
        raise SettingsError(
            f"The results would lie among the files of {batch.folder}.",
            "Choose another output folder, or one inside.",
        )


class _Sitting:
    """One sitting at a batch: the work on what is left, and how long it takes."""

    def __init__(self, batch: Batch, journal: Journal, control: RunControl) -> None:
        self._batch = batch
        self._journal = journal
        self._control = control
        self._spent = journal.seconds
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Return the seconds spent in this sitting and those before."""
        return self._spent + time.monotonic() - self._started

    def settle(self, outcomes: Iterable[Outcome]) -> None:
        """Keep what became of files, and tell of it."""
        settled = list(outcomes)
        self._journal.settle(settled, {"seconds": str(self.seconds)})
        for outcome in settled:
            self._control.tell(outcome)

    def work(self, pool: WorkerPool, task: Task) -> None:
        """Restore what is left, and write each result as it comes."""
        waiting = {one.found.name: one for one in self._journal.waiting()}
        total = len(self._journal.planned())
        task.step(total - len(waiting), total, "Starting")
        todo = self._parcels(list(waiting.values()), pool.size)
        with contextlib.closing(pool.map(todo, task)) as results:
            for came in results:
                done = total - len(waiting)
                if not isinstance(came, FileProgress):
                    outcome = self._put(came, waiting.pop(came.outcome.source))
                    self.settle([outcome])
                    if came.heard and outcome.state is not State.FAILED:
                        forget(came.heard)
                    task.step(done + 1, total, outcome.source)
                # A slow worker may say of a file how far it is after its end.
                elif came.name in waiting:
                    self._control.watch(came)
                    task.step(done, total, f"{came.name}: {came.fraction:.0%}")
        self._journal.keep({"over": "yes", "seconds": str(self.seconds)})

    def _parcels(self, waiting: Sequence[Planned], workers: int) -> Iterator[Parcel]:
        folder = self._batch.folder.resolve()
        found = [one.found for one in waiting]
        items = [Item(file.name, folder / file.name, file.size) for file in found]
        for parcel in parcels(items, workers, self._control.arrange):
            self._control.watch(parcel)
            yield parcel

    def _put(self, finished: Finished, planned: Planned) -> Outcome:
        """Write the result of a file, if it has one."""
        if finished.content is None:
            return finished.outcome
        digest = hashlib.sha256(finished.content).hexdigest()
        outcome = replace(
            finished.outcome,
            target=planned.target,
            sha256=digest,
            source_sha256=text_digest(self._batch.folder, planned.found),
        )
        path = self._batch.out / planned.target
        self._journal.announce(outcome)
        try:
            make_folder(path.parent)
            _refuse_links(path, self._batch.out)
            replaces = self._batch.existing is Existing.REPLACE
            overwrite = replaces or is_outdated(self._batch, planned)
            write(finished.content, path, overwrite=overwrite)
        except FileError as error:
            return Outcome(outcome.source, State.FAILED, reason=str(error))
        return outcome


def _refuse_links(path: Path, out: Path) -> None:
    """Refuse to write through a link: it leads to a source perhaps, or to another result."""
    with translate_os_errors(path):
        leads_away = path.is_symlink() or not path.resolve().is_relative_to(out.resolve())
    if leads_away:
        raise FileError(f"{path} is a link to another place.", "Remove that link.")


def _nothing_in(batch: Batch, findings: Findings) -> FileError:
    folder, media = batch.folder, replace(batch.search, patterns=MEDIA_PATTERNS)
    looked_for_texts = batch.search.patterns == PATTERNS
    if looked_for_texts and search(folder, media, without=batch.out).files:
        return FileError(
            f"{folder} holds recordings, but no subtitles or texts.",
            "Let --transcribe hear them; see: models speech.",
        )
    if not findings.results:
        return FileError(f"{folder} holds no such files.", "Check the folder and --pattern.")
    return FileError(
        f"{folder} holds no such files but results of batches, as in {findings.results[0]}.",
        "Name that folder itself if it is meant.",
    )
