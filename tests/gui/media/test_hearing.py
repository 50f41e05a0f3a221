"""A plain text and its recording become subtitles."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import open_and_wait
from tests.media import SPOKEN, Media


@pytest.fixture
def text(tmp_path: Path, media: Media) -> Path:
    path = tmp_path / "said.txt"
    path.write_text(SPOKEN, encoding="utf-8")
    shutil.copy(media.file("speech.wav"), tmp_path / "said.wav")
    return path


def test_the_open_text_and_the_open_recording_become_subtitles(
    window: MainWindow, text: Path, qtbot: QtBot
) -> None:
    open_and_wait(window, text, qtbot)
    qtbot.waitUntil(lambda: window.commands["align"].isEnabled())
    with qtbot.waitSignal(window.opened):
        window.commands["align"].trigger()
    assert window.file is not None
    assert window.file.path == text.with_suffix(".srt")
    assert window.file.document.cues[0].start_ms is not None
    qtbot.waitUntil(lambda: "was made" in window.message.text)


def test_without_a_recording_there_is_nothing_to_align(
    window: MainWindow, text: Path, talk: Path, qtbot: QtBot
) -> None:
    open_and_wait(window, talk, qtbot)
    assert not window.commands["align"].isEnabled()
