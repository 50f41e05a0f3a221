"""Subtitles that lie within a film are opened as a file of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from tests.media import Media


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Take whatever name is proposed, and note it."""
    names: list[str] = []

    def ask(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        names.append(name)
        return name, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return names


def open_film(window: MainWindow, film: Path, qtbot: QtBot) -> None:
    window.open_file(film)
    qtbot.waitUntil(lambda: "There are some within it." in window.message.text)


def film_of(media: Media, name: str, folder: Path) -> Path:
    return Path(shutil.copy(media.file(name), folder / "talk.mkv"))


def offered(window: MainWindow) -> list[str]:
    return [action.text() for action in window.within.actions()]


def test_the_only_subtitles_within_a_film_are_opened_at_once(
    window: MainWindow, media: Media, tmp_path: Path, asked: list[str], qtbot: QtBot
) -> None:
    film = film_of(media, "subtitled.mkv", tmp_path)
    before = film.read_bytes()
    open_film(window, film, qtbot)
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
    open_film(window, film_of(media, "two_languages.mkv", tmp_path), qtbot)
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
    open_film(window, film, qtbot)
    taken = tmp_path / "talk.mkv.srt"
    taken.write_text("mine", encoding="utf-8")
    window.within.actions()[0].trigger()
    qtbot.waitUntil(lambda: "exists already" in window.message.text)
    assert taken.read_text(encoding="utf-8") == "mine"
    assert film.read_bytes() == before


def test_there_is_nothing_to_choose_without_subtitles_in_a_film(
    window: MainWindow, media: Media, tmp_path: Path, qtbot: QtBot
) -> None:
    assert not window.within.isEnabled()
    open_film(window, film_of(media, "subtitled.mkv", tmp_path), qtbot)
    assert window.within.isEnabled()
    window.commands["close_media"].trigger()
    assert not window.within.isEnabled()


def test_a_long_title_of_subtitles_makes_no_wide_menu(
    window: MainWindow, media: Media, tmp_path: Path, qtbot: QtBot
) -> None:
    film, title = tmp_path / "talk.mkv", "title=" + "for those who hear little " * 50
    streams = ("-map", "0", "-c", "copy", "-metadata:s:s:1", title)
    media.ffmpeg("-i", media.file("two_languages.mkv"), *streams, to=film)
    open_film(window, film, qtbot)
    assert offered(window)[1].startswith("2: German, for those")
    assert window.within.sizeHint().width() < window.width()
