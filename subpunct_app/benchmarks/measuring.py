"""What benchmarks measure with: clocks, memory, and the shipped lecture as sample text."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.subtitles.files import open_document
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.quantities import time_stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Document

_MEGABYTE = 1 << 20
_RESIDENT = 1


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds that went by, and seconds that all threads computed meanwhile."""

    wall: float
    cpu: float

    @classmethod
    def now(cls) -> Spent:
        """Return what the clocks say, of which only differences mean anything."""
        return cls(time.perf_counter(), time.process_time())

    def __sub__(self, before: Spent) -> Spent:
        return Spent(self.wall - before.wall, self.cpu - before.cpu)


def median_of(spent: Collection[Spent]) -> Spent:
    """Return the medians of time and of processor time."""
    return Spent(median(one.wall for one in spent), median(one.cpu for one in spent))


def medians(steps: Mapping[str, Callable[[], object]], rounds: int, task: Task) -> dict[str, float]:
    """Return the median seconds of each step; every round runs all of them."""
    times: dict[str, list[float]] = defaultdict(list)
    for done in range(rounds):
        for name, step in steps.items():
            task.step(done, rounds, f"Timing: {name.replace('_', ' ')}")
            # So that no step pays for the litter of another one.
            gc.collect()
            started = time.perf_counter()
            step()
            times[name].append(time.perf_counter() - started)
    return {name: median(taken) for name, taken in times.items()}


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


def resident_megabytes() -> float | None:
    """Return what this process and its workers take now, None where the system does not tell."""
    workers = [child.pid for child in multiprocessing.active_children()]
    try:
        pages = sum(
            int(Path(f"/proc/{pid}/statm").read_text().split()[_RESIDENT])
            for pid in (os.getpid(), *workers)
        )
        return pages * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE
    except (OSError, ValueError, AttributeError):
        return None


def sample_subtitles(cues: int, *, late_ms: int = 0) -> str:
    """Return a SubRip file of so many cues, so late, with the texts of the shipped lecture."""
    sample = _lecture()
    texts = cycle(sample.cue_text(at) for at in range(len(sample.cues)))
    return "".join(
        f"{number}\n{_times(number * 2000 + late_ms)}\n{text}\n\n"
        for number, text in enumerate(islice(texts, cues), start=1)
    )


def sample_words(count: int) -> list[str]:
    """Return so many words of the shipped lecture, again and again."""
    words = (word.text for word in read_words(_lecture()).words)
    return list(islice(cycle(words), count))


def _lecture() -> Document:
    return open_document(shipped_folder("resources") / "samples" / "lecture.srt")


def _times(start_ms: int) -> str:
    return f"{time_stamp(start_ms, ',')} --> {time_stamp(start_ms + 1900, ',')}"
