"""Let work rest between two of its steps until somebody lets it go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from threading import Event

_LOOK_S = 0.1


class PacedTask(Task):
    """A task that steps as another one does, and rests unless work may go on."""

    def __init__(self, task: Task, may_go_on: Event) -> None:
        super().__init__()
        self._task = task
        self._may_go_on = may_go_on

    @property
    def cancelled(self) -> bool:
        """Tell whether the task behind this one should stop."""
        return self._task.cancelled

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        """Record progress, rest while that is asked for, and raise Cancelled as a task does."""
        self._task.step(done, total, message, timed=timed)
        while not self._may_go_on.wait(_LOOK_S):
            self._task.step(done, total, message, timed=timed)
