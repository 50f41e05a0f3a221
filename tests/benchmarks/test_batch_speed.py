from __future__ import annotations

import pytest

from subpunct_app.benchmarks.batch_speed import BatchSpeed, batch_speed
from subpunct_app.runtime.task import Task

REST = {"start": 2.0, "memory": 300.0}


def test_ratios_are_told_as_goals_have_them() -> None:
    speed = BatchSpeed(500, 2, 1000, one=900, many=1710, long=950, short=760, **REST)
    assert (speed.share, speed.gain, speed.short_cost) == (0.9, 1.9, 1.25)


@pytest.mark.slow
def test_a_small_batch_is_timed() -> None:
    # It starts processes that load the model, three times.
    speed = batch_speed(2, Task(), words=60, workers=None)
    assert min(speed.bare, speed.one, speed.many, speed.long, speed.short, speed.start) > 0
