"""Wait for what may never come, as what nobody writes into a pipe, until somebody has enough."""

from __future__ import annotations

from concurrent.futures import Future, wait
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.core.task import Task

_LISTEN_SECONDS = 0.05

T = TypeVar("T")


def waited_for(work: Callable[[], T], task: Task, message: str) -> T:
    """Return what a piece of work returns, or raise what it raises, or Cancelled with the task.

    Nobody can stop a thread that the system keeps waiting: it is left to itself, and ends with the
    program at the latest.
    """
    outcome: Future[T] = Future()
    Thread(target=_settle, args=(outcome, work), name="subpunct-waiting", daemon=True).start()
    while not wait([outcome], _LISTEN_SECONDS).done:
        task.step(0, 0, message)
    return outcome.result()


def _settle(outcome: Future[T], work: Callable[[], T]) -> None:
    try:
        outcome.set_result(work())
    except Exception as error:  # noqa: BLE001 - whoever waits raises it
        outcome.set_exception(error)
