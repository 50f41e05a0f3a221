"""The life of a worker process: prepare once, then do parcel after parcel."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from subpunct_app.batch.worker_pool import Step
from subpunct_app.runtime.errors import Cancelled, SubpunctError
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from subpunct_app.batch.parcels import Parcel
    from subpunct_app.batch.worker_pool import Prepare

READY = "ready"
OVER = "over"
_TELL_SECONDS = 0.5
_STDOUT, _STDERR = 1, 2
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")


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
            self._connection.send(Step(self._items[0].name, self.progress.fraction))


def _hush() -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (_STDOUT, _STDERR):
        os.dup2(silence, stream)
