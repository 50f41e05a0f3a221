"""Time things: one with the processor time it takes, or several in turns.

In turns none has the machine to itself more than another.
"""

from __future__ import annotations

import gc
import time
from collections import defaultdict
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from subpunct_app.runtime.task import Task


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
