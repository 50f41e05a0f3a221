"""A plain text and its recording become subtitles."""

from __future__ import annotations

import shutil
import subprocess
import sys
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


@pytest.mark.slow  # A process of its own, as others may have listened in this one.
def test_listening_leaves_the_window_its_thread(media: Media, tmp_path: Path) -> None:
    path = tmp_path / "said.srt"
    path.write_text(f"1\n00:00:00,000 --> 00:00:08,000\n{SPOKEN}\n", encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; from subpunct_app.core.task import Task; "
        "from subpunct_app.gui.work import hear; from subpunct_app.subtitles.parse import parse; "
        f"document = parse(Path({str(path)!r}).read_bytes(), name='said.srt'); "
        f"heard = hear(document, 'en', Path({str(media.file('speech.wav'))!r}), Task()); "
        "print(len(heard.pauses), 'pocketsphinx' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    pauses, here = done.stdout.split()
    assert int(pauses) > 10
    assert here == "False"
