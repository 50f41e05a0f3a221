from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.core.errors import Cancelled
from subpunct_app.core.task import Progress
from subpunct_app.services.journal import FileState
from subpunct_app.services.opening import Read, look_through
from tests.stopped import Stopped
from tests.subtitles.words.spoken import cues


def test_opening_stops_while_the_words_are_read() -> None:
    read = Read(cues(*["so it was"] * 1500), FileState(Path("long.vtt"), ""))
    task = Stopped()
    with pytest.raises(Cancelled):
        look_through(read, "long.vtt", task)
    assert task.progress == Progress(500, 1500, "Reading the words")
