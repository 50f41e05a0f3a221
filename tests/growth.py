"""How the time that something takes grows with what it is given."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from math import inf
from types import FrameType
from typing import TypeVar

Given = TypeVar("Given")

# Four times as much takes four times as long in linear time, sixteen times in quadratic time.
_TIMES = 4
_MOST = 9
# What else the machine does only adds to a time: the more rounds, the nearer the least is to it.
_ROUNDS = 3
_MOST_ROUNDS = 9
# Seconds below which a time says nothing.
_NOISE = 0.02


def check_linear(make: Callable[[int], Given], work: Callable[[Given], object], size: int) -> None:
    """Assert that the work on what is made of a size takes not much over four times a quarter's."""
    small = min(_time(make, work, size // _TIMES) for _ in range(_ROUNDS))
    large = inf
    for _ in range(_MOST_ROUNDS):
        # One of these is enough where it is short: others could only make it shorter.
        large = min(large, _time(make, work, size))
        if large < _MOST * max(small, _NOISE):
            return
        small = min(small, _time(make, work, size // _TIMES))
    raise AssertionError(f"{large:.3f} s instead of {small:.3f} s for a quarter")


def _time(make: Callable[[int], Given], work: Callable[[Given], object], size: int) -> float:
    given = make(size)
    begin = time.process_time()
    work(given)
    return time.process_time() - begin


def calls_in(work: Callable[[], object]) -> int:
    """Return how often Python calls or resumes anything in some work, however busy a machine is."""
    calls = 0

    def count(_frame: FrameType, event: str, _value: object) -> None:
        nonlocal calls
        calls += event == "call"

    before, collects = sys.getprofile(), gc.isenabled()
    # What earlier tests left behind would count, too.
    gc.disable()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return calls
