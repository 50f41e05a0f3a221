"""Which characters stand side by side without spaces, words of any script, how wide they are."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# The first letter behind those of Latin and its extensions for the languages of Europe.
AFTER_LATIN = "\u0250"
# What Chinese and Japanese words are made of: Chinese characters, kana, bopomofo.
IDEOGRAPHS = (
    "\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\ufe00-\ufe0f\U00020000-\U0003ffff"
)
# These and signs, radicals and marks that are as wide; not Hangul, which sets spaces.
WIDE = "\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\uff9f\uffe0-\uffef\U00020000-\U0003ffff"
_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")
# Thai, Lao, Burmese and Khmer set none between words, either.
_SOLID = re.compile(f"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff{WIDE}]")


def is_ideograph(letter: str) -> bool:
    """Tell whether a character makes words that stand beside others without a space."""
    return _IDEOGRAPH.match(letter) is not None


def count_letters(text: str) -> tuple[int, int]:
    """Return how many letters of a text are Latin, and how many there are in all."""
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter < AFTER_LATIN for letter in letters), len(letters)


def joined(words: Sequence[str]) -> str:
    """Return words as one text, without spaces where the script has none."""
    parts = list(words[:1])
    for before, word in pairwise(words):
        parts += (separator(before, word), word)
    return "".join(parts)


def separator(before: str, word: str) -> str:
    """Return what stands between two words: a space, or nothing."""
    if not before or not word or _SOLID.match(before[-1]) or _SOLID.match(word):
        return ""
    return " "


def width(text: str) -> int:
    """Return how many letters wide a text is: a wide character counts twice, an accent never."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1
