"""Progress and cancellation of one piece of work, shared between two threads."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import Cancelled

if TYPE_CHECKING:
    from threading import Event

_LOOK_S = 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a task has come, in milliseconds of a recording where it is `timed`."""

    done: int = 0
    total: int = 0
    message: str = ""
    timed: bool = False

    @property
    def fraction(self) -> float:
        """Return the finished share between 0 and 1, 0 where the total is unknown."""
        return min(1.0, self.done / self.total) if self.total > 0 else 0.0


class Task:
    """Let one thread work and another watch or stop it."""

    def __init__(self) -> None:
        self._progress = Progress()
        self._cancelled = threading.Event()

    @property
    def progress(self) -> Progress:
        """Return the latest step; safe to poll from any thread."""
        return self._progress

    @property
    def cancelled(self) -> bool:
        """Return whether somebody asked the work to stop."""
        return self._cancelled.is_set()

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        """Record progress, and raise Cancelled if the work should stop."""
        self._progress = Progress(done, total, message, timed)
        if self._cancelled.is_set():
            raise Cancelled

    def cancel(self) -> None:
        """Ask the work to stop at its next step."""
        self._cancelled.set()


class SilentTask(Task):
    """A task that is cancelled with another one, and whose progress nobody sees."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self._task = task

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        """Raise Cancelled if the task behind this one should stop."""
        if self._task.cancelled:
            raise Cancelled


class PacedTask(Task):
    """A task that steps as another one does, and rests unless work may go on."""

    def __init__(self, task: Task, may_go_on: Event) -> None:
        super().__init__()
        self._task = task
        self._may_go_on = may_go_on

    @property
    def cancelled(self) -> bool:
        """Return whether the task behind this one should stop."""
        return self._task.cancelled

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        """Record progress, rest while that is asked for, and raise Cancelled as a task does."""
        self._task.step(done, total, message, timed=timed)
        while not self._may_go_on.wait(_LOOK_S):
            self._task.step(done, total, message, timed=timed)
