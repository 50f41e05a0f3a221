from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.media.waveform import Waveform
from subpunct_app.speech.media.peaks import peaks_folder
from tests.gui.conftest import punctuate_and_wait
from tests.media import SECONDS, Media


def waveform_of(window: MainWindow) -> Waveform:
    return window.watching.stage.panel.waveform


def open_media(window: MainWindow, path: Path, qtbot: QtBot) -> Waveform:
    with qtbot.waitSignal(window.watching.opened):
        window.watching.open(path)
    return waveform_of(window)


def test_the_wave_of_a_film_is_drawn_and_kept(watched: MainWindow, qtbot: QtBot) -> None:
    waveform = waveform_of(watched)
    qtbot.waitUntil(lambda: not waveform.message)
    assert waveform.stretch.whole == pytest.approx(1000 * SECONDS, abs=150)
    assert len(list(peaks_folder().iterdir())) == 1


def test_a_video_without_sound_says_so_and_shows_its_cues(
    watched: MainWindow, media: Media, qtbot: QtBot
) -> None:
    waveform = open_media(watched, media.file("soundless.mp4"), qtbot)
    assert waveform.message == "This video has no sound"
    assert waveform.isVisible()


def test_all_of_what_was_put_end_to_end_is_drawn_and_told(
    watched: MainWindow, media: Media, qtbot: QtBot
) -> None:
    waveform = open_media(watched, media.file("twice.ts"), qtbot)
    qtbot.waitUntil(lambda: "twice.ts start over at 0:00:10" in watched.message.text)
    assert waveform.stretch.whole == pytest.approx(2000 * SECONDS, abs=300)


def test_zooming_is_an_action_with_keys(watched: MainWindow, qtbot: QtBot) -> None:
    waveform = waveform_of(watched)
    qtbot.waitUntil(lambda: not waveform.message)
    watched.commands["wave_all"].trigger()
    assert waveform.stretch.is_all
    watched.commands["wave_in"].trigger()
    assert waveform.stretch.length == pytest.approx(waveform.stretch.whole / 2, abs=1)
    watched.commands["wave_out"].trigger()
    assert waveform.stretch.is_all


def test_pending_marks_come_onto_the_wave_before_it_is_read(
    watched: MainWindow, qtbot: QtBot
) -> None:
    waveform = waveform_of(watched)
    before = waveform.grab().toImage()
    punctuate_and_wait(watched, qtbot)
    qtbot.waitUntil(lambda: waveform.grab().toImage() != before)
