"""Watch folders: tell which files are new in them, once they have come to rest."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.batch.batch_journal import check_order, journal_in
from subpunct_app.batch.batch_run import RunControl, check_folders, run
from subpunct_app.batch.file_search import Found, search
from subpunct_app.runtime.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.batch_options import Batch
    from subpunct_app.batch.batch_run import Listener
    from subpunct_app.batch.executor import WorkerPool
    from subpunct_app.runtime.task import Task

# A file that is being copied has grown, or its time has changed, after so many seconds.
REST_SECONDS = 2.0
_TICK = 0.1


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What a look at the folders of batches has found.

    `files` are new and at rest; `restless` tells whether others are still changing. `folders` are
    those that were looked through. Of all files `there`, those that are `known` are unchanged since
    they were done. `missing` are folders that are gone, or not open to us.
    """

    files: frozenset[Path]
    restless: bool
    folders: tuple[Path, ...]
    there: tuple[Path, ...]
    known: frozenset[Path]
    missing: tuple[Path, ...]


class Watch:
    """Compare what lies in the folders of batches with what was done, and with the look before.

    Whoever looks leaves REST_SECONDS between two looks. What is half copied when the watch
    begins is as safe as what comes later: every file has to be seen twice. With `resume` files
    that failed are not done.
    """

    def __init__(self, batches: Sequence[Batch], *, resume: bool = False) -> None:
        self._batches = tuple(batches)
        self._done = {
            path: found for batch in batches for path, found in _done(batch, resume=resume)
        }
        self._before: Mapping[Path, Found] = {}

    def look(self) -> Arrivals:
        """Return what is new and not taken yet."""
        found = [
            (batch, search(batch.folder, batch.search, without=batch.out))
            for batch in self._batches
        ]
        files = {batch.folder / file.name: file for batch, one in found for file in one.files}
        new = {path: file for path, file in files.items() if self._done.get(path) != file}
        rested = frozenset(path for path, file in new.items() if self._before.get(path) == file)
        self._before = new
        folders = tuple(folder for _, one in found for folder in one.folders)
        missing = tuple(batch.folder for batch, one in found if batch.folder not in one.folders)
        known = frozenset(files.keys() - new.keys())
        return Arrivals(rested, len(rested) < len(new), folders, tuple(files), known, missing)

    def take(self, files: frozenset[Path]) -> None:
        """Count files as done, as they were at the latest look."""
        self._done |= {path: found for path, found in self._before.items() if path in files}


def keep_watching(
    batch: Batch, pool: WorkerPool, task: Task, tell: Listener, *, resume: bool = False
) -> Iterator[Account | None]:
    """Restore what comes into a folder, and yield what became of all files each time.

    With `resume` files that failed get another chance. None is yielded when the folder goes away;
    it is watched again once it is back. It ends where the task is cancelled while nothing is done;
    raise what `run` raises, Cancelled too: then something is left.
    """
    check_folders(batch)
    # Not when the first file comes, maybe after days.
    check_order(batch)
    watch, missing = Watch([batch], resume=resume), False
    while True:
        arrivals = watch.look()
        if arrivals.missing and not missing:
            yield None
        missing = bool(arrivals.missing)
        if arrivals.files:
            names = {path.relative_to(batch.folder).as_posix() for path in arrivals.files}
            control = RunControl(tell, accept=names.__contains__)
            yield run(batch, pool, task, control, resume=True)
            watch.take(arrivals.files)
        try:
            _rest(task)
        except Cancelled:
            return


def _rest(task: Task) -> None:
    until = time.monotonic() + REST_SECONDS
    while time.monotonic() < until:
        task.step(0, 0, "Watching")
        time.sleep(_TICK)


def _done(batch: Batch, *, resume: bool) -> Iterator[tuple[Path, Found]]:
    """Yield the files that a journal says nothing is left to do about."""
    with journal_in(batch.out) as journal:
        if journal is None:
            return
        left = {one.found.name for one in journal.waiting()}
        if resume:
            left.update(journal.failed())
        for one in journal.planned():
            if one.found.name not in left:
                yield batch.folder / one.found.name, one.found
