"""A window with subtitles and the film that belongs to them, each made from what really is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.media.player import Player
from tests.gui.conftest import open_and_wait
from tests.media import Media

TEXTS = ("look in front of you", "there is ice {\\an8}why", "<i>it freezes</i> so")
CUES = [(200, 700), (1000, 2000), (3000, 4000), *((ms, ms + 100) for ms in range(5000, 9000, 100))]


def srt() -> bytes:
    texts = [*TEXTS, *(f"word {number}" for number in range(len(CUES) - len(TEXTS)))]
    blocks = (
        f"{at}\n{_time(start)} --> {_time(end)}\n{text}\n\n"
        for at, ((start, end), text) in enumerate(zip(CUES, texts, strict=True), start=1)
    )
    return "".join(blocks).encode()


def _time(ms: int) -> str:
    return f"00:00:{ms // 1000:02},{ms % 1000:03}"


@pytest.fixture
def film(tmp_path: Path, media: Media) -> Path:
    path = tmp_path / "talk.mp4"
    shutil.copy(media.file("film.mp4"), path)
    return path


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.en.srt"
    path.write_bytes(srt())
    return path


@pytest.fixture
def watched(window: MainWindow, talk: Path, film: Path, qtbot: QtBot) -> MainWindow:
    """A window in which the film was found by the name of its subtitles."""
    with qtbot.waitSignal(window.watching.opened):
        open_and_wait(window, talk, qtbot)
    assert window.watching.path == film
    return window


@pytest.fixture
def player(watched: MainWindow) -> Player:
    return watched.watching.stage.player
