"""Run a batch: plan it, hand it to a pool, write what comes back, and keep account of it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.core.errors import FileError, SettingsError
from subpunct_app.core.obstacles import translated
from subpunct_app.services.batch import reviewed
from subpunct_app.services.batch.digests import digest_of, text_digest, without_renamed
from subpunct_app.services.batch.journal import Journal, Planned, journal_in
from subpunct_app.services.batch.kept_order import opened
from subpunct_app.services.batch.mirror import Mirror
from subpunct_app.services.batch.order import Batch, Existing, Item, parcels
from subpunct_app.services.batch.outcome import Outcome, State
from subpunct_app.services.batch.search import (
    JOURNAL,
    MEDIA_PATTERNS,
    PATTERNS,
    Findings,
    Found,
    search,
)
from subpunct_app.services.batch.worker_pool import Step
from subpunct_app.services.files import TEMPORARY, write
from subpunct_app.services.media.media_files import is_recording
from subpunct_app.services.paths import is_folder, is_there, make_folder, place_of
from subpunct_app.services.transcription.journal import forget

if TYPE_CHECKING:
    from subpunct_app.core.task import Task
    from subpunct_app.services.batch.priorities import Arrange
    from subpunct_app.services.batch.worker_pool import Finished, WorkerPool

Listener = Callable[[Outcome], None]
Accept = Callable[[str], bool]

_STALE = (
    "It has changed since it was restored. Its result may hold somebody's work, so it stays; "
    "move that away to have the file restored again."
)


@dataclass(frozen=True, slots=True)
class Account:
    """What became of a batch; `seconds` adds up all the times it was taken up again.

    `left_out` are the folders in it with what other batches have written, `unnamed` the recordings
    that were not taken as their names do not tell what they are.
    """

    batch: Batch
    outcomes: tuple[Outcome, ...]
    seconds: float
    workers: int
    left_out: tuple[Path, ...] = ()
    unnamed: tuple[Path, ...] = ()


def run(
    batch: Batch,
    pool: WorkerPool,
    task: Task,
    *,
    resume: bool = False,
    tell: Listener = lambda _: None,
    accept: Accept = lambda _: True,
    arrange: Arrange = lambda _: None,
) -> Account:
    """Restore the files of a folder; `tell` hears what became of each.

    With `resume` a batch goes on that was interrupted or killed, files that failed get another
    chance, and results of files that have changed are renewed where nobody touched them. Only
    files whose names are accepted are taken in; `arrange` may bring those that are left into
    another order. Raise SettingsError where folders or orders do not fit, FileError where the
    journal or the output folder cannot be used, Cancelled on request.
    """
    check_folders(batch)
    findings = search(batch.folder, batch.search, without=batch.out)
    if not findings.wanted and not findings.closed:
        raise _nothing_in(batch, findings, task)
    make_folder(batch.out)
    with contextlib.closing(opened(batch, resume=resume)) as journal:
        work = _Work(batch, journal, tell)
        work.plan(findings, accept)
        work.do(pool, task, arrange)
        left_out = _left_out(batch.folder, findings, task)
        return Account(batch, work.outcomes(), work.seconds, pool.size, *left_out)


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
    left_out = _left_out(batch.folder, findings, task)
    return Account(batch, tuple(outcomes), seconds, pool.size, *left_out)


def check_folders(batch: Batch) -> None:
    """Raise FileError without a folder, SettingsError where results could meet the sources."""
    with translated(batch.folder):
        if not batch.folder.exists():
            raise FileError(f"{batch.folder} does not exist.", "Was it moved or deleted?")
        if not batch.folder.is_dir():
            raise FileError(f"{batch.folder} is no folder.", "Use punctuate for single files.")
    folder, out = place_of(batch.folder), place_of(batch.out)
    if folder == out or folder.is_relative_to(out):
        raise SettingsError(
            f"The results would lie among the files of {batch.folder}.",
            "Choose another output folder, or one inside.",
        )


class _Work:
    """One sitting at a batch."""

    def __init__(self, batch: Batch, journal: Journal, tell: Listener) -> None:
        self._batch = batch
        self._journal = journal
        self._tell = tell
        self._closed: list[Outcome] = []
        self._reviews = reviewed.load()
        self._spent = journal.seconds
        self._started = time.monotonic()
        self._folder = str(batch.folder.resolve())
        self._mirror = Mirror([JOURNAL, *(one.target for one in journal.planned())], self._former())

    @property
    def seconds(self) -> float:
        """Return the seconds spent in this sitting and those before."""
        return self._spent + time.monotonic() - self._started

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return what became of all files so far."""
        return (*without_renamed(self._journal.outcomes(), self._batch.folder), *self._closed)

    def plan(self, findings: Findings, accept: Accept) -> None:
        """Say what is left to do, and where each result goes."""
        self._closed = [
            Outcome(name, State.FAILED, reason="It is not open to you. Change its permissions.")
            for name in findings.closed
        ]
        for outcome in self._closed:
            self._tell(outcome)
        self._confirm()
        self._forget_removed(findings)
        skipped = filter(self._has_way, self._journal.skipped())
        again = (*self._journal.failed(), *(one.source for one in skipped))
        self._journal.reopen(list(filter(accept, again)))
        known = {one.found.name: one for one in self._journal.planned()}
        right = self._still_right(findings.files, known)
        self._journal.note_found(right)
        known |= {file.name: replace(known[file.name], found=file) for file in right}
        gone = [Found(name, 0, 0) for name in findings.missing if name not in known]
        files = [file for file in (*findings.files, *gone) if accept(file.name)]
        new = [file.name for file in files if file.name not in known]
        targets = self._mirror.place_all(new, self._batch.order.kind)
        self._journal.plan(
            [
                replace(known[file.name], found=file)
                if file.name in known
                else Planned(file, targets[file.name])
                for file in files
                if file.name not in known or known[file.name].found != file
            ],
            self._folder,
        )
        if self._batch.existing is not Existing.VERSION:
            self._journal.outdate(self._folder, self._is_right)
        self._clean_up()
        self._make_way()

    def _still_right(self, files: Iterable[Found], known: Mapping[str, Planned]) -> list[Found]:
        """Return the files that are found otherwise than before, though their results are right."""
        made = {one.source: one for one in self._journal.outcomes()}
        found = {one.found for one in known.values()}
        return [
            file
            for file in files
            if file.name in made and file not in found and self._is_right(made[file.name])
        ]

    def _is_right(self, made: Outcome) -> bool:
        """Tell whether a text is what its result was made of, or what was reviewed there since.

        Copies and restored files have other times.
        """
        if not made.source_sha256:
            return False
        found = digest_of(self._batch.folder / made.source)
        if found is None or found == made.source_sha256:
            return found is not None
        result = self._batch.out / made.target
        return found == reviewed.text_read(self._reviews, result, made.sha256) and is_there(result)

    def _confirm(self) -> None:
        """Settle what was written whole when the program died."""
        announced = self._journal.announced()
        whole = [one for one in announced if digest_of(self._batch.out / one.target) == one.sha256]
        self._settle(whole)
        self._journal.reopen([one.source for one in announced if one not in whole])

    def _forget_removed(self, findings: Findings) -> None:
        """Forget files without a result that were taken out of the folder since.

        Also those among results, which an earlier version took for sources.
        """
        undone = {*self._journal.failed(), *(one.found.name for one in self._journal.waiting())}
        undone.difference_update(findings.missing)
        self._journal.forget(
            one.found.name
            for one in self._journal.planned()
            if one.found.name in undone
            and one.outdated is None
            and (
                not os.path.lexists(self._batch.folder / one.found.name)
                or findings.leaves_out(one.found.name)
            )
        )

    def _clean_up(self) -> None:
        """Remove what was half written when the program died."""
        for folder in {(self._batch.out / one.target).parent for one in self._journal.planned()}:
            # What is not open to us is told of the files whose results belong there.
            with contextlib.suppress(OSError):
                for left in folder.glob(TEMPORARY):
                    left.unlink()

    def _make_way(self) -> None:
        """Leave what others wrote where results should go, or find other names for those."""
        if self._batch.existing is Existing.REPLACE:
            return
        taken = [
            one
            for one in self._journal.waiting()
            if not (self._is_free(one.target) or self._is_outdated(one))
        ]
        if self._batch.existing is Existing.SKIP:
            # A folder is no result: whoever writes there says so.
            results = [one for one in taken if not is_folder(self._batch.out / one.target)]
            self._settle(map(_left, results))
            return
        self._journal.plan(
            [replace(one, target=self._other_place(one.found.name)) for one in taken],
            self._folder,
        )

    def _other_place(self, name: str) -> str:
        return self._mirror.place(name, self._batch.order.kind, self._is_free)

    def _former(self) -> dict[str, list[str]]:
        """Return the results that former batches wrote of each file, where both are there still."""
        return {
            source: [target for target in targets if not self._is_free(target)]
            for source, targets in self._journal.former(self._folder).items()
            if os.path.lexists(self._batch.folder / source)
        }

    def _has_way(self, skipped: Outcome) -> bool:
        """Tell whether a file that was skipped can have a result by now."""
        return self._batch.existing is not Existing.SKIP or self._is_free(skipped.target)

    def _is_free(self, target: str) -> bool:
        """Tell whether nothing stands there; where nobody can tell, whoever writes says why."""
        return not os.path.lexists(self._batch.out / target)

    def _is_outdated(self, planned: Planned) -> bool:
        """Tell whether a result is what this batch wrote of a file that has changed since."""
        written = planned.outdated
        return bool(written) and digest_of(self._batch.out / planned.target) == written

    def do(self, pool: WorkerPool, task: Task, arrange: Arrange) -> None:
        """Restore what is left, and write each result as it comes."""
        waiting = self._journal.waiting()
        planned = {one.found.name: one for one in waiting}
        total = len(self._journal.planned())
        done = total - len(waiting)
        task.step(done, total, "Starting")
        todo = parcels(self._items(waiting), pool.size, arrange)
        with contextlib.closing(pool.map(todo, task)) as results:
            for finished in results:
                if isinstance(finished, Step):
                    task.step(done, total, f"{finished.name}: {finished.fraction:.0%}")
                    continue
                outcome = self._put(finished, planned[finished.outcome.source])
                self._settle([outcome])
                if finished.heard and outcome.state is not State.FAILED:
                    forget(finished.heard)
                done += 1
                task.step(done, total, finished.outcome.source)
        self._journal.keep({"over": "yes", "seconds": str(self.seconds)})

    def _items(self, waiting: Sequence[Planned]) -> list[Item]:
        folder = self._batch.folder.resolve()
        return [Item(one.found.name, folder / one.found.name, one.found.size) for one in waiting]

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
            replacing = self._batch.existing is Existing.REPLACE or self._is_outdated(planned)
            write(finished.content, path, overwrite=replacing)
        except FileError as error:
            return Outcome(outcome.source, State.FAILED, reason=str(error))
        return outcome

    def _settle(self, outcomes: Iterable[Outcome]) -> None:
        settled = list(outcomes)
        self._journal.settle(settled, {"seconds": str(self.seconds)})
        for outcome in settled:
            self._tell(outcome)


