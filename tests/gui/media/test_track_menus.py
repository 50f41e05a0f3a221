"""A film with a commentary: which of its sound tracks is heard, drawn and transcribed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtMultimedia import QMediaPlayer
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import settings
from subpunct_app.speech.media.tracks import Track
from tests.gui.conftest import NewWindow, open_and_wait
from tests.media import Media

NAMES = ["1: English", "2: German, Commentary"]


@pytest.fixture
def commented(talk: Path, media: Media) -> Path:
    return Path(shutil.copy(media.file("commented.mkv"), talk.with_name("talk.mkv")))


def open_film(window: MainWindow, talk: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.watching.opened):
        open_and_wait(window, talk, qtbot)
    qtbot.waitUntil(lambda: window.watching.is_drawn)


def ticked(window: MainWindow) -> list[str]:
    window.tracks.refresh()
    return [action.text() for action in window.tracks.actions() if action.isChecked()]


def heard(window: MainWindow) -> int:
    """Return the number of the sound track that Qt plays."""
    return window.findChildren(QMediaPlayer)[0].activeAudioTrack() + 1


def choose(window: MainWindow, name: str) -> None:
    next(action for action in window.tracks.actions() if action.text() == name).trigger()


def test_the_editor_chooses_which_sound_track_is_heard(
    window: MainWindow, talk: Path, commented: Path, qtbot: QtBot
) -> None:
    open_film(window, talk, qtbot)
    waveform = window.watching.stage.panel.waveform
    assert [action.text() for action in window.tracks.actions()] == NAMES
    assert (ticked(window), heard(window)) == (NAMES[:1], 1)
    spoken = waveform.grab().toImage()
    choose(window, NAMES[1])
    qtbot.waitUntil(lambda: window.watching.is_drawn)
    assert (ticked(window), heard(window)) == (NAMES[1:], 2)
    assert waveform.grab().toImage() != spoken
    choose(window, NAMES[0])
    qtbot.waitUntil(lambda: window.watching.is_drawn)
    assert (heard(window), waveform.grab().toImage()) == (1, spoken)


def test_a_film_is_heard_again_as_it_was(
    window: MainWindow, new_window: NewWindow, talk: Path, commented: Path, qtbot: QtBot
) -> None:
    open_film(window, talk, qtbot)
    choose(window, NAMES[1])
    window.close()
    later = new_window(remembered=settings.load())
    open_film(later, talk, qtbot)
    assert ticked(later) == NAMES[1:]
    qtbot.waitUntil(lambda: heard(later) == 2)


def test_a_film_that_was_replaced_is_heard_as_players_do_where_the_track_is_another(
    window: MainWindow,
    new_window: NewWindow,
    talk: Path,
    commented: Path,
    media: Media,
    qtbot: QtBot,
) -> None:
    open_film(window, talk, qtbot)
    choose(window, NAMES[1])
    window.close()
    dubbed = ("-map", "0", "-c", "copy", "-metadata:s:a:1", "language=fre")
    media.ffmpeg("-i", media.file("commented.mkv"), *dubbed, to=commented)
    later = new_window(remembered=settings.load())
    open_film(later, talk, qtbot)
    assert [action.text() for action in later.tracks.actions()][1] == "2: French, Commentary"
    assert (ticked(later), heard(later)) == (NAMES[:1], 1)


def test_a_film_with_one_sound_track_leaves_no_choice(watched: MainWindow) -> None:
    assert not watched.tracks.isEnabled()


def test_the_track_that_is_heard_is_transcribed(
    window: MainWindow, talk: Path, commented: Path, qtbot: QtBot
) -> None:
    open_film(window, talk, qtbot)
    choose(window, NAMES[1])
    window.commands["transcribe"].trigger()
    form = window.transcribing.window.form
    qtbot.waitUntil(form.tracks.isVisible)
    assert form.tracks.currentText() == NAMES[1]
    assert form.options(resume=False).track == 2
    form.tracks.setCurrentIndex(0)
    assert form.options(resume=False).track is None
    window.transcribing.window.hide()
    choose(window, NAMES[0])
    choose(window, NAMES[1])
    window.commands["transcribe"].trigger()
    assert form.tracks.currentText() == NAMES[1]
    assert form.options(resume=False).track == 2


def test_a_long_title_of_a_track_widens_no_window(window: MainWindow, commented: Path) -> None:
    form = window.transcribing.window.form
    form.show_media(commented)
    width = form.minimumSizeHint().width()
    form.show_tracks(commented, (Track(1), Track(2, "ger", "commentary " * 100)))
    assert form.tracks.itemText(1).startswith("2: German, comm")
    assert form.minimumSizeHint().width() < 2 * width


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Take whatever name is proposed, and note it."""
    names: list[str] = []

    def ask(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        names.append(name)
        return name, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return names


def open_film_within(window: MainWindow, film: Path, qtbot: QtBot) -> None:
    window.open_file(film)
    qtbot.waitUntil(lambda: "The video itself contains some." in window.message.text)


def film_of(media: Media, name: str, folder: Path) -> Path:
    return Path(shutil.copy(media.file(name), folder / "talk.mkv"))


def offered(window: MainWindow) -> list[str]:
    return [action.text() for action in window.within.actions()]


def test_the_only_subtitles_within_a_film_are_opened_at_once(
    window: MainWindow, media: Media, tmp_path: Path, asked: list[str], qtbot: QtBot
) -> None:
    film = film_of(media, "subtitled.mkv", tmp_path)
    before = film.read_bytes()
    open_film_within(window, film, qtbot)
    button = next(b for b in window.message.findChildren(QPushButton) if b.isVisible())
    with qtbot.waitSignal(window.opened):
        button.click()
    assert window.file is not None
    assert window.file.path == tmp_path / "talk.srt"
    assert "look" in window.file.document.text
    assert window.watching.path == film
    assert film.read_bytes() == before


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_of_several_the_editor_chooses_one(
    window: MainWindow, media: Media, tmp_path: Path, asked: list[str], qtbot: QtBot
) -> None:
    open_film_within(window, film_of(media, "two_languages.mkv", tmp_path), qtbot)
    assert offered(window) == ["1: English", "2: German, Full"]
    button = next(b for b in window.message.findChildren(QPushButton) if b.isVisible())
    button.click()
    assert window.within.isVisible()
    window.within.close()
    with qtbot.waitSignal(window.opened):
        window.within.actions()[1].trigger()
    assert asked == [str(tmp_path / "talk.de.srt")]
    assert window.file is not None
    assert "schau" in window.file.document.text


def test_a_name_without_an_ending_gets_one_and_replaces_nothing(
    window: MainWindow,
    media: Media,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    film = film_of(media, "subtitled.mkv", tmp_path)
    before = film.read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(film), ""))
    open_film_within(window, film, qtbot)
    taken = tmp_path / "talk.mkv.srt"
    taken.write_text("mine", encoding="utf-8")
    window.within.actions()[0].trigger()
    qtbot.waitUntil(lambda: "exists already" in window.message.text)
    assert taken.read_text(encoding="utf-8") == "mine"
    assert film.read_bytes() == before
