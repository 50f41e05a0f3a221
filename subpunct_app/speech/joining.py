"""Put words side by side as their script does, and measure what a line of them takes."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Thai, Lao, Burmese, Khmer; Chinese signs, kana and what is as wide as they are, but not Hangul.
_SOLID = (
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u2e80", "\u312f"),
    ("\u3190", "\uabff"),
    ("\uf900", "\ufaff"),
    ("\ufe30", "\uff9f"),
    ("\U00020000", "\U0003ffff"),
)


def joined(words: Sequence[str]) -> str:
    """Return words as one text, without spaces where the script has none."""
    parts = list(words[:1])
    for before, word in pairwise(words):
        parts += (separator(before, word), word)
    return "".join(parts)


def separator(before: str, word: str) -> str:
    """Return what stands between two words: a space, or nothing."""
    if not before or not word or _is_solid(before[-1]) or _is_solid(word[0]):
        return ""
    return " "


def width(text: str) -> int:
    """Return how many letters wide a text is: a wide character counts twice, an accent never."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _is_solid(letter: str) -> bool:
    return letter > "\u0dff" and any(low <= letter <= high for low, high in _SOLID)


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1
