"""Videos and subtitles find each other by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.media_files import (
    is_media,
    media_among,
    media_of,
    subtitles_of,
)
from tests.media import RECIPES


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


def test_a_folder_that_is_gone_holds_nothing(tmp_path: Path) -> None:
    assert media_of(tmp_path / "gone" / "a.srt", Task()) is None


def test_of_several_videos_the_one_that_subtitles_are_named_after_is_theirs() -> None:
    videos = [Path("s01e01.mp4"), Path("s01e02.mkv"), Path("other.mp4")]
    assert media_among(videos, Path("s01e02.en.srt")) == Path("s01e02.mkv")
    assert media_among(videos, Path("s01e03.srt")) is None
