from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from subpunct_app.speech.media.audio import Sound
from subpunct_app.speech.media.container import (
    ends_too_early,
    ends_within_frame,
    stops_within_frame,
)
from tests.media import Media

# As some programs end an Ogg file: a page that holds nothing.
EMPTY_PAGE = b"OggS\0\x04" + bytes(21)


def is_short(content: bytes) -> bool:
    return ends_too_early(io.BytesIO(content))


def test_an_ogg_file_that_ends_within_a_page_is_short(media: Media) -> None:
    whole = media.file("speech.opus").read_bytes()
    # Up to the last page, which is longer than that.
    assert all(is_short(whole[:-cut]) for cut in range(1, 200))


@pytest.mark.parametrize("behind", [b"", EMPTY_PAGE, b"TAG" + bytes(125), bytes(1 << 17)])
def test_a_whole_ogg_file_is_not_short_whatever_stands_behind_it(
    media: Media, behind: bytes
) -> None:
    assert not is_short(media.file("speech.opus").read_bytes() + behind)


def test_an_ogg_file_that_ends_with_a_page_is_taken_for_whole(media: Media) -> None:
    whole = media.file("speech.opus").read_bytes()
    assert not is_short(whole[: whole.rindex(b"OggS")])


@pytest.mark.parametrize("mark", [b"OggS\0", bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c")])
def test_files_of_any_bytes_are_looked_at_without_harm(mark: bytes) -> None:
    for length in (0, 1, 8, 22, 23, 300):
        assert is_short(mark + b"\xff" * length) in {True, False}
    assert not is_short(b"")


NAMES = ["later.aac", "speech.ac3", "speech.eac3"]


def told(content: bytes) -> bool:
    return ends_within_frame(io.BytesIO(content))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("behind", [b"", b"TAG" + bytes(125)])
def test_whole_frames_lack_nothing_whatever_stands_behind_them(
    media: Media, name: str, behind: bytes
) -> None:
    assert not told(media.file(name).read_bytes() + behind)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_ends_within_a_frame_is_told_from_one_that_is_broken(
    media: Media, name: str, tmp_path: Path
) -> None:
    whole = media.file(name).read_bytes()
    cut = tmp_path / name
    cut.write_bytes(whole[: len(whole) * 3 // 4 + 5])
    for path, is_cut in ((cut, True), (media.file(name), False)):
        sound = Sound(path)
        assert sum(map(len, sound)) > 0
        # A stream that was recorded ends so, nearly always: it lacks a few milliseconds.
        assert not sound.broken
        assert stops_within_frame(path) is is_cut


def test_bytes_that_are_no_frames_lack_nothing(media: Media) -> None:
    begin = media.file("later.aac").read_bytes()[:7]
    noise = random.Random(5).randbytes(1 << 16)
    for tail in (b"", b"\xff\xf1", bytes(1 << 16), noise):
        assert not told(tail)
        assert not told(begin + tail)
