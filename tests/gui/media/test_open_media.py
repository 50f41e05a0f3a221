"""Videos come with their subtitles, go with them, and break without harm to the text."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.media.player import Player
from subpunct_app.review import settings
from tests.gui.conftest import (
    NewWindow,
    drop,
    open_and_wait,
    press,
    punctuate_and_wait,
    status_of,
)
from tests.gui.media.conftest import srt
from tests.gui.test_accessibility import activate, controls, in_tab_order, name_of, pictures
from tests.media import Media
from tests.patience import PATIENCE


def offer(window: MainWindow) -> QPushButton:
    return next(b for b in window.message.findChildren(QPushButton) if b.isVisible())


def test_the_video_of_the_subtitles_is_shown_beside_them(watched: MainWindow) -> None:
    panel = watched.watching.stage.panel
    assert panel.isVisible()
    assert panel.view.isVisible()
    assert panel.waveform.isVisible()
    assert "talk.mp4" in status_of(watched)
    assert watched.commands["media"].isChecked()


def test_a_video_finds_its_subtitles(
    window: MainWindow, talk: Path, film: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.opened):
        window.open_file(film)
    assert window.file is not None
    assert window.file.path == talk
    assert window.watching.path == film


def open_alone(window: MainWindow, film: Path, qtbot: QtBot) -> None:
    """Open a video that has no subtitles beside it."""
    window.open_file(film)
    qtbot.waitUntil(lambda: "No subtitles" in window.message.text)


def test_a_video_without_subtitles_has_all_the_room_and_can_be_transcribed(
    window: MainWindow, film: Path, qtbot: QtBot
) -> None:
    open_alone(window, film, qtbot)
    assert window.watching.stage.panel.isVisible()
    assert not window.page.listing.isVisible()
    assert not window.page.panel.isVisible()
    wanted: list[Path] = []
    window.watching.transcribe_wanted.connect(wanted.append)
    offer(window).click()
    assert wanted == [film]


def test_space_plays_a_video_without_subtitles(
    window: MainWindow, film: Path, qtbot: QtBot
) -> None:
    activate(window, qtbot)
    open_alone(window, film, qtbot)
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Space)
    assert window.watching.stage.player.playing
    QTest.keyClick(focused, Qt.Key.Key_Space)
    assert not window.watching.stage.player.playing


def test_subtitles_that_come_at_once_do_not_stop_the_video(
    window: MainWindow, film: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other.en.srt"
    other.write_bytes(srt())
    with qtbot.waitSignals([window.opened, window.watching.opened]):
        window.open_file(film)
        window.open_file(other)
    assert window.watching.path == film


def drop_pair(window: MainWindow, film: Path, other: Path, qtbot: QtBot) -> None:
    """Drop a video together with subtitles that are not named after it."""
    other.write_bytes(srt())
    with qtbot.waitSignals([window.opened, window.watching.opened]):
        drop(window, film, other)


def test_a_pair_of_any_names_is_dropped_and_remembered(
    new_window: NewWindow, film: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other, window = tmp_path / "other.en.srt", new_window()
    drop_pair(window, film, other, qtbot)
    assert window.watching.path == film
    window.close()
    again = new_window(remembered=settings.load())
    with qtbot.waitSignal(again.watching.opened):
        again.open_file(other)
    assert again.watching.path == film


@pytest.mark.parametrize("name", ["talk.mp4", "talk.mkv"])
def test_of_several_videos_that_are_dropped_the_one_of_that_name_is_shown(
    window: MainWindow, talk: Path, film: Path, name: str, qtbot: QtBot
) -> None:
    other, named = film.with_name("another.mp4"), film.with_name(name)
    shutil.copy(film, other)
    film.rename(named)
    with qtbot.waitSignal(window.watching.opened):
        drop(window, talk, other, named)
    assert window.watching.path == named


def test_another_file_puts_the_video_away(
    watched: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    other = folder / "other.en.srt"
    other.write_bytes(srt())
    open_and_wait(watched, other, qtbot)
    assert watched.watching.path is None
    assert not watched.watching.stage.panel.isVisible()
    assert not watched.commands["play"].isEnabled()
    assert "talk.mp4" not in status_of(watched)


def test_sound_alone_has_a_large_waveform(
    window: MainWindow, talk: Path, media: Media, qtbot: QtBot
) -> None:
    shutil.copy(media.file("speech.mp3"), talk.with_name("talk.mp3"))
    with qtbot.waitSignal(window.watching.opened):
        window.open_file(talk)
    assert not window.watching.stage.panel.view.isVisible()
    assert window.watching.stage.panel.waveform.isVisible()


def test_video_without_sound_plays(
    window: MainWindow, talk: Path, media: Media, qtbot: QtBot
) -> None:
    shutil.copy(media.file("soundless.mp4"), talk.with_name("talk.mp4"))
    with qtbot.waitSignal(window.watching.opened):
        window.open_file(talk)
    window.watching.stage.player.play()
    qtbot.waitUntil(lambda: window.watching.stage.player.position > 300)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("empty.mp4", "is empty"),
        ("half.mp4", "is damaged, or no video"),
        ("garbage.mp4", "no video or sound"),
        ("locked.mp4", "protected"),
        ("missing.mp4", "does not exist"),
    ],
)
def test_a_broken_video_is_told_and_the_text_goes_on(
    watched: MainWindow, media: Media, tmp_path: Path, name: str, message: str, qtbot: QtBot
) -> None:
    path = tmp_path / "gone.mp4" if name == "missing.mp4" else media.file(name)
    watched.watching.open(path)
    qtbot.waitUntil(lambda: watched.message.error is not None)
    assert message in watched.message.text
    assert watched.watching.path == tmp_path / "talk.mp4"
    punctuate_and_wait(watched, qtbot)
    press(watched, Qt.Key.Key_Return)
    assert watched.page.stack.count() == 1


def test_a_broken_video_is_told_of_no_more_once_another_plays(
    watched: MainWindow, media: Media, qtbot: QtBot
) -> None:
    watched.watching.open(media.file("garbage.mp4"))
    qtbot.waitUntil(lambda: watched.message.error is not None)
    with qtbot.waitSignal(watched.watching.opened):
        watched.watching.open(media.file("soundless.mp4"))
    assert watched.message.text == ""


def test_a_file_that_breaks_off_plays_as_far_as_it_goes(
    window: MainWindow, media: Media, qtbot: QtBot
) -> None:
    window.watching.open(media.file("half_front.mp4"))
    qtbot.waitUntil(lambda: "half_front.mp4 breaks off at 0:00:0" in window.message.text)
    player = window.watching.stage.player
    player.seek(3800)
    player.play()
    qtbot.waitUntil(lambda: not player.playing)
    assert 4000 < player.position < 7000


def test_a_picture_that_does_not_come_is_told(
    window: MainWindow, media: Media, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    # As with AV1, which Qt decodes on some graphics cards only; it is told before long.
    monkeypatch.setattr("subpunct_app.gui.media.player._PATIENCE_MS", 100)
    monkeypatch.setattr("subpunct_app.gui.media.player.Player.is_drawn", False)
    window.watching.open(media.file("film.mp4"))
    qtbot.waitUntil(lambda: "film.mp4 shows no moving picture" in window.message.text)


def test_a_video_that_goes_while_it_plays_is_told(
    watched: MainWindow, player: Player, film: Path, qtbot: QtBot
) -> None:
    player.play()
    film.rename(film.with_name("moved.mp4"))
    qtbot.waitUntil(lambda: "was moved or deleted" in watched.message.text)
    assert not player.playing
    press(watched, Qt.Key.Key_Down)
    assert watched.page.cue == 1


def test_a_video_that_is_put_back_is_told_of_no_more(
    watched: MainWindow, film: Path, qtbot: QtBot
) -> None:
    away = film.with_name("moved.mp4")
    # It may go more than once.
    for _ in range(2):
        film.rename(away)
        qtbot.waitUntil(lambda: "was moved or deleted" in watched.message.text)
        film.with_name("something else.txt").write_text("")
        away.rename(film)
        qtbot.waitUntil(lambda: not watched.message.text)


def half_a_download(media: Media, folder: Path) -> tuple[Path, bytes]:
    """Write half of a recording, and return its path and the bytes that are to come."""
    whole, growing = media.file("film.ts").read_bytes(), folder / "download.ts"
    growing.write_bytes(whole[: len(whole) // 2])
    return growing, whole[len(whole) // 2 :]


def add(path: Path, rest: bytes) -> None:
    with path.open("ab") as stream:
        stream.write(rest)


def test_a_recording_that_grows_is_opened_again_as_long_as_it_is_then(
    watched: MainWindow, media: Media, tmp_path: Path, qtbot: QtBot
) -> None:
    growing, rest = half_a_download(media, tmp_path)
    with qtbot.waitSignal(watched.watching.opened):
        watched.watching.open(growing)
    before = watched.watching.stage.player.duration
    add(growing, rest)
    qtbot.waitUntil(lambda: "download.ts has changed" in watched.message.text)
    with qtbot.waitSignal(watched.watching.opened):
        offer(watched).click()
    assert not watched.message.text
    assert watched.watching.stage.player.duration > before + 3000


def test_a_file_that_cannot_be_played_is_told(
    watched: MainWindow, player: Player, media: Media, qtbot: QtBot
) -> None:
    assert player.info is not None
    player.open(media.file("garbage.mp4"), player.info, None)
    qtbot.waitUntil(lambda: "garbage.mp4 cannot be played" in watched.message.text)
    assert not player.playing


def test_another_video_takes_the_place_of_one_that_plays(
    watched: MainWindow, player: Player, media: Media, qtbot: QtBot
) -> None:
    player.play()
    with qtbot.waitSignal(watched.watching.opened):
        watched.watching.open(media.file("film.webm"))
    assert player.path == media.file("film.webm")
    assert not player.playing
    player.play()
    qtbot.waitUntil(lambda: player.position > 400)


def test_every_control_has_a_name_and_can_be_reached(watched: MainWindow, qtbot: QtBot) -> None:
    activate(watched, qtbot)
    panel = watched.watching.stage.panel
    inside = [control for control in controls(watched) if panel.isAncestorOf(control)]
    assert len(inside) > 12
    assert [control for control in inside if not name_of(control)] == []
    seen = pictures(watched)
    assert {name_of(c) for c in inside if c.isEnabled() and in_tab_order(c)} <= {
        name_of(control) for control in seen
    }
    assert [name_of(one) for one, (there, gone) in seen.items() if there == gone] == []


def test_the_panel_can_be_hidden_and_leaves_the_page_as_it_was(
    watched: MainWindow, player: Player
) -> None:
    watched.commands["media"].trigger()
    assert not watched.watching.stage.panel.isVisible()
    assert not watched.page.top.isVisible()
    watched.commands["media"].trigger()
    assert watched.watching.stage.panel.isVisible()
    watched.commands["close_media"].trigger()
    assert player.path is None
    assert not watched.watching.stage.panel.isVisible()


# Another thread may hold Python and load a library, for which it waits for this one.
def test_nobody_is_called_while_the_library_of_the_player_is_loaded() -> None:
    code = (
        "import sys; from PySide6.QtCore import qInstallMessageHandler, qWarning; told = []; "
        "qInstallMessageHandler(lambda kind, context, message: told.append(message)); "
        "from subpunct_app.gui.media.open_media import load_library; load_library(); "
        "qWarning('end'); "
        "sys.exit(0 if told == ['end'] and 'PySide6.QtMultimedia' in sys.modules else str(told))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow  # A process of its own shows a window.
def test_a_window_without_media_loads_nothing_of_it() -> None:
    code = (
        "import sys; from PySide6.QtWidgets import QApplication; application = QApplication([]); "
        "from subpunct_app.gui.main_window import MainWindow; window = MainWindow(); "
        "parts = {'PySide6.QtMultimedia', 'av', 'numpy', 'subpunct_app.gui.media.media_panel'}; "
        "window.show(); loaded = parts & set(sys.modules); "
        "window.close(); sys.exit(f'loaded: {loaded}' if loaded else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow  # A process of its own shows a window.
def test_a_window_that_opens_a_film_does_not_wait_for_numpy(media: Media) -> None:
    command = [sys.executable, "-m", "tests.gui.media.numpy_loaded", str(media.file("film.mp4"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
