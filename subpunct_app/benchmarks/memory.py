"""Tell how much memory this program takes, and follow it with that of its worker processes."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path
from statistics import linear_regression

_MEGABYTE = 1 << 20
_EVERY = 10
# The first files fill caches, and find out how much room the model needs.
_SETTLED = 0.2
_RESIDENT = 1


class Memory:
    """Take a sample of all processes every few files, where Linux tells it."""

    def __init__(self) -> None:
        self._files = 0
        self._samples: list[tuple[int, float]] = []

    def note(self) -> None:
        """Count a file."""
        self._files += 1
        if self._files % _EVERY == 0 and (taken := _megabytes()) is not None:
            self._samples.append((self._files, taken))

    @property
    def last(self) -> float | None:
        """Return the megabytes of the latest sample."""
        return self._samples[-1][1] if self._samples else None

    def growth(self, files: int) -> float | None:
        """Return by how many megabytes it grew in 1,000 files, without the first of them."""
        settled = [sample for sample in self._samples if sample[0] > _SETTLED * files]
        if len(settled) < 2:
            return None
        counts, megabytes = zip(*settled, strict=True)
        return 1000 * linear_regression(counts, megabytes).slope


def most_memory() -> int | None:
    """Return the most bytes that this process has taken so far, None where nobody tells."""
    if sys.platform == "win32":
        return None
    if sys.platform == "linux":
        # What `getrusage` tells here a process has from its parent, which may have taken more.
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return 1024 * int(status.partition("VmHWM:")[2].split()[0])
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _megabytes() -> float | None:
    workers = [child.pid for child in multiprocessing.active_children()]
    try:
        pages = sum(_pages(pid) for pid in (os.getpid(), *workers) if pid)
        return pages * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE
    except (OSError, ValueError, AttributeError):
        return None


def _pages(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[_RESIDENT])
