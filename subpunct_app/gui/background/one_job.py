"""Run one job at a time, for a window that starts it, stops it and shows how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.jobs import Jobs, Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.runtime.task import Task

T = TypeVar("T")


class OneJob(QObject):
    """Run one job at a time; it ends in its callback, with `failed` or with `stopped`.

    Just before that `progressed` carries the last step, and `over` comes. Quiet jobs may run beside
    it, by way of `jobs`.
    """

    progressed = Signal(object)
    over = Signal()
    failed = Signal(object)
    stopped = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.jobs = Jobs(self)
        self._task: Task | None = None
        self.jobs.progressed.connect(self.progressed)
        self.jobs.idle.connect(self._notice_end)

    @property
    def busy(self) -> bool:
        """Tell whether anything is under way."""
        return self._task is not None

    def start(self, work: Callable[[Task], T], done: Callable[[T], object]) -> None:
        """Begin a piece of work; nothing else may be under way."""

        def end(outcome: T) -> None:
            self._settle()
            done(outcome)

        self._task = self.jobs.submit(Lane.MODEL, work, done=end, failed=self._fail)

    def stop(self) -> None:
        """Ask what is under way to stop, which it does at its next step."""
        if self._task is not None:
            self._task.cancel()

    def close(self) -> None:
        """Stop, and wait until nothing is under way any more."""
        self.jobs.close()
        self._task = None

    def _fail(self, error: SubpunctError) -> None:
        self._settle()
        self.failed.emit(error)

    def _notice_end(self) -> None:
        """Tell of work that was cancelled, which says nothing itself."""
        if self.busy:
            self._settle()
            self.stopped.emit()

    def _settle(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            self.progressed.emit(task.progress)
            self.over.emit()
