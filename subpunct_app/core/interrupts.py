"""Start processes that Ctrl+C does not reach."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def deaf_to_interrupts(*others: signal.Signals) -> Iterator[None]:
    """Let processes started in here ignore Ctrl+C, and other signals that are named.

    Here they take effect only at the end.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It starts with the first process, and its own start would unblock Ctrl+C.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *others})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
