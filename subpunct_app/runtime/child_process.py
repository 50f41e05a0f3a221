"""Do a piece of work in a child process, where it would hold up every thread of this one.

Some libraries keep Python's lock while they compute, pocketsphinx for half a second at a time: a
window would stand still, and all other work would crawl.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar, cast

from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.runtime.interrupts import ignoring_interrupts
from subpunct_app.runtime.task import Progress, Task

T = TypeVar("T")
Work = Callable[[Task], T]

_LISTEN_SECONDS = 0.05
_TELL_SECONDS = 0.1
_GRACE_SECONDS = 5.0
_MODEST = 10


def in_child_process(work: Work[T], task: Task) -> T:
    """Return what a piece of work returns; its steps are those of the task, whose cancel ends it.

    `work`, what it returns and the errors it raises are copied from process to process. Raise
    the SubpunctError that it raises, one where its process dies, and Unforeseen where it fails
    otherwise.
    """
    process, ours = start_child(_carry_out, work)
    with closing(ours):
        try:
            outcome = cast("_Result[T] | SubpunctError | Unforeseen", _outcome(ours, task))
        except (EOFError, OSError) as error:
            raise SubpunctError(
                f"The work stopped before its end ({last_words(process)}).",
                "Is there memory enough?",
            ) from error
        finally:
            process.kill()
            process.join()
    if isinstance(outcome, SubpunctError | Unforeseen):
        raise outcome
    return outcome.value


def start_child(target: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection]:
    """Start a process, whose first argument is the other end of a connection.

    No signal of a terminal reaches it while it starts, and its death ends the connection.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with theirs, ignoring_interrupts():
        process = context.Process(target=target, args=(theirs, *arguments), daemon=True)
        process.start()
    return process, ours


class Unforeseen(Exception):
    """An error of the program in a child process, with the trace that it has there."""


def last_words(process: BaseProcess) -> str:
    """Return how a process ended that has hung up."""
    process.join(_GRACE_SECONDS)
    code = process.exitcode
    return f"signal {-code}" if code and code < 0 else f"exit code {code}"


@dataclass(frozen=True, slots=True)
class _Result(Generic[T]):
    value: T


def _outcome(connection: Connection, task: Task) -> object:
    """Return what a process sends last; raise Cancelled on request.

    Raise EOFError where the process dies, or, as Windows has it, OSError.
    """
    progress = Progress()
    while True:
        if connection.poll(_LISTEN_SECONDS):
            message: object = connection.recv()
            if not isinstance(message, Progress):
                return message
            progress = message
        task.step(progress.done, progress.total, progress.message, timed=progress.timed)


def _carry_out(connection: Connection, work: Work[object]) -> None:
    """Do the work here, and send what comes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        # What somebody waits for at the window comes first.
        os.nice(_MODEST)
    with suppress(_NobodyWaits):
        try:
            _send(connection, _Result(work(_ReportingTask(connection))))
        except SubpunctError as error:
            _send(connection, error)
        except _NobodyWaits:
            raise
        except MemoryError:
            # What is left may not be enough to tell of it.
            sys.exit(1)
        except Exception as error:  # noqa: BLE001 - whoever waits raises it
            _send(connection, Unforeseen("".join(traceback.format_exception(error))))


class _NobodyWaits(Exception):
    """Nobody waits any more for what is done here."""


def _send(connection: Connection, message: object) -> None:
    """Send a message; raise _NobodyWaits where nobody waits for it."""
    try:
        connection.send(message)
    except BrokenPipeError as error:
        raise _NobodyWaits from error


class _ReportingTask(Task):
    """A task that tells the process that waits for it how far it is."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection
        self._told = 0.0

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        super().step(done, total, message, timed=timed)
        if time.monotonic() - self._told > _TELL_SECONDS:
            self._told = time.monotonic()
            _send(self._connection, self.progress)
