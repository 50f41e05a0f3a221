"""How many processors there are for this program."""

from __future__ import annotations

import os


def processors() -> int:
    """Return how many processors this program may use: of some machines not all, as in a job."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
