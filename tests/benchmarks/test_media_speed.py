from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from subpunct_app.benchmarks.media_speed import make_film, media_speed
from subpunct_app.runtime.errors import MediaError, SubpunctError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.peaks import read_peaks, silences
from subpunct_app.speech.media.probe import probe
from tests.media import SECONDS, Media
from tests.packed import pretend_packed


@pytest.mark.slow
def test_a_film_of_ones_own_is_timed_in_a_process_of_its_own(media: Media) -> None:
    speed = media_speed(media.file("film.mp4"), Task(), minutes=1)
    assert speed.duration_ms == pytest.approx(1000 * SECONDS, abs=150)
    assert speed.peaks.wall > 0
    assert speed.peaks_an_hour > 100 * speed.peaks.wall
    assert speed.memory is None or 1_000_000 < speed.memory < 100_000_000


@pytest.mark.slow
def test_a_made_up_film_has_pictures_sound_and_silences(media: Media, tmp_path: Path) -> None:
    film = make_film(tmp_path, 2)
    info = probe(film)
    assert info.has_video
    assert info.duration_ms == pytest.approx(120_000, abs=500)
    assert 25 <= len(silences(read_peaks(film))) <= 35


@pytest.mark.slow
@pytest.mark.usefixtures("media")
def test_a_film_is_not_made_with_the_libraries_of_the_packed_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film, libraries = tmp_path / "film", tmp_path / "libraries"
    for folder in (film, libraries):
        folder.mkdir()
    pretend_packed("ffmpeg", libraries, monkeypatch)
    assert probe(make_film(film, 1)).has_video


def test_errors_come_through(media: Media) -> None:
    with pytest.raises(MediaError, match="is empty"):
        media_speed(media.file("empty.mp4"), Task(), minutes=1)


def test_without_ffmpeg_a_film_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SubpunctError, match="ffmpeg"):
        media_speed(None, Task(), minutes=1)
