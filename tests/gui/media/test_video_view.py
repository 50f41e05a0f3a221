"""The picture of a place is shown though Qt shows another one, or none."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.media.player import Player
from subpunct_app.gui.media.video_view import VideoView
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.pictures import picture_at
from tests.media import Media


def screen_of(window: MainWindow) -> VideoView:
    return window.watching.stage.panel.view


def open_with(window: MainWindow, talk: Path, media: Path, qtbot: QtBot) -> Player:
    with qtbot.waitSignal(window.watching.opened):
        window.take_files([talk, media])
    return window.watching.stage.player


def is_still_of(window: MainWindow, path: Path, place_ms: int) -> bool:
    """Tell whether what a film shows at a time is shown over what Qt draws."""
    pixels = picture_at(path, place_ms, Task())
    assert pixels is not None
    height, width, _ = pixels.shape
    wanted = QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888)
    shown = screen_of(window).still.pixmap().toImage().convertToFormat(QImage.Format.Format_RGB888)
    return shown == wanted.copy()


def still_in_broadcast(window: MainWindow, talk: Path, media: Media, qtbot: QtBot) -> Player:
    """Open a broadcast where Qt has no picture of the place, and return its player."""
    film = media.file("film.ts")
    player = open_with(window, talk, film, qtbot)
    player.seek(5400)
    qtbot.waitUntil(lambda: is_still_of(window, film, 5400))
    return player


def test_a_broadcast_shows_the_place_that_was_sought(
    window: MainWindow, talk: Path, media: Media, qtbot: QtBot
) -> None:
    player = still_in_broadcast(window, talk, media, qtbot)
    player.play()
    qtbot.waitUntil(lambda: player.shows_place and screen_of(window).still.pixmap().isNull())
    assert player.playing


@pytest.mark.parametrize("place_ms", [0, 7000])
def test_a_slide_is_shown_all_the_time_that_it_stands(
    window: MainWindow, talk: Path, media: Media, place_ms: int, qtbot: QtBot
) -> None:
    film = media.file("slides.mp4")
    open_with(window, talk, film, qtbot).seek(place_ms)
    qtbot.waitUntil(lambda: is_still_of(window, film, place_ms))


def test_the_picture_of_a_film_does_not_lie_over_the_next_one(
    window: MainWindow, talk: Path, media: Media, qtbot: QtBot
) -> None:
    open_with(window, talk, media.file("slides.mp4"), qtbot)
    qtbot.waitUntil(lambda: not screen_of(window).still.pixmap().isNull())
    with qtbot.waitSignal(window.watching.opened):
        window.watching.open(media.file("film.mp4"))
    assert screen_of(window).still.pixmap().isNull()
