"""Carry out a plan off the UI thread, and bring what it tells into the queue."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from subpunct_app.batch.batch_options import Order
from subpunct_app.batch.batch_progress import everything, nothing, so_far
from subpunct_app.batch.execution import Beginning, Listed, Priorities, carry_out
from subpunct_app.batch.executor import WorkerPool
from subpunct_app.gui.background.jobs import Lane, drained
from subpunct_app.gui.background.one_job import OneJob
from subpunct_app.runtime.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtCore import QObject

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.batch_plan import Plan
    from subpunct_app.batch.batch_progress import Accept, Came
    from subpunct_app.batch.execution import Event
    from subpunct_app.gui.batch.queue_model import QueueModel
    from subpunct_app.runtime.task import Task


PoolFor = Callable[[Order], WorkerPool]


def pool_beside(order: Order) -> WorkerPool:
    """Return the pool of this machine, with a processor left for the window if there are two."""
    from subpunct_app.batch.processes import pool_for

    return pool_for(order, spare=1)


class Runner(OneJob):
    """Work on one plan at a time; in the end it is `done`, has `failed`, or was `stopped`.

    What the workers have not finished when they stop is done anew the next time.
    """

    done = Signal(object)

    def __init__(self, model: QueueModel, pool_for: PoolFor, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._pool_for = pool_for
        self.priorities = Priorities()
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._search: Task | None = None
        self.progressed.connect(self._bring)
        self.over.connect(model.rest)

    def look_through(self, plan: Plan) -> None:
        """List the files of a plan, which may take a while on a slow disk."""
        self._look(Lane.FILES, partial(_listed, plan, self.priorities))

    def look_back(self, plan: Plan, *, over: bool = False) -> None:
        """List the files of a plan that was begun, and what is done of it.

        Files that failed wait for another chance, unless the plan is over.
        """
        accept = nothing if over else everything
        # In the lane of the work, which could not open a journal that is being read.
        self._look(Lane.MODEL, partial(_begun, plan, self.priorities, accept))

    def list_files(self, files: Sequence[Path], came: Sequence[Came]) -> None:
        """List files that somebody else has found, with what became of some of them."""
        if self._search is not None:
            self._search.cancel()
        self._list([Listed(tuple(self.priorities.files(files))), *came])

    def carry_out(self, plan: Plan, beginning: Beginning, accept: Accept) -> None:
        """Carry out a plan, as far as it is about files that are accepted."""
        if self._search is not None:
            self._search.cancel()

        def job(task: Task) -> Account:
            return carry_out(
                plan,
                self._pool_for(plan.order),
                task,
                self._events.put,
                beginning,
                priorities=self.priorities,
                accept=accept,
            )

        self.start(job, self.done.emit)

    def _look(self, lane: Lane, job: Callable[[Task], list[Event]]) -> None:
        if self._search is not None:
            self._search.cancel()
        self._search = self.jobs.submit(
            lane, job, done=self._list, failed=self.failed.emit, quiet=True
        )

    def _list(self, events: list[Event]) -> None:
        if not self.busy:
            self._model.take(events)

    def _bring(self) -> None:
        self._model.take(drained(self._events))


def _listed(plan: Plan, priorities: Priorities, _task: Task) -> list[Event]:
    return [Listed(tuple(priorities.files(plan.files())))]


def _begun(plan: Plan, priorities: Priorities, accept: Accept, task: Task) -> list[Event]:
    events = _listed(plan, priorities, task)
    # What is in use or cannot be read is told of when it is started.
    with suppress(FileError):
        events += so_far(plan, accept)
    return events
