"""Tell of WAV and AVI files whether they are shorter than they begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

# What writes into a pipe puts nothing here, or as much as it can.
_LEAST_UNKNOWN = 0x7FFF_F000
# Before the samples stand few parts: how they are coded, and names.
_MOST_PARTS = 100
_HEADER = 8
_KIND = 4


def promised_bytes(stream: BinaryIO) -> int | None:
    """Return how many bytes a file has that is not broken off, by its header; None if unknown.

    Where its whole and its samples have different ends, the earlier one counts. None, too, where
    the header counts the samples: by that FFmpeg tells how long the whole was.
    """
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


def _end(at: int, begin: bytes) -> int | None:
    """Return where a part ends that begins so, None where its header does not tell."""
    size = int.from_bytes(begin[4:_HEADER], "little")
    return at + _HEADER + size if 0 < size < _LEAST_UNKNOWN else None
