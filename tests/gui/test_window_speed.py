from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.window_speed import window_speed
from subpunct_app.review.settings import settings_path
from subpunct_app.runtime.task import Task


@pytest.mark.slow
@pytest.mark.usefixtures("frozen_again")
def test_the_window_is_timed_and_remembers_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    speed = window_speed(Task(), cues=400, keys=6, many=30)
    assert speed.cues == 400
    assert speed.many == 30
    assert speed.suggestions > 100
    assert {"accept_before", "undo", "list_doubtful", "select_all", "find"} < set(speed.far)
    once = (speed.open, speed.key.median, speed.key_by_doubt.slow, speed.accept_all)
    for spent in (*once, *speed.far.values()):
        assert spent.wall > 0
        assert spent.cpu > 0
    assert not settings_path().exists()
    assert [path for path in (tmp_path / "home").rglob("*") if path.is_file()] == []