def _left(planned: Planned) -> Outcome:
    """Return what becomes of a file whose result is left as it is."""
    if planned.outdated is None:
        reason = "Its result exists already."
        return Outcome(planned.found.name, State.SKIPPED, planned.target, reason)
    return Outcome(planned.found.name, State.FAILED, reason=_STALE)


def _refuse_links(path: Path, out: Path) -> None:
    """Refuse to write through a link: it leads to a source perhaps, or to another result."""
    with translated(path):
        leads_away = path.is_symlink() or not path.resolve().is_relative_to(out.resolve())
    if leads_away:
        raise FileError(f"{path} is a link to another place.", "Remove that link.")


def _left_out(
    folder: Path, findings: Findings, task: Task
) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the folders and the recordings that are left out, as an account names them."""
    folders = tuple(folder / name for name in findings.results)
    return folders, tuple(_recordings(folder, findings, task))


def _recordings(folder: Path, findings: Findings, task: Task) -> Iterator[Path]:
    """Yield the files that only their first bytes tell as recordings."""
    for name in findings.unnamed:
        task.step(0, 0, "Looking for recordings")
        if is_recording(folder / name):
            yield folder / name


def _nothing_in(batch: Batch, findings: Findings, task: Task) -> FileError:
    folder = batch.folder
    recording = next(_recordings(folder, findings, task), None)
    if recording is not None:
        return FileError(
            f"{folder} holds no files that are named as recordings or texts are.",
            f"Let {recording.name} end in .mp4 or .mp3, say.",
        )
    if _holds_only_media(batch):
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


def _holds_only_media(batch: Batch) -> bool:
    """Tell whether a folder without texts, all of which were looked for, holds recordings."""
    if batch.search.patterns != PATTERNS:
        return False
    media = replace(batch.search, patterns=MEDIA_PATTERNS)
    return bool(search(batch.folder, media, without=batch.out).files)
