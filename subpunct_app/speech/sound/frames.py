"""Tell whether a file of bare AAC or AC-3 frames ends within one of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

# So many bytes at the end hold several of the longest frames.
_TAIL = 1 << 16
_HEADER = 7
_IN_A_ROW = 3
# How many bytes all frames begin with alike.
_SYNC = 2
_SYNC_AC3 = b"\x0b\x77"
# Above that version the sound is E-AC-3, whose header says how long a frame is.
_LAST_AC3 = 10
_KBITS = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640)


def ends_within_frame(stream: BinaryIO) -> bool:
    """Tell whether a file of such frames lacks some of its last one.

    What stands behind a whole frame and is none, as a tag, lacks nothing.
    """
    if _frame_length(stream.read(_HEADER)) is None:
        return False
    stream.seek(max(0, stream.seek(0, os.SEEK_END) - _TAIL))
    tail = stream.read()
    for start in range(len(tail)):
        ends = list(_ends(tail, start))
        if len(ends) >= _IN_A_ROW:
            rest = tail[ends[-1] :]
            is_header = len(rest) < _HEADER and rest.startswith(tail[start : start + _SYNC])
            return ends[-1] > len(tail) or is_header
    return False


def _ends(tail: bytes, at: int) -> Iterator[int]:
    """Yield where one frame after the other ends, from the one on that begins at a place."""
    while (length := _frame_length(tail[at : at + _HEADER])) is not None:
        at += length
        yield at


def _frame_length(header: bytes) -> int | None:
    """Return how many bytes the frame has that a header of 7 bytes opens, None where it is none."""
    if len(header) < _HEADER:
        return None
    if header.startswith(_SYNC_AC3):
        return _length_of_ac3(header)
    if header[0] != 0xFF or header[1] & 0xF6 != 0xF0:
        return None
    length = (header[3] & 0x03) << 11 | header[4] << 3 | header[5] >> 5
    return length if length > _HEADER else None


def _length_of_ac3(header: bytes) -> int | None:
    rate, code = header[4] >> 6, header[4] & 0x3F
    if header[5] >> 3 > _LAST_AC3:
        return 2 * (((header[2] & 0x07) << 8 | header[3]) + 1)
    if rate == 3 or code >> 1 >= len(_KBITS):
        return None
    kbits = _KBITS[code >> 1]
    # Of 1,536 samples at 48, 44.1 or 32 kHz, in words of two bytes.
    return 2 * (2 * kbits, 320 * kbits // 147 + (code & 1), 3 * kbits)[rate]
