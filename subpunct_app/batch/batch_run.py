"""What a batch has left to do, and where each result goes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch import reviewed
from subpunct_app.batch.account import Account, left_out
from subpunct_app.batch.batch_journal import Journal, Planned, open_journal
from subpunct_app.batch.batch_options import Batch, Existing
from subpunct_app.batch.executor import FileProgress, Item, Parcel, parcels
from subpunct_app.batch.file_search import (
    JOURNAL,
    MEDIA_PATTERNS,
    PATTERNS,
    Found,
    digest_of,
    search,
    text_digest,
)
from subpunct_app.batch.mirror import Mirror
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.paths import is_folder, make_folder, path_exists, resolve_path
from subpunct_app.speech.transcription.transcription_journal import forget
from subpunct_app.subtitles.files import TEMPORARY, write

if TYPE_CHECKING:
    from subpunct_app.batch.executor import Finished, WorkerPool
    from subpunct_app.batch.file_search import Findings
    from subpunct_app.runtime.task import Task


Accept = Callable[[str], bool]
Settle = Callable[[Iterable[Outcome]], None]

_STALE = (
    "It changed after it was restored. Its result may hold somebody's work, so it stays; "
    "move the result away to have the file restored again."
)


class Agenda:
    """Bring the journal of a batch up to date with the files that lie there now."""

    def __init__(self, batch: Batch, journal: Journal, settle: Settle) -> None:
        self._batch = batch
        self._journal = journal
        self._settle = settle
        self._reviews = reviewed.load()
        self._results = journal.results()
        self._mirror = Mirror([JOURNAL, *(one.target for one in journal.planned())], self._former())

    def plan(self, findings: Findings, accept: Accept) -> None:
        """Say what is left to do, and where each result goes; settle what needs no more work."""
        self._confirm()
        skipped = [
            one.source
            for one in self._journal.skipped()
            if self._batch.existing is not Existing.SKIP or self._is_free(one.target)
        ]
        self._journal.reopen(list(filter(accept, (*self._journal.failed(), *skipped))))
        self._forget_removed(findings)
        self._take_in(findings, accept)
        self._clean_up()
        self._make_way()

    def _take_in(self, findings: Findings, accept: Accept) -> None:
        """Plan the files that are new or have changed; those that are missing will fail."""
        known = {one.found.name: one for one in self._journal.planned()}
        made = {one.source: one for one in self._journal.outcomes()}
        gone = [Found(name, 0, 0) for name in findings.missing if name not in known]
        fresh = [
            file
            for file in (*findings.files, *gone)
            if file.name not in known or known[file.name].found != file
        ]
        right = [file for file in fresh if file.name in made and self._is_right(made[file.name])]
        self._journal.note_found(right)
        files = [file for file in fresh if file not in right and accept(file.name)]
        new = [file.name for file in files if file.name not in known]
        targets = self._mirror.place_all(new, self._batch.order.kind)
        plans = [known.get(file.name) or Planned(file, targets[file.name]) for file in files]
        self._journal.plan(
            replace(one, found=file, outdated=self._outdated(file, one, made.get(file.name)))
            for file, one in zip(files, plans, strict=True)
        )

    def _outdated(self, file: Found, planned: Planned, made: Outcome | None) -> str | None:
        """Return the `outdated` of a file that is planned, after it was `made` perhaps."""
        if planned.outdated is not None:
            return planned.outdated
        found, outcome = self._results.get(planned.target, (None, None))
        if found is None or outcome is None or found.name != file.name:
            return None if made is None else ""
        if made is not None:
            return outcome.sha256
        # Other versions are written of all files.
        follows = self._batch.existing is not Existing.VERSION and found != file
        return outcome.sha256 if follows and not self._is_right(outcome) else None

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
        was_read = found == reviewed.text_read(self._reviews, result, made.sha256)
        return was_read and path_exists(result)

    def _confirm(self) -> None:
        """Settle what was written whole when the program died."""
        announced = self._journal.announced()
        whole = [one for one in announced if digest_of(self._batch.out / one.target) == one.sha256]
        self._settle(whole)
        self._journal.reopen([one.source for one in announced if one not in whole])
        if whole:
            self._results = self._journal.results()

    def _forget_removed(self, findings: Findings) -> None:
        """Forget files without a result that were taken out of the folder since."""
        undone = {one.found.name for one in self._journal.waiting()}
        undone.update(one.source for one in self._journal.outcomes() if not one.target)
        undone.difference_update(findings.missing)
        self._journal.forget(
            one.found.name
            for one in self._journal.planned()
            if one.found.name in undone
            and (one.outdated is None or self._is_free(one.target))
            and not os.path.lexists(self._batch.folder / one.found.name)
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
            if not (self._is_free(one.target) or is_outdated(self._batch, one))
        ]
        if self._batch.existing is Existing.SKIP:
            # A folder is no result: whoever writes there says so.
            results = [one for one in taken if not is_folder(self._batch.out / one.target)]
            self._settle(map(_left, results))
            return
        kind = self._batch.order.kind
        self._journal.plan(
            Planned(one.found, self._mirror.place(one.found.name, kind, self._is_free))
            for one in taken
        )

    def _former(self) -> dict[str, list[str]]:
        """Return the results that former batches wrote of each file, where both are there still."""
        former: dict[str, list[str]] = {}
        for target, (found, _) in self._results.items():
            if not self._is_free(target) and os.path.lexists(self._batch.folder / found.name):
                former.setdefault(found.name, []).append(target)
        return former

    def _is_free(self, target: str) -> bool:
        """Tell whether nothing stands there; where nobody can tell, whoever writes says why."""
        return not os.path.lexists(self._batch.out / target)


def is_outdated(batch: Batch, planned: Planned) -> bool:
    """Tell whether a result is what this batch wrote of a file that has changed since."""
    written = planned.outdated
    return bool(written) and digest_of(batch.out / planned.target) == written


def _left(planned: Planned) -> Outcome:
    """Return what becomes of a file whose result is left as it is."""
    if planned.outdated is None:
        reason = "Its result exists already."
        return Outcome(planned.found.name, State.SKIPPED, planned.target, reason)
    return Outcome(planned.found.name, State.FAILED, reason=_STALE)


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
        outcomes = (*journal.outcomes(), *closed)
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
