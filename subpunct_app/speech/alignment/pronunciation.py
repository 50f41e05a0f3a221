"""Bring words as they are written to entries of a recogniser's dictionary."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Protocol

from subpunct_app.speech.alignment.letter_sounds import sounds_of
from subpunct_app.speech.alignment.numerals import SIGNS, number_words

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIGNS = SIGNS | {"&": "and", "+": "plus", "=": "equals", "@": "at"}
_PART = re.compile(
    rf"[$£€]?\d[\d.,]*(?:(?:st|nd|rd|th|s)\b|%)?|[a-z]+(?:'[a-z]+)*|[{''.join(_SIGNS)}]"
)
_VOWELS = frozenset("aeiouy")
_HISSES = ("s", "x", "z", "ch", "sh")
_VOICELESS = ("p", "t", "k", "f", "c")
# As many letters are still spelled out where they make no word.
_SPELLED = 5


class Dictionary(Protocol):
    """A recogniser's list of words and their sounds, which can be added to."""

    def lookup_word(self, word: str) -> str | None:
        """Return the sounds of a word, None where it is not known."""

    def add_word(self, word: str, phones: str, update: bool) -> int | None:
        """Take a word in; it counts at once where `update` says so."""


class Pronunciation:
    """Find how written words are said, and teach a dictionary those that it does not know."""

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary
        self._known: dict[str, tuple[str, ...]] = {}

    def entries(self, word: str) -> tuple[str, ...]:
        """Return the dictionary's entries that together say a word, none where nobody knows."""
        if word not in self._known:
            plain = _plain(word)
            # Letters with dots are entries with them, but `dr.` would be a drive.
            whole = plain if plain.count(".") > 1 else plain.strip(".")
            known = bool(whole) and self._dictionary.lookup_word(whole) is not None
            self._known[word] = (whole,) if known else tuple(self._parts(plain))
        return self._known[word]

    def _parts(self, plain: str) -> Iterator[str]:
        for part in _PART.findall(plain):
            if any(map(str.isdigit, part)):
                yield from map(self._entry, number_words(part))
            elif part in _SIGNS:
                yield _SIGNS[part]
            elif self._dictionary.lookup_word(part) is None and _is_spelled(part):
                yield from part
            else:
                yield self._entry(part)

    def _entry(self, part: str) -> str:
        if self._dictionary.lookup_word(part) is None:
            self._dictionary.add_word(part, self._sounds(part), False)
        return part

    def _sounds(self, part: str) -> str:
        """Return the sounds of an unknown word, by its stem where that is known."""
        stem = part.removesuffix("'s")
        known = self._dictionary.lookup_word(stem) if stem != part else None
        sounds = known.split() if known else sounds_of(stem.replace("'", ""))
        return " ".join([*sounds, *(_genitive(stem) if stem != part else ())]) or "AH"


def _plain(word: str) -> str:
    """Return a word in small letters without accents, as dictionaries have it."""
    apart = unicodedata.normalize("NFKD", word.replace("’", "'").replace("‘", "'"))
    return "".join(c for c in apart if not unicodedata.combining(c)).lower().strip("'")


def _is_spelled(part: str) -> bool:
    return len(part) == 1 or (len(part) <= _SPELLED and _VOWELS.isdisjoint(part))


def _genitive(stem: str) -> tuple[str, ...]:
    if stem.endswith(_HISSES):
        return ("IH", "Z")
    return ("S",) if stem.endswith(_VOICELESS) else ("Z",)
