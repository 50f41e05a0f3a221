"""Spread a batch over processes of this machine, each with a model of its own."""

from __future__ import annotations

import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING

from subpunct_app.batch.executor import (
    FileProgress,
    Finished,
    Parcel,
    ParcelQueue,
    Prepare,
    Standstill,
    failed,
    one_by_one,
)
from subpunct_app.runtime.child_process import last_words
from subpunct_app.runtime.environment import processor_count
from subpunct_app.runtime.errors import Cancelled, ModelError, SubpunctError
from subpunct_app.runtime.interrupts import ignoring_interrupts
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from subpunct_app.batch.batch_options import Order

READY = "ready"
OVER = "over"
_TELL_SECONDS = 0.5
_STDOUT, _STDERR = 1, 2
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")

_TICK = 0.1

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
            for finished in handler(parcel, _Told(connection, parcel)):
                connection.send(finished)
            connection.send(OVER)
    except (EOFError, OSError, Cancelled):
        return


def limit_threads(threads: int) -> None:
    """Let libraries that are imported from now on use so many threads."""
    os.environ.update(dict.fromkeys(_THREADS, str(threads)))


class _Told(Task):
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

    A process that takes longer than `limit` seconds for a file is ended. What passes while all of
    the program is stopped, as by Ctrl+Z or a machine that sleeps, does not count.
    """

    def __init__(self, prepare: Prepare, size: int, *, limit: float, threads: int = 1) -> None:
        self._prepare = prepare
        self._limit = limit
        self._threads = threads
        self.size = size

    def map(
        self, parcels: Iterable[Parcel], task: Task
    ) -> Generator[Finished | FileProgress, None, None]:
        """Yield each file of the parcels once, as WorkerPool says."""
        start = partial(_Worker, self._prepare, self._threads)
        dispatch = _Dispatch(ParcelQueue(parcels), start, self.size, self._limit)
        try:
            while dispatch.hand_out():
                yield from dispatch.hear()
                yield from dispatch.end_slow()
                if task.cancelled:
                    raise Cancelled
        finally:
            dispatch.end()


class _Dispatch:
    """The workers of one batch, `size` of them at most, and what is left for them."""

    def __init__(
        self, waiting: ParcelQueue, start: Callable[[], _Worker], size: int, limit: float
    ) -> None:
        self._waiting = waiting
        self._start = start
        self._size = size
        self._limit = limit
        self._workers: list[_Worker] = []
        self._standstill = Standstill()

    def hand_out(self) -> bool:
        """Give parcels to all who have none; tell whether anybody works."""
        free = [worker for worker in self._workers if worker.parcel is None]
        while free or len(self._workers) < self._size:
            parcel = self._waiting.next()
            if parcel is None:
                break
            if not free:
                free.append(self._start())
                self._workers.append(free[-1])
            free.pop().take(parcel)
        return any(worker.parcel for worker in self._workers)

    def hear(self) -> Iterator[Finished | FileProgress]:
        """Wait a moment for what workers say."""
        heard = wait([worker.connection for worker in self._workers], _TICK)
        for worker in [worker for worker in self._workers if worker.connection in heard]:
            yield from self._listen(worker)

    def end_slow(self) -> Iterator[Finished]:
        """Do without the workers that take too long."""
        stood = self._standstill.look()
        for worker in self._workers:
            worker.excuse(stood)
        for worker in [worker for worker in self._workers if worker.spent > self._limit]:
            yield from self._lose(worker, f"It took longer than {self._limit:g} seconds.")

    def end(self) -> None:
        """Stop all workers at once."""
        for worker in self._workers:
            worker.end()

    def _listen(self, worker: _Worker) -> Iterator[Finished | FileProgress]:
        """Take one message of a worker, or its death."""
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            reason = f"The worker stopped ({worker.last_words})."
            if worker.since is None:
                self._workers.remove(worker)
                raise ModelError(reason, "Is there enough memory for all workers?") from None
            yield from self._lose(worker, reason)
            return
        if isinstance(message, SubpunctError):
            raise message
        if isinstance(message, FileProgress):
            yield message
            return
        finished = worker.note(message)
        if finished:
            yield finished

    def _lose(self, worker: _Worker, reason: str) -> Iterator[Finished]:
        """End a worker; a file that it had alone has failed, of several each has another chance."""
        self._workers.remove(worker)
        worker.end()
        parcel = worker.parcel
        if parcel is None:
            return
        if len(parcel.items) == 1:
            yield failed(parcel.items[0], reason)
            return
        self._waiting.put_back(one_by_one(parcel))


class _Worker:
    """One process, the parcel it has, and since when it has been at its present file."""

    def __init__(self, prepare: Prepare, threads: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.parcel: Parcel | None = None
        self.since: float | None = None
        loud = log.isEnabledFor(logging.DEBUG)
        try:
            self.connection, theirs = context.Pipe()
            # So that the death of the process ends the connection.
            with theirs, ignoring_interrupts():
                self._process = context.Process(
                    target=work, args=(theirs, prepare, threads, loud), daemon=True
                )
                self._process.start()
        except OSError as error:
            message = f"A worker cannot start: {error.strerror or error}."
            raise ModelError(message, "Use fewer workers.") from error

    @property
    def spent(self) -> float:
        """Return the seconds since the latest result, 0 without work or while it gets ready."""
        if self.parcel is None or self.since is None:
            return 0.0
        return time.monotonic() - self.since

    def take(self, parcel: Parcel) -> None:
        """Send a parcel; a worker that is not ready will find it."""
        self.parcel = parcel
        if self.since is not None:
            self.since = time.monotonic()
        # A worker that has died meanwhile is noticed when it is listened to.
        with contextlib.suppress(OSError):
            self.connection.send(parcel)

    def note(self, message: Finished | str) -> Finished | None:
        """Take in what the worker says; return the file that it has finished, if it has."""
        self.since = time.monotonic()
        if message == OVER:
            self.parcel = None
        if isinstance(message, str) or self.parcel is None:
            return None
        name = message.outcome.source
        self.parcel = Parcel(tuple(item for item in self.parcel.items if item.name != name))
        return message

    def excuse(self, seconds: float) -> None:
        """Leave out of account a time in which it could not go on."""
        if self.since is not None:
            self.since += seconds

    def end(self) -> None:
        """Stop the process at once."""
        self._process.kill()
        self._process.join()
        self.connection.close()

    @property
    def last_words(self) -> str:
        """Return how the process ended, which has hung up."""
        return last_words(self._process)
