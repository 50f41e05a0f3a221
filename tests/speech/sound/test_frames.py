from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from subpunct_app.speech.sound.audio import Sound
from subpunct_app.speech.sound.container import stops_within_frame
from subpunct_app.speech.sound.frames import ends_within_frame
from tests.media import Media

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
