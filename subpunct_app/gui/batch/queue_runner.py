"""A batch under way: workers, watched folders, and the stage it is in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from queue import SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from subpunct_app.batch import pending
from subpunct_app.batch.account import earlier_results, everything, nothing
from subpunct_app.batch.batch_journal import OtherOrder
from subpunct_app.batch.batch_options import Order
from subpunct_app.batch.execution import Beginning, Listed, PlanControl, Priorities, carry_out
from subpunct_app.batch.executor import WorkerPool
from subpunct_app.batch.watch import REST_SECONDS, Watch
from subpunct_app.gui.background.jobs import Jobs, Lane, OneJob, drained
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.runtime.errors import FileError, SubpunctError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from subpunct_app.batch.account import Accept, Account, FileResult
    from subpunct_app.batch.batch_plan import Plan
    from subpunct_app.batch.execution import Event
    from subpunct_app.batch.watch import Arrivals
    from subpunct_app.gui.batch.batch_queue import QueueModel
    from subpunct_app.runtime.task import Task


PoolFor = Callable[[Order], WorkerPool]


def pool_beside(order: Order) -> WorkerPool:
    """Return the pool of this machine, with a processor left for the window if there are two."""
    from subpunct_app.batch.processes import pool_for

    return pool_for(order, spare=1)


_REST_MS = round(1000 * REST_SECONDS)
# Disks of other machines do not tell of changes.
_SLOW_MS = 30_000
_MOST_FOLDERS = 500


class FolderWatcher(QObject):
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

        def look(_task: Task) -> tuple[Watch, Arrivals, list[FileResult]]:
            if watch is not None:
                return watch, watch.look(), []
            plan.check()
            begun = Watch(plan.batches())
            arrivals = begun.look()
            # Those that are done and unchanged, also those that failed.
            known = [
                one
                for one in earlier_results(plan.batches(), nothing)
                if one.file in arrivals.known
            ]
            return begun, arrivals, known

        self._task = self._jobs.submit(
            Lane.FILES,
            look,
            done=lambda seen: self._see(*seen),
            failed=self._fail,
            quiet=True,
        )

    def _see(self, watch: Watch, arrivals: Arrivals, came: list[FileResult]) -> None:
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


class BatchStage(StrEnum):
    """How far a batch is."""

    READY = tr("Ready")
    RUNNING = tr("Running")
    STOPPING = tr("Stopping")
    PAUSED = tr("Paused")
    OVER = tr("Finished")
    WATCHING = tr("Watching")

    @property
    def is_fixed(self) -> bool:
        """Tell whether folders and options can no longer be changed."""
        return self not in (BatchStage.READY, BatchStage.OVER)


class QueueRunner(QObject):
    """Carry out one plan at a time, and watch its folders if that is asked for.

    `entered` tells of another stage, `over` carries what became of all files, `missed` the watched
    folders that are missing now. What the workers have not finished when they stop is done anew the
    next time.
    """

    entered = Signal()
    over = Signal(object)
    failed = Signal(object)
    missed = Signal(object)

    def __init__(self, model: QueueModel, pool_for: PoolFor, parent: QObject) -> None:
        super().__init__(parent)
        self.stage = BatchStage.READY
        self.plan: Plan | None = None
        self.priorities = Priorities()
        self.watcher = FolderWatcher(self)
        self._model = model
        self._pool_for = pool_for
        self._work = OneJob(self)
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._search: Task | None = None
        self._giving_up = False
        self._failed = False
        # Something of what is listed may be done, now or in another sitting.
        self._begun = False
        self._connect()

    def show(self, plan: Plan) -> None:
        """List the files of a plan that may be started, or changed before.

        What is done of one that was under way, or is over, stays done.
        """
        self.plan = None
        self._begun = self._begun and bool(plan.sources)
        self._list_plan(plan, looking_back=bool(plan.sources))
        self._enter(BatchStage.READY)

    def take_up(self, plan: Plan, *, over: bool = False) -> None:
        """List the files of an earlier plan, ready to go on, or to be reviewed where it is over."""
        self.plan = plan
        self._begun = True
        # Files that failed wait for another chance, unless the plan is over.
        self._list_plan(plan, looking_back=not plan.watch, accept=nothing if over else everything)
        self._enter(BatchStage.OVER if over else BatchStage.PAUSED)

    def start(self, plan: Plan, beginning: Beginning = Beginning.ONCE) -> None:
        """Carry out a plan, once or for ever.

        One that was begun goes on, with other files perhaps; one that is over begins once more.
        """
        self._failed = False
        if self._begun and self.stage is not BatchStage.OVER and beginning is Beginning.ONCE:
            beginning = Beginning.MORE
        if not plan.watch or beginning is Beginning.ANEW:
            self._run(plan, beginning)
            return
        self.plan = plan
        try:
            pending.store(plan)
        except SubpunctError as error:
            self._fail(error)
            return
        self.watcher.start(plan)
        self._enter(BatchStage.WATCHING)

    def go_on(self) -> None:
        """Do what is left of the plan, and once more what failed."""
        if self.plan is not None:
            self.start(self.plan, Beginning.CONTINUE)

    def retry(self, files: AbstractSet[Path]) -> None:
        """Try files again that failed; unless folders are watched, take in what has come, too."""
        if self.plan is not None:
            self.watcher.rest()
            self._run(self.plan, Beginning.CONTINUE, files if self.plan.watch else None)

    def forget(self) -> None:
        """Forget a plan that failed or is over, so that no later start offers it."""
        if self._failed or (self._begun and pending.carried_out() is not None):
            pending.clear()
        self._failed = False

    def pause(self) -> None:
        """Stop now and continue later, in another sitting perhaps."""
        self._stop(giving_up=False)

    def cancel(self) -> None:
        """Stop for good; results stay, and a new start does only the rest."""
        if self._work.busy:
            self._stop(giving_up=True)
        else:
            self._give_up()

    def close(self) -> None:
        """Stop all work, which a later start may go on with."""
        self.watcher.close()
        self._work.close()
        self.stage = BatchStage.READY

    def _connect(self) -> None:
        self.watcher.began.connect(self._list_found)
        self.watcher.missed.connect(self.missed)
        self.watcher.arrived.connect(self._take)
        self.watcher.failed.connect(self._fail)
        self._work.progressed.connect(lambda: self._model.take(drained(self._events)))
        self._work.over.connect(self._model.rest)
        self._work.failed.connect(self._fail)
        self._work.stopped.connect(self._rest)

    def _list_plan(self, plan: Plan, *, looking_back: bool, accept: Accept = everything) -> None:
        """List the files of a plan, and what is done of it where that is looked back upon."""
        priorities = self.priorities

        def look(_task: Task) -> list[Event]:
            events: list[Event] = [Listed(tuple(priorities.files(plan.files())))]
            if looking_back:
                # What is in use or cannot be read is told of when it is started.
                with suppress(FileError):
                    events += earlier_results(plan.batches(), accept)
            return events

        self._stop_search()
        # Looking back in the lane of the work, which could not open a journal that is being read.
        lane = Lane.MODEL if looking_back else Lane.FILES
        self._search = self._work.jobs.submit(
            lane, look, done=self._list, failed=self.failed.emit, quiet=True
        )

    def _list_found(self, files: Sequence[Path], came: Sequence[FileResult]) -> None:
        """List the files in watched folders, with what became of some of them."""
        self._stop_search()
        self._list([Listed(tuple(self.priorities.files(files))), *came])

    def _list(self, events: list[Event]) -> None:
        if not self._work.busy:
            self._model.take(events)

    def _stop_search(self) -> None:
        if self._search is not None:
            self._search.cancel()

    def _take(self, files: frozenset[Path]) -> None:
        if self.plan is not None and self.stage is BatchStage.WATCHING:
            self._run(self.plan, Beginning.CONTINUE, files)

    def _run(self, plan: Plan, beginning: Beginning, only: AbstractSet[Path] | None = None) -> None:
        self.plan = plan
        self._begun = True
        accept = everything if only is None else only.__contains__
        control = PlanControl(self._events.put, self.priorities, accept)

        def work(task: Task) -> Account:
            return carry_out(plan, self._pool_for(plan.order), task, control, beginning)

        self._stop_search()
        self._work.start(work, self._end)
        self._enter(BatchStage.RUNNING)

    def _stop(self, *, giving_up: bool) -> None:
        self._giving_up = giving_up
        self._enter(BatchStage.STOPPING)
        self._work.stop()

    def _rest(self) -> None:
        if self._giving_up or self.plan is None:
            self._give_up()
            return
        self._enter(BatchStage.PAUSED)
        try:
            # What was stopped before anything of it was begun is pending from now on.
            pending.store(self.plan)
        except SubpunctError as error:
            self.failed.emit(error)

    def _give_up(self) -> None:
        pending.clear()
        self.watcher.stop()
        self.plan = None
        self._enter(BatchStage.READY)

    def _end(self, account: Account) -> None:
        if self.plan is not None and self.plan.watch:
            self.watcher.go_on(self.plan)
            self._enter(BatchStage.WATCHING)
        else:
            self._enter(BatchStage.OVER)
        self.over.emit(account)

    def _fail(self, error: SubpunctError) -> None:
        self.watcher.stop()
        self._failed |= self.plan is not None
        if isinstance(error, OtherOrder):
            self.forget()
        self._enter(BatchStage.READY)
        self.failed.emit(error)

    def _enter(self, stage: BatchStage) -> None:
        self.stage = stage
        self.entered.emit()
