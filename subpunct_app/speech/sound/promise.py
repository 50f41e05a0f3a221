"""Tell by a few bytes of a file whether it is shorter than it was to be."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

# What writes into a pipe puts nothing here, or as much as it can.
_LEAST_UNKNOWN = 0x7FFF_F000
# Before the samples stand few parts: how they are coded, and names.
_MOST_PARTS = 100
_HEADER = 8
_KIND = 4
_CAF_HEADER = 12
# How Wave64 calls the whole and its parts: four letters, and the rest of a number of 16 bytes.
_W64_WHOLE = b"riff" + bytes.fromhex("2e91cf11a5d628db04c10000")
_W64_PART = bytes.fromhex("f3acd3118cd100c04f8edb8a")
_W64_HEADER = 24
_W64_STEP = 8
# All of the header of a Windows Media file, and all of its sound and pictures.
_ASF_HEADER = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c")
_ASF_DATA = bytes.fromhex("3626b2758e66cf11a6d900aa0062ce6c")
_ASF_SIZE = slice(16, 24)
_LEAST_LARGE_UNKNOWN = 1 << 62
# Some write a header that is so many bytes wrong: FFmpeg, too, takes that for whole.
_LACK = 10_000
# A page of Ogg: how it begins, as many bytes again as tell at last how many sizes follow, those
# sizes, and what they count.
_PAGE = b"OggS\0"
_PAGE_REST = 22
_MOST_OF_PAGE = len(_PAGE) + _PAGE_REST + 255 + 255 * 255


def promised_bytes(stream: BinaryIO) -> int | None:
    """Return how many bytes a file has that is not broken off, by its header; None if unknown.

    That is of WAV, AVI, Wave64 and CAF. Of the first two, the earlier end counts where the whole
    and its samples have different ones. None, too, where the header counts the samples: by that
    FFmpeg tells how long the whole was.
    """
    mark = stream.read(len(_W64_WHOLE))
    stream.seek(0)
    if mark == _W64_WHOLE:
        return _end_of_w64(stream)
    return _end_of_caf(stream) if mark.startswith(b"caff") else _end_of_riff(stream)


def ends_too_early(stream: BinaryIO) -> bool:
    """Tell whether a Windows Media file lacks bytes, or Ogg ends within a page.

    How long they were to be, neither tells surely.
    """
    mark = stream.read(len(_ASF_HEADER))
    size = stream.seek(0, os.SEEK_END)
    if mark.startswith(_PAGE):
        return _ends_within_page(stream, size)
    stream.seek(0)
    end = _end_of_asf(stream) if mark == _ASF_HEADER else None
    return end is not None and end > size + _LACK


def _ends_within_page(stream: BinaryIO, size: int) -> bool:
    stream.seek(max(0, size - _MOST_OF_PAGE))
    _, mark, page = stream.read().rpartition(_PAGE)
    header, sizes = page[:_PAGE_REST], page[_PAGE_REST:]
    if len(header) < _PAGE_REST:
        return bool(mark)
    return len(sizes) < header[-1] + sum(sizes[: header[-1]])


def _end_of_riff(stream: BinaryIO) -> int | None:
    begin = stream.read(_HEADER)
    whole = _end(0, begin)
    if begin[:4] != b"RIFF" or whole is None:
        return None
    at = _HEADER + _KIND
    for _ in range(_MOST_PARTS):
        stream.seek(at)
        begin = stream.read(_HEADER + _KIND)
        end = _end(at, begin)
        if end is None or (begin[:4] == b"fact" and any(begin[_HEADER:])):
            return None
        if begin[:4] == b"data" or (begin[:4] == b"LIST" and begin[_HEADER:] == b"movi"):
            return min(whole, end)
        at = end + end % 2
    return None


def _end_of_w64(stream: BinaryIO) -> int | None:
    at = _W64_HEADER + len(_W64_WHOLE)
    for _ in range(_MOST_PARTS):
        stream.seek(at)
        begin = stream.read(_W64_HEADER + _W64_STEP)
        size = int.from_bytes(begin[len(_W64_WHOLE) : _W64_HEADER], "little")
        counts_samples = begin.startswith(b"fact" + _W64_PART) and any(begin[_W64_HEADER:])
        if counts_samples or not _W64_HEADER <= size < _LEAST_LARGE_UNKNOWN:
            return None
        if begin.startswith(b"data" + _W64_PART):
            return at + size
        at += size + -size % _W64_STEP
    return None


def _end_of_caf(stream: BinaryIO) -> int | None:
    at = _HEADER
    for _ in range(_MOST_PARTS):
        stream.seek(at)
        begin = stream.read(_CAF_HEADER)
        size = int.from_bytes(begin[_KIND:], "big", signed=True)
        if len(begin) < _CAF_HEADER or not 0 <= size < _LEAST_LARGE_UNKNOWN:
            return None
        at += _CAF_HEADER + size
        if begin[:_KIND] == b"data":
            return at
    return None


def _end_of_asf(stream: BinaryIO) -> int | None:
    header = int.from_bytes(stream.read(_ASF_SIZE.stop)[_ASF_SIZE], "little")
    if header >= _LEAST_LARGE_UNKNOWN:
        return None
    stream.seek(header)
    begin = stream.read(_ASF_SIZE.stop)
    size = int.from_bytes(begin[_ASF_SIZE], "little")
    # A broadcast does not know how long it gets.
    known = begin.startswith(_ASF_DATA) and 0 < size < _LEAST_LARGE_UNKNOWN
    return header + size if known else None


def _end(at: int, begin: bytes) -> int | None:
    """Return where a part ends that begins so, None where its header does not tell."""
    size = int.from_bytes(begin[4:_HEADER], "little")
    return at + _HEADER + size if 0 < size < _LEAST_UNKNOWN else None
