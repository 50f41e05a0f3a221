"""What asks a program to end, waits that it breaks off, and processes that none of it reaches."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# What a terminal sends that closes, where there is such a thing; and a session that ends.
CLOSED = frozenset({signal.SIGHUP} if hasattr(signal, "SIGHUP") else ())
ENDINGS = CLOSED | {signal.SIGTERM}

_LOOK_S = 0.002


def wait_until(reached: Callable[[], bool]) -> None:
    """Wait until something is so, which Ctrl+C can always break off.

    A wait without end hears no signal that another thread took, or that came just before it began.
    """
    while not reached():
        time.sleep(_LOOK_S)


@contextmanager
def ignoring_interrupts(*others: signal.Signals) -> Iterator[None]:
    """Let processes started in here ignore Ctrl+C, a terminal that closes, and signals named.

    Here they take effect only at the end.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    wanted = {signal.SIGINT, *CLOSED, *others}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, wanted)
    try:
        # It starts with the first process, and its own start unblocks Ctrl+C.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, wanted)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
