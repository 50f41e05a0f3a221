"""The life of a worker process: prepare once, then do parcel after parcel."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from subpunct_app.core.errors import Cancelled, SubpunctError
from subpunct_app.core.task import Task

if TYPE_CHECKING:
    from subpunct_app.services.batch.crew import Prepare

READY = "ready"
OVER = "over"
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
    # Libraries read these when they are imported, which `prepare` does.
    os.environ.update(dict.fromkeys(_THREADS, str(threads)))
    try:
        handler = prepare()
    except SubpunctError as error:
        connection.send(error)
        return
    connection.send(READY)
    try:
        while True:
            for finished in handler(connection.recv(), _Orphaned()):
                connection.send(finished)
            connection.send(OVER)
    except (EOFError, OSError, Cancelled):
        return


class _Orphaned(Task):
    """A task that is cancelled when the process that asked for it has died."""

    def step(self, done: int, total: int, message: str = "") -> None:
        parent = multiprocessing.parent_process()
        if parent is not None and not parent.is_alive():
            self.cancel()
        super().step(done, total, message)


def _hush() -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (_STDOUT, _STDERR):
        os.dup2(silence, stream)
