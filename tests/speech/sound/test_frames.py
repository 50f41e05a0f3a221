from __future__ import annotations

import random
from pathlib import Path

import pytest

from subpunct_app.speech.sound.audio import Sound
from subpunct_app.speech.sound.frames import TAIL, ends_within_frame
from tests.media import Media

NAMES = ["later.aac", "speech.ac3", "speech.eac3"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("behind", [b"", b"TAG" + bytes(125)])
def test_whole_frames_lack_nothing_whatever_stands_behind_them(
    media: Media, name: str, behind: bytes
) -> None:
    assert not ends_within_frame((media.file(name).read_bytes() + behind)[-TAIL:])


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_ends_within_a_frame_is_heard_and_told_as_broken(
    media: Media, name: str, tmp_path: Path
) -> None:
    whole = media.file(name).read_bytes()
    cut = tmp_path / name
    cut.write_bytes(whole[: len(whole) * 3 // 4 + 5])
    assert ends_within_frame(cut.read_bytes()[-TAIL:])
    for path, is_broken in ((cut, True), (media.file(name), False)):
        sound = Sound(path)
        assert sum(map(len, sound)) > 0
        assert sound.broken is is_broken


def test_bytes_that_are_no_frames_lack_nothing() -> None:
    noise = random.Random(5).randbytes(TAIL)
    for tail in (b"", b"\xff\xf1", bytes(TAIL), noise):
        assert not ends_within_frame(tail)
