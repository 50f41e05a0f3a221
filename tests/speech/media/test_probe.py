from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import MediaError
from subpunct_app.speech.media.probe import probe
from tests.media import SECONDS, Media

FILMS = ("film.mp4", "film.mkv", "film.mov", "film.webm", "film.avi")
SOUNDS = ("speech.wav", "speech.mp3", "speech.m4a", "speech.flac", "speech.ogg", "cover.mp3")


@pytest.mark.parametrize("name", FILMS)
def test_a_film_has_pictures_sound_and_a_length(media: Media, name: str) -> None:
    info = probe(media.file(name))
    assert info.has_video
    assert info.has_audio
    assert info.frame_rate == pytest.approx(25, abs=0.1)
    assert info.duration_ms == pytest.approx(1000 * SECONDS, abs=150)


@pytest.mark.parametrize("name", SOUNDS)
def test_a_recording_has_no_pictures_not_even_with_a_cover(media: Media, name: str) -> None:
    info = probe(media.file(name))
    assert (info.has_video, info.has_audio, info.frame_rate) == (False, True, None)
    assert info.duration_ms == pytest.approx(probe(media.file("speech.wav")).duration_ms, abs=60)


def test_a_video_may_have_no_sound(media: Media) -> None:
    info = probe(media.file("soundless.mp4"))
    assert info.has_video
    assert not info.has_audio


def test_an_uneven_frame_rate_is_averaged(media: Media) -> None:
    info = probe(media.file("uneven.mp4"))
    assert info.frame_rate is not None
    assert info.frame_rate < 24


def test_a_file_that_does_not_say_how_long_it_is_is_measured(media: Media) -> None:
    assert probe(media.file("endless.mkv")).duration_ms == pytest.approx(1000 * SECONDS, abs=150)


@pytest.mark.parametrize("name", ["later.aac", "later.mp3", "sooner.aac", "sooner.mp3"])
def test_a_length_that_is_only_guessed_is_measured(media: Media, name: str) -> None:
    spoken_ms = probe(media.file("speech.wav")).duration_ms
    assert probe(media.file(name)).duration_ms == pytest.approx(30_000 + spoken_ms, abs=150)


@pytest.mark.parametrize(
    "name", ["twice.ts", "leaping.ts", "leaping_back.ts", "twice.vob", "twice.mkv"]
)
def test_what_was_put_end_to_end_is_measured_by_its_sound(media: Media, name: str) -> None:
    info = probe(media.file(name), wholly=True)
    assert info.duration_ms == pytest.approx(2000 * SECONDS, abs=300)


@pytest.mark.parametrize("name", ["film.mp4", "late.mkv", "short.mkv", "half_front.mp4"])
def test_what_is_read_wholly_is_as_long_as_its_header_says(media: Media, name: str) -> None:
    told = probe(media.file(name)).duration_ms
    assert probe(media.file(name), wholly=True).duration_ms == pytest.approx(told, abs=100)


@pytest.mark.parametrize("name", ["at_ten.mkv", "at_ten.ts"])
def test_what_comes_before_a_late_start_is_no_part_of_the_length(media: Media, name: str) -> None:
    assert probe(media.file(name)).duration_ms == pytest.approx(1000 * SECONDS, abs=150)


@pytest.mark.parametrize("name", ["half_front.mp4", "half_at_ten.mkv"])
def test_a_film_that_breaks_off_still_tells_what_it_promised(media: Media, name: str) -> None:
    assert probe(media.file(name)).duration_ms == pytest.approx(1000 * SECONDS, abs=150)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("half.mp4", "is damaged, or no video"),
        ("empty.mp4", "is empty"),
        ("garbage.mp4", "no video or sound"),
        ("words.mp4", "no video or sound"),
        ("locked.mp4", "protected"),
    ],
)
def test_what_cannot_be_played_is_said_with_a_way_out(
    media: Media, name: str, message: str
) -> None:
    with pytest.raises(MediaError, match=message) as caught:
        probe(media.file(name))
    assert caught.value.message.startswith(name)
    assert caught.value.hint


def test_pictures_and_subtitles_are_no_media(media: Media, tmp_path: Path) -> None:
    media.file("cover.mp3")
    subtitles = tmp_path / "talk.srt"
    subtitles.write_text("1\n00:00:01,000 --> 00:00:02,000\nhello\n")
    for path in (media.folder / "cover.png", subtitles):
        with pytest.raises(MediaError, match="no video or sound"):
            probe(path)


def test_missing_files_and_folders_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(MediaError, match="does not exist"):
        probe(tmp_path / "gone.mp4")
    with pytest.raises(MediaError, match="is a folder"):
        probe(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.mp4"
    os.mkfifo(pipe)
    with pytest.raises(MediaError, match="not an ordinary file"):
        probe(pipe)


def test_an_unknown_codec_is_as_good_as_nothing(media: Media, tmp_path: Path) -> None:
    content = bytearray(media.file("speech.wav").read_bytes())
    content[20:22] = b"\x99\x99"
    path = tmp_path / "odd.wav"
    path.write_bytes(content)
    with pytest.raises(MediaError, match="no video or sound"):
        probe(path)


def test_odd_names_open(media: Media, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("http:film.wav", "film %d #1 'ü'.wav", "-film.wav"):
        Path(name).write_bytes(media.file("speech.wav").read_bytes())
        assert probe(Path(name)).has_audio


@pytest.mark.parametrize("name", ["subtitled.mkv", "subtitled.mp4", "advanced.mkv"])
def test_subtitles_within_a_film_are_told(media: Media, name: str) -> None:
    assert [track.number for track in probe(media.file(name)).texts] == [1]
