from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.review.journal.records import FileState
from subpunct_app.review.opening import ReadFile, look_through
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Progress
from tests.stopped import Stopped
from tests.subtitles.reading.spoken import cues


def test_opening_stops_while_the_words_are_read() -> None:
    read = ReadFile(cues(*["so it was"] * 1500), FileState(Path("long.vtt"), ""))
    task = Stopped()
    with pytest.raises(Cancelled):
        look_through(read, "long.vtt", task)
    assert task.progress == Progress(500, 1500, "Reading the words")
