"""Let work rest between two of its steps until somebody lets it go on."""

from __future__ import annotations

import threading

from subpunct_app.core.errors import Cancelled
from subpunct_app.core.task import Progress, Task

_LOOK_S = 0.1


class Pace:
    """Hold and release work from another thread."""

    def __init__(self) -> None:
        self._free = threading.Event()
        self._free.set()

    @property
    def held(self) -> bool:
        """Tell whether work shall rest."""
        return not self._free.is_set()

    def hold(self) -> None:
        """Let work rest at its next step."""
        self._free.clear()

    def release(self) -> None:
        """Let work go on."""
        self._free.set()

    def wait(self, task: Task) -> None:
        """Wait until work may go on; raise Cancelled where it should stop instead."""
        while not self._free.wait(_LOOK_S):
            if task.cancelled:
                raise Cancelled


class PacedTask(Task):
    """A task that steps as another one does, and rests while its pace is held."""

    def __init__(self, task: Task, pace: Pace) -> None:
        super().__init__()
        self._task = task
        self._pace = pace

    @property
    def progress(self) -> Progress:
        """Return the latest step of the task behind this one."""
        return self._task.progress

    @property
    def cancelled(self) -> bool:
        """Tell whether the task behind this one should stop."""
        return self._task.cancelled

    def step(self, done: int, total: int, message: str = "") -> None:
        """Record progress, rest while the pace is held, and raise Cancelled as a task does."""
        self._task.step(done, total, message)
        self._pace.wait(self._task)

    def cancel(self) -> None:
        """Ask the task behind this one to stop."""
        self._task.cancel()
