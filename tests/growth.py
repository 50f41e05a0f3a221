"""How the time that something takes grows with what it is given."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")

# Four times as much takes four times as long in linear time, sixteen times in quadratic time.
_TIMES = 4
_MOST = 9
_ROUNDS = 3
# Seconds below which a time says nothing.
_NOISE = 0.02


def check_linear(make: Callable[[int], Given], work: Callable[[Given], object], size: int) -> None:
    """Assert that the work on what is made of a size takes not much over four times a quarter's."""
    small, large = (_least_time(make, work, count) for count in (size // _TIMES, size))
    assert large < _MOST * max(small, _NOISE)


def _least_time(make: Callable[[int], Given], work: Callable[[Given], object], size: int) -> float:
    times = []
    for _ in range(_ROUNDS):
        given = make(size)
        begin = time.process_time()
        work(given)
        times.append(time.process_time() - begin)
    return min(times)
