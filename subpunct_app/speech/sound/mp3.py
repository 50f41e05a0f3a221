"""Tell MP3 sound by its frames where no tag stands in front of them."""

from __future__ import annotations

_HEADER = 4
_LAYER_III = 0x02
# By the version that a header names: 1, 2 and 2.5.
_SAMPLE_RATES = {
    0x18: (44_100, 48_000, 32_000),
    0x10: (22_050, 24_000, 16_000),
    0x00: (11_025, 12_000, 8_000),
}
_VERSION_1 = 0x18
_KBITS_1 = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_KBITS_2 = (8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)


def begins_as_mp3(head: bytes) -> bool:
    """Tell whether the first bytes of a file are a frame and the header of another one like it.

    1,445 bytes are enough for the longest frame there is.
    """
    length = _frame_length(head)
    if length is None:
        return False
    following = head[length : length + _HEADER]
    return _frame_length(following) is not None and _kind(following) == _kind(head)


def _kind(header: bytes) -> tuple[int, int]:
    """Return what all frames of a file have in common: version, layer and samples a second."""
    return header[1] & 0x1E, header[2] & 0x0C


def _frame_length(header: bytes) -> int | None:
    """Return how many bytes the frame has that a header opens, None where it is no header."""
    if len(header) < _HEADER or header[0] != 0xFF or header[1] & 0xE6 != 0xE0 | _LAYER_III:
        return None
    version, bits, rate = header[1] & 0x18, header[2] >> 4, header[2] >> 2 & 0x03
    if version not in _SAMPLE_RATES or not 0 < bits < 15 or rate == 3:
        return None
    is_first = version == _VERSION_1
    kbits = (_KBITS_1 if is_first else _KBITS_2)[bits - 1]
    padding = header[2] >> 1 & 0x01
    return (144 if is_first else 72) * 1000 * kbits // _SAMPLE_RATES[version][rate] + padding
