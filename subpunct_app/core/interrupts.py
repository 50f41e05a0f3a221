"""Begin processes that Ctrl+C leaves alone."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Let a new process inherit that Ctrl+C is none of its business; here it waits for the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It comes with the first process, and its own start would let Ctrl+C through.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
