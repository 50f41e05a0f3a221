from __future__ import annotations

import io

import pytest

from subpunct_app.speech.media.container import lacks_bytes
from tests.media import Media

# As some programs end an Ogg file: a page that holds nothing.
EMPTY_PAGE = b"OggS\0\x04" + bytes(21)


def is_short(content: bytes) -> bool:
    return lacks_bytes(io.BytesIO(content))


def test_an_ogg_file_that_ends_within_a_page_is_short(media: Media) -> None:
    whole = media.file("speech.opus").read_bytes()
    # Up to the last page, which is longer than that.
    assert all(is_short(whole[:-cut]) for cut in range(1, 200))
    assert not is_short(whole[: whole.rindex(b"OggS")])


@pytest.mark.parametrize("behind", [b"", EMPTY_PAGE, b"TAG" + bytes(125), bytes(1 << 17)])
def test_a_whole_ogg_file_is_not_short_whatever_stands_behind_it(
    media: Media, behind: bytes
) -> None:
    assert not is_short(media.file("speech.opus").read_bytes() + behind)


def test_a_wave_file_is_short_unless_its_length_was_not_known(media: Media) -> None:
    whole = media.file("speech.wav").read_bytes()
    assert [is_short(whole), is_short(whole[: len(whole) // 2])] == [False, True]
    assert not is_short(media.file("piped.wav").read_bytes())


@pytest.mark.parametrize("mark", [b"OggS\0", b"RIFF"])
def test_files_of_any_bytes_are_looked_at_without_harm(mark: bytes) -> None:
    for length in (0, 1, 8, 22, 23, 300):
        assert is_short(mark + b"\xff" * length) in {True, False}
    assert not is_short(b"")
