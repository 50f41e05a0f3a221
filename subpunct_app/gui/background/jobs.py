"""Run work off the UI thread and bring its results back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.runtime.errors import Cancelled, SubpunctError
from subpunct_app.runtime.interrupts import wait_until
from subpunct_app.runtime.task import Progress, Task

_POLL_MS = 100

T = TypeVar("T")


class Lane(StrEnum):
    """The serial workers: jobs of one lane run one after the other."""

    MODEL = "model"
    FILES = "files"
    MEDIA = "media"
    # Reading the sound of a film takes its time: what is quick must not wait for it.
    SOUND = "sound"
    # So must the picture of the place where an editor is.
    PICTURE = "picture"


@dataclass(slots=True, eq=False)
class Job:
    """One piece of work under way, and where its outcome goes.

    The editor sees nothing of a `quiet` job and cannot cancel it; a `lasting` one shows its
    progress, but cannot be cancelled either.
    """

    lane: Lane
    done: Callable[[Any], None]
    failed: Callable[[SubpunctError], None]
    quiet: bool = False
    lasting: bool = False
    task: Task = field(default_factory=Task)
    future: Future[Any] = field(init=False)


class Jobs(QObject):
    """Own the worker threads; lives as long as the window.

    `done` and `failed` run on the UI thread. A job that was cancelled calls neither, and an
    exception that is no SubpunctError is raised on the UI thread, where the crash dialog waits.
    `stopped` tells that all that was interrupted has come to its end. After `closing` work that
    is submitted is cancelled before it begins.
    """

    started = Signal()
    progressed = Signal(object)
    stopped = Signal()
    idle = Signal()
    closing = Signal()
    _landed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = {
            lane: ThreadPoolExecutor(1, thread_name_prefix=f"subpunct-{lane}") for lane in Lane
        }
        self._running: list[Job] = []
        self._interrupted: list[Job] = []
        self._finished: SimpleQueue[Job] = SimpleQueue()
        self._closed = False
        self._timer = timer(self, _POLL_MS)
        self._timer.timeout.connect(self._poll)
        # Queued even within one thread: a future that is done already calls back at once.
        self._landed.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Tell whether a job is under way that is not quiet."""
        return any(not job.quiet for job in self._running)

    @property
    def engaged(self) -> bool:
        """Tell whether such a job is under way and was not cancelled."""
        return any(not job.quiet and not job.task.cancelled for job in self._running)

    def rests(self, lane: Lane) -> bool:
        """Tell whether no job is under way on a lane, not even a quiet one."""
        return all(job.lane is not lane for job in self._running)

    @property
    def interruptible(self) -> bool:
        """Tell whether the editor can cancel any job."""
        return any(map(_can_stop, self._running))

    def submit(
        self,
        lane: Lane,
        work: Callable[[Task], T],
        *,
        done: Callable[[T], None],
        failed: Callable[[SubpunctError], None],
        quiet: bool = False,
    ) -> Task:
        """Start work on a lane, and return the task that stops it."""
        return self._submit(work, Job(lane, done, failed, quiet=quiet))

    def submit_lasting(
        self,
        lane: Lane,
        work: Callable[[Task], T],
        *,
        done: Callable[[T], None],
        failed: Callable[[SubpunctError], None],
    ) -> Task:
        """Start work that the editor sees but cannot cancel."""
        return self._submit(work, Job(lane, done, failed, lasting=True))

    def _submit(self, work: Callable[[Task], object], job: Job) -> Task:
        if self._closed:
            # What waited for the event loop finds the window gone.
            job.task.cancel()
            return job.task
        job.future = self._lanes[job.lane].submit(_start, work, job.task)
        self._running.append(job)
        job.future.add_done_callback(lambda _: self._land(job))
        if not job.quiet:
            self._timer.start()
            self.started.emit()
        return job.task

    def interrupt(self) -> None:
        """Cancel every job that the editor may cancel; `stopped` comes once all have ended."""
        self._interrupted += filter(_can_stop, self._running)
        self.make_way()

    def make_way(self) -> None:
        """Cancel the same jobs for the sake of other work; `stopped` does not come."""
        for job in filter(_can_stop, self._running):
            job.task.cancel()
        self._poll()

    def cancel(self, *lanes: Lane) -> None:
        """Cancel every job, or those of some lanes; one under way ends at its next step."""
        for job in self._running:
            if not lanes or job.lane in lanes:
                job.task.cancel()

    def close(self) -> None:
        """Cancel everything and wait for the threads; nothing is called afterwards."""
        self.closing.emit()
        self._closed = True
        self.cancel()
        for lane in self._lanes.values():
            lane.shutdown(wait=False, cancel_futures=True)
        wait_until(lambda: all(job.future.done() for job in self._running))
        for lane in self._lanes.values():
            lane.shutdown(wait=True)
        self._running.clear()
        self._interrupted.clear()
        self._timer.stop()

    def _land(self, job: Job) -> None:
        self._finished.put(job)
        self._landed.emit()

    def _settle(self) -> None:
        job = self._finished.get()
        if job not in self._running:
            return
        self._running.remove(job)
        try:
            _deliver(job)
        finally:
            if not job.quiet and not self.busy:
                self._timer.stop()
                self.idle.emit()
            if job in self._interrupted:
                self._interrupted.remove(job)
                if not self._interrupted:
                    self.stopped.emit()

    def _poll(self) -> None:
        task = next((job.task for job in self._running if not job.quiet), Task())
        stopping = Progress(message=tr("Stopping…"))
        self.progressed.emit(stopping if task.cancelled else task.progress)


def _can_stop(job: Job) -> bool:
    return not job.quiet and not job.lasting and not job.task.cancelled


def say_nothing(_error: SubpunctError) -> None:
    """Ignore the failure of a quiet job; it is told when the editor asks for the same thing."""


def drained(queue: SimpleQueue[T]) -> Iterator[T]:
    """Yield what a worker has put into a queue by now."""
    with suppress(Empty):
        while True:
            yield queue.get_nowait()


def _start(work: Callable[[Task], T], task: Task) -> T:
    if task.cancelled:
        raise Cancelled
    return work(task)


def _deliver(job: Job) -> None:
    if job.task.cancelled:
        return
    try:
        outcome = job.future.result()
    except Cancelled:
        return
    except SubpunctError as error:
        job.failed(error)
        return
    job.done(outcome)


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
