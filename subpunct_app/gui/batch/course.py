"""The course of a batch: which plan is worked on, how far it is, and what comes after."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.batch import pending
from subpunct_app.batch.batch_progress import everything
from subpunct_app.batch.execution import Beginning
from subpunct_app.batch.kept_order import OtherOrder
from subpunct_app.gui.batch.runner import Runner
from subpunct_app.gui.batch.watcher import Watcher
from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.batch_plan import Plan
    from subpunct_app.gui.batch.queue_model import QueueModel
    from subpunct_app.gui.batch.runner import PoolFor


class Stage(StrEnum):
    """How far a batch is."""

    READY = "ready"
    RUNNING = "running"
    STOPPING = "stopping"
    PAUSED = "paused"
    OVER = "over"
    WATCHING = "watching"

    @property
    def is_fixed(self) -> bool:
        """Tell whether folders and options are settled."""
        return self not in (Stage.READY, Stage.OVER)


class Course(QObject):
    """Carry out one plan at a time, and watch its folders if that is wanted.

    `entered` tells of another stage, `over` carries what became of all files, `missed` the watched
    folders that are missing now.
    """

    entered = Signal()
    over = Signal(object)
    failed = Signal(object)
    missed = Signal(object)

    def __init__(self, model: QueueModel, pool_for: PoolFor, parent: QObject) -> None:
        super().__init__(parent)
        self.stage = Stage.READY
        self.plan: Plan | None = None
        self.runner = Runner(model, pool_for, self)
        self.watcher = Watcher(self)
        self._giving_up = False
        self._failed = False
        # Something of what is listed may be done, now or in another sitting.
        self._begun = self._begun_now = False
        self._connect()

    def show(self, plan: Plan) -> None:
        """List the files of a plan that may be started, or changed before.

        What is done of one that was under way, or is over, stays done.
        """
        self.plan = None
        self._begun = self._begun and bool(plan.sources)
        if plan.sources:
            self.runner.look_back(plan)
        else:
            self.runner.look_through(plan)
        self._enter(Stage.READY)

    def take_up(self, plan: Plan, *, over: bool = False) -> None:
        """List the files of an earlier plan, ready to go on, or to be reviewed where it is over."""
        self.plan = plan
        self._begun, self._begun_now = True, False
        if plan.watch:
            self.runner.look_through(plan)
        else:
            self.runner.look_back(plan, over=over)
        self._enter(Stage.OVER if over else Stage.PAUSED)

    def start(self, plan: Plan, beginning: Beginning = Beginning.ONCE) -> None:
        """Carry out a plan, once or for ever.

        One that was begun goes on, with other files perhaps; one that is over begins once more.
        """
        self._failed = False
        if self._begun and self.stage is not Stage.OVER and beginning is Beginning.ONCE:
            beginning = Beginning.MORE
        if plan.watch and beginning is not Beginning.ANEW:
            self._watch(plan)
        else:
            self._run(plan, beginning)

    def go_on(self) -> None:
        """Do what is left of the plan; what failed before a pause waits until all is over."""
        if self.plan is not None:
            paused = self._begun_now
            self.start(self.plan, Beginning.UNPAUSED if paused else Beginning.CONTINUE)

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
        """Stop, to go on later, in another sitting perhaps."""
        self._stop(giving_up=False)

    def cancel(self) -> None:
        """Stop for good; results stay, and a new start does only the rest."""
        if self.runner.busy:
            self._stop(giving_up=True)
        else:
            self._give_up()

    def close(self) -> None:
        """Stop all work, which a later start may go on with."""
        self.watcher.close()
        self.runner.close()
        self.stage = Stage.READY

    def _connect(self) -> None:
        self.watcher.began.connect(self.runner.list_files)
        self.watcher.missed.connect(self.missed)
        self.watcher.arrived.connect(self._take)
        self.watcher.failed.connect(self._fail)
        self.runner.done.connect(self._end)
        self.runner.failed.connect(self._fail)
        self.runner.stopped.connect(self._rest)

    def _watch(self, plan: Plan) -> None:
        self.plan = plan
        try:
            pending.store(plan)
        except SubpunctError as error:
            self._fail(error)
            return
        self.watcher.start(plan)
        self._enter(Stage.WATCHING)

    def _take(self, files: frozenset[Path]) -> None:
        if self.plan is not None and self.stage is Stage.WATCHING:
            self._run(self.plan, Beginning.CONTINUE, files)

    def _run(self, plan: Plan, beginning: Beginning, only: AbstractSet[Path] | None = None) -> None:
        self.plan = plan
        self._begun = self._begun_now = True
        accept = everything if only is None else only.__contains__
        self.runner.carry_out(plan, beginning, accept)
        self._enter(Stage.RUNNING)

    def _stop(self, *, giving_up: bool) -> None:
        self._giving_up = giving_up
        self._enter(Stage.STOPPING)
        self.runner.stop()

    def _rest(self) -> None:
        if self._giving_up or self.plan is None:
            self._give_up()
            return
        self._enter(Stage.PAUSED)
        try:
            # What was stopped before anything of it was begun is pending from now on.
            pending.store(self.plan)
        except SubpunctError as error:
            self.failed.emit(error)

    def _give_up(self) -> None:
        pending.clear()
        self.watcher.stop()
        self.plan = None
        self._enter(Stage.READY)

    def _end(self, account: Account) -> None:
        if self.plan is not None and self.plan.watch:
            self.watcher.go_on(self.plan)
            self._enter(Stage.WATCHING)
        else:
            self._enter(Stage.OVER)
        self.over.emit(account)

    def _fail(self, error: SubpunctError) -> None:
        self.watcher.stop()
        self._failed |= self.plan is not None
        if isinstance(error, OtherOrder):
            self.forget()
        self._enter(Stage.READY)
        self.failed.emit(error)

    def _enter(self, stage: Stage) -> None:
        self.stage = stage
        self.entered.emit()
