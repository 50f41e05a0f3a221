"""Watch folders for files that come later, and tell of those that have come to rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from subpunct_app.batch.batch_progress import nothing, so_far
from subpunct_app.batch.watch import REST_SECONDS, Watch
from subpunct_app.gui.background.jobs import Jobs, Lane
from subpunct_app.gui.background.timers import timer

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.batch.batch_plan import Plan
    from subpunct_app.batch.batch_progress import Came
    from subpunct_app.batch.watch import Arrivals
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.runtime.task import Task

_REST_MS = round(1000 * REST_SECONDS)
# Disks of other machines do not tell of changes.
_SLOW_MS = 30_000
_MOST_FOLDERS = 500


class Watcher(QObject):
    """Look again where something changed; nobody looks while what `arrived` is worked on.

    `began` carries the files of the first look, and what became of those that are done and
    unchanged; `missed` carries the `missing` folders when these are others than before.
    """

    began = Signal(object, object)
    arrived = Signal(object)
    missed = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rest_ms = _REST_MS
        self._jobs = Jobs(self)
        self._watch: Watch | None = None
        self._plan: Plan | None = None
        self._task: Task | None = None
        self._files: frozenset[Path] = frozenset()
        self.missing: tuple[Path, ...] = ()
        self._folders = QFileSystemWatcher(self)
        self._timer = timer(self, _REST_MS, once=True)
        self._timer.timeout.connect(self._look)
        self._folders.directoryChanged.connect(self._hurry)

    def start(self, plan: Plan) -> None:
        """Tell of all files of a plan that are not done, and then of what comes."""
        self._watch, self._plan, self.missing = None, plan, ()
        self._look()

    def go_on(self, plan: Plan) -> None:
        """Wait for other files of a plan, now that those that arrived are done."""
        if self._watch is None or self._plan is not plan:
            self.start(plan)
            return
        self._watch.take(self._files)
        self._timer.start(self.rest_ms)

    def rest(self) -> None:
        """Look no more until it goes on; nothing that arrived is worked on."""
        self._files = frozenset()
        self._timer.stop()
        if self._task is not None:
            self._task.cancel()

    def stop(self) -> None:
        """Look no more."""
        self.rest()
        self._plan, self.missing = None, ()
        if self._folders.directories():
            self._folders.removePaths(self._folders.directories())

    def close(self) -> None:
        """Look no more, and wait until nobody looks."""
        self.stop()
        self._jobs.close()

    def _hurry(self) -> None:
        if self._timer.isActive():
            self._timer.start(self.rest_ms)

    def _look(self) -> None:
        plan, watch = self._plan, self._watch
        if plan is None:
            return

        def look(_task: Task) -> tuple[Watch, Arrivals, list[Came]]:
            if watch is not None:
                return watch, watch.look(), []
            plan.check()
            begun = Watch(plan.batches())
            arrivals = begun.look()
            return begun, arrivals, _known(plan, arrivals)

        self._task = self._jobs.submit(
            Lane.FILES,
            look,
            done=lambda seen: self._see(*seen),
            failed=self._fail,
            quiet=True,
        )

    def _see(self, watch: Watch, arrivals: Arrivals, came: list[Came]) -> None:
        if watch is not self._watch:
            self.began.emit(arrivals.there, came)
        self._watch, self._files = watch, arrivals.files
        if arrivals.missing != self.missing:
            self.missing = arrivals.missing
            self.missed.emit(self.missing)
        known = set(self._folders.directories())
        new = [str(folder) for folder in arrivals.folders[:_MOST_FOLDERS]]
        if fresh := [folder for folder in new if folder not in known]:
            self._folders.addPaths(fresh)
        if arrivals.files:
            self.arrived.emit(arrivals.files)
        else:
            self._timer.start(self.rest_ms if arrivals.restless else _SLOW_MS)

    def _fail(self, error: SubpunctError) -> None:
        self.stop()
        self.failed.emit(error)


def _known(plan: Plan, arrivals: Arrivals) -> list[Came]:
    """Return what became of the files that are done and unchanged, also of those that failed."""
    return [came for came in so_far(plan, nothing) if came.file in arrivals.known]
