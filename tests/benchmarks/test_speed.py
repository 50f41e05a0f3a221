from __future__ import annotations

import pytest

from subpunct_app.benchmarks.measuring import sample_subtitles
from subpunct_app.benchmarks.program_speed import file_speed, start_time
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.parse import parse


def test_the_made_up_file_is_sound() -> None:
    document = parse(sample_subtitles(100).encode())
    assert len(document.cues) == 100
    assert document.remarks == ()
    assert document.cue_text(0) == document.cue_text(25)
    assert document.cues[99].start_ms == 200_000
    assert parse(sample_subtitles(100, late_ms=7).encode()).cues[99].start_ms == 200_007


@pytest.mark.slow
def test_files_are_timed_beside_pysrt() -> None:
    task = Task()
    speed = file_speed(50, 2, task)
    assert speed.cues == 50
    assert speed.open_ratio == speed.open / speed.pysrt_open > 0
    assert speed.write_ratio == speed.write / speed.pysrt_write > 0
    assert task.progress.total == 2


@pytest.mark.slow
def test_the_start_is_timed() -> None:
    assert 0 < start_time(1, Task()) < 60


def test_timing_can_be_cancelled() -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        file_speed(50, 1, task)
