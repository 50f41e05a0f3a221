"""Videos and subtitles find each other by their names."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.media_files import (
    is_media,
    is_recording,
    media_among,
    media_of,
    subtitles_of,
)
from tests.media import RECIPES, Media


def folder(path: Path, *names: str) -> Path:
    for name in names:
        (path / name).touch()
    return path


@pytest.mark.parametrize(
    ("subtitles", "video"),
    [
        ("talk.srt", "talk.mp4"),
        ("talk.srt", "Talk.MKV"),
        ("talk.en.srt", "talk.mp4"),
        ("talk.gsw.srt", "talk.mp4"),
        ("talk.pt-BR.forced.srt", "talk.mp4"),
        ("talk.en.punct.vtt", "talk.webm"),
        ("talk.mp4.srt", "talk.mp4"),
        ("s01.e02.srt", "s01.e02.mov"),
        ("memo.txt", "memo.m4a"),
    ],
)
def test_a_pair_is_found_from_both_sides(tmp_path: Path, subtitles: str, video: str) -> None:
    folder(tmp_path, subtitles, video, "other.mp4", "other.srt", "talker.mp4")
    assert media_of(tmp_path / subtitles, Task()) == tmp_path / video
    assert subtitles_of(tmp_path / video, Task()) == tmp_path / subtitles


def test_whatever_is_made_to_be_heard_is_told_by_its_name() -> None:
    read = [name for name in RECIPES if not name.startswith(("empty", "garbage", "words", "slide"))]
    assert [name for name in read if not is_media(Path(name))] == []


def test_only_what_names_of_subtitles_add_is_left_away(tmp_path: Path) -> None:
    folder(tmp_path, "s01.e02.srt", "s01.mp4")
    assert media_of(tmp_path / "s01.e02.srt", Task()) is None
    assert subtitles_of(tmp_path / "s01.mp4", Task()) is None


def test_the_closest_name_wins_and_pictures_before_sound(tmp_path: Path) -> None:
    folder(tmp_path, "a.en.srt", "a.mp4", "a.en.mp3", "a.en.mkv", "a.srt", "a.vtt", "a.txt")
    assert media_of(tmp_path / "a.en.srt", Task()) == tmp_path / "a.en.mkv"
    assert subtitles_of(tmp_path / "a.mp4", Task()) == tmp_path / "a.srt"


def test_a_program_is_no_video_of_a_text(tmp_path: Path) -> None:
    folder(tmp_path, "talk.txt", "talk.ts")
    assert media_of(tmp_path / "talk.txt", Task()) is None
    (tmp_path / "talk.ts").write_bytes((b"G" + bytes(187)) * 9)
    assert media_of(tmp_path / "talk.txt", Task()) == tmp_path / "talk.ts"


@pytest.mark.parametrize(
    "name",
    [
        *("film.mp4", "film.mkv", "film.avi", "film.ts", "film.flv", "film.vob"),
        *("speech.wav", "speech.ogg", "speech.aiff", "speech.flac", "speech.mp3"),
    ],
)
def test_a_recording_of_any_name_is_told_by_how_it_begins(
    media: Media, tmp_path: Path, name: str
) -> None:
    assert is_media(Path(name))
    for other in ("lecture", "lecture.part"):
        assert is_recording(Path(shutil.copy(media.file(name), tmp_path / other)))
    assert not is_recording(Path(shutil.copy(media.file(name), tmp_path / "lecture.srt")))


def test_no_text_folder_or_pipe_is_a_recording(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("ID3 is what a tag is called\n" * 20)
    (tmp_path / "marks").write_text("G" * 2000)
    (tmp_path / "wide").write_bytes("Ice floats.\n".encode("utf-16") * 200)
    (tmp_path / "program.ts").write_text("export {}")
    pipe = getattr(os, "mkfifo", Path.touch)
    pipe(tmp_path / "pipe")
    found = [path.name for path in (*tmp_path.iterdir(), tmp_path) if is_recording(path)]
    # That is left to whoever opens it.
    assert found == ["program.ts"]


@pytest.mark.parametrize("name", ["slide.avif", "slide.webp", "slide.heic", "slide.mks"])
def test_no_picture_is_a_recording_whatever_it_is_built_like(
    media: Media, tmp_path: Path, name: str
) -> None:
    assert not is_recording(Path(shutil.copy(media.file(name), tmp_path)))


def test_the_pictures_of_subtitles_from_a_dvd_are_no_recording(
    media: Media, tmp_path: Path
) -> None:
    assert is_recording(Path(shutil.copy(media.file("film.vob"), tmp_path / "film.dat")))
    assert not is_recording(Path(shutil.copy(media.file("film.vob"), tmp_path / "film.sub")))


def test_a_folder_that_is_gone_holds_nothing(tmp_path: Path) -> None:
    assert media_of(tmp_path / "gone" / "a.srt", Task()) is None


def test_of_several_videos_the_one_that_subtitles_are_named_after_is_theirs() -> None:
    videos = [Path("s01e01.mp4"), Path("s01e02.mkv"), Path("other.mp4")]
    assert media_among(videos, Path("s01e02.en.srt")) == Path("s01e02.mkv")
    assert media_among(videos, Path("s01e03.srt")) is None


@pytest.mark.parametrize("name", ["s01.e02", "s01.e02.part"])
def test_a_recording_without_a_known_ending_is_matched_by_its_name(name: str) -> None:
    videos = [Path("s01.e01"), Path(name), Path("s01.e03.mp4")]
    assert media_among(videos, Path("s01.e02.en.srt")) == Path(name)
    assert media_among([*videos, Path("s01.e02.mp3")], Path("s01.e02.srt")) == Path("s01.e02.mp3")
