"""Spread a batch over processes of this machine, each with a model of its own."""

from __future__ import annotations

import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING

from subpunct_app.batch.executor import (
    TICK,
    FileProgress,
    Finished,
    Lost,
    Message,
    Parcel,
    Prepare,
    Worker,
    dispatch,
)
from subpunct_app.runtime.child_process import last_words, start_child
from subpunct_app.runtime.environment import processor_count
from subpunct_app.runtime.errors import Cancelled, ModelError, SubpunctError
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from subpunct_app.batch.batch_options import Order

READY = "ready"
_TELL_SECONDS = 0.5
_STDOUT, _STDERR = 1, 2
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")

log = logging.getLogger(__name__)


def work(connection: Connection, prepare: Prepare, threads: int, loud: bool) -> None:
    """Answer each parcel with what became of its files, until nobody listens any more.

    Whatever this cannot cope with ends the process, which tells the one who sent the parcel;
    only if `loud` it is told here too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not loud:
        _hush()
    limit_threads(threads)
    try:
        handler = prepare()
    except SubpunctError as error:
        connection.send(error)
        return
    # What is loaded stays: collections need not look through it again and again.
    gc.freeze()
    connection.send(READY)
    try:
        while True:
            parcel = connection.recv()
            for finished in handler(parcel, _ReportingTask(connection, parcel)):
                connection.send(finished)
    except (EOFError, OSError, Cancelled):
        return


def limit_threads(threads: int) -> None:
    """Let libraries that are imported from now on use so many threads."""
    os.environ.update(dict.fromkeys(_THREADS, str(threads)))


class _ReportingTask(Task):
    """A task that tells now and then how far it is with a file that is alone in its parcel.

    It is cancelled when the process that asked for it has died.
    """

    def __init__(self, connection: Connection, parcel: Parcel) -> None:
        super().__init__()
        self._connection = connection
        self._items = parcel.items
        self._told = time.monotonic()

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        parent = multiprocessing.parent_process()
        if parent is not None and not parent.is_alive():
            self.cancel()
        super().step(done, total, message, timed=timed)
        if len(self._items) == 1 and time.monotonic() - self._told > _TELL_SECONDS:
            self._told = time.monotonic()
            self._connection.send(FileProgress(self._items[0].name, self.progress.fraction))


def _hush() -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (_STDOUT, _STDERR):
        os.dup2(silence, stream)


def pool_for(
    order: Order, workers: int | None = None, *, limit: float | None = None, spare: int = 0
) -> Processes:
    """Return processes that restore files as ordered, if not told otherwise one a processor.

    On a GPU it is one, which keeps the GPU busy alone. `limit` is in seconds a file, the patience
    of the order if there is none; `spare` processors are left to whoever works beside the batch.
    Raise ModelError where the device is missing.
    """
    from subpunct_app.batch.punctuating import prepare
    from subpunct_app.models.model_registry import check_device, device_for

    check_device(order.device)
    alone = device_for(order.device) != "cpu"
    size = workers or (1 if alone else max(1, processor_count() - spare))
    threads = max(1, (processor_count() - spare) // size)
    patience = limit or order.patience
    return Processes(partial(prepare, order, threads), size, limit=patience, threads=threads)


class Processes:
    """A WorkerPool of processes, which start when there is work for them.

    A process that takes longer than `limit` seconds for a file is ended.
    """

    def __init__(self, prepare: Prepare, size: int, *, limit: float, threads: int = 1) -> None:
        self._prepare = prepare
        self._limit = limit
        self._threads = threads
        self.size = size
        self.workers: list[_Process] = []

    def map(
        self, parcels: Iterable[Parcel], task: Task
    ) -> Generator[Finished | FileProgress, None, None]:
        """Yield each file of the parcels once, as WorkerPool says."""
        return dispatch(self, parcels, task, self._limit)

    def has_room(self) -> bool:
        """Tell whether a process has no parcel, or another one may start."""
        return len(self.workers) < self.size or not all(one.parcels for one in self.workers)

    def give(self, parcel: Parcel) -> None:
        """Give a parcel to a process that has none, a new one if need be."""
        free = next((worker for worker in self.workers if not worker.parcels), None)
        if free is None:
            free = _Process(self._prepare, self._threads)
            self.workers.append(free)
        free.take(parcel)

    def hear(self) -> Iterator[tuple[_Process, Message]]:
        """Wait a moment for what processes say, or for their death."""
        heard = wait([worker.connection for worker in self.workers], TICK)
        for worker in [worker for worker in self.workers if worker.connection in heard]:
            message = worker.next_message()
            if isinstance(message, SubpunctError):
                raise message
            if isinstance(message, str):
                worker.begin()
            else:
                yield worker, message

    def dismiss(self, worker: _Process) -> None:
        """End a process and do without it."""
        self.workers.remove(worker)
        worker.end()


class _Process(Worker):
    def __init__(self, prepare: Prepare, threads: int) -> None:
        super().__init__()
        loud = log.isEnabledFor(logging.DEBUG)
        try:
            self._process, self.connection = start_child(work, prepare, threads, loud)
        except OSError as error:
            message = f"A worker cannot start: {error.strerror or error}."
            raise ModelError(message, "Use fewer workers.") from error

    def next_message(self) -> Message | SubpunctError | str:
        try:
            message: Message | SubpunctError | str = self.connection.recv()
        except (EOFError, OSError):
            reason = f"The worker stopped ({last_words(self._process)})."
            if self.ready:
                return Lost(reason)
            return ModelError(reason, "Is there enough memory for all workers?")
        return message

    def send(self, parcel: Parcel) -> None:
        with contextlib.suppress(OSError):
            self.connection.send(parcel)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.connection.close()
