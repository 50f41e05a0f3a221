"""How names are written that an editor told, or everybody knows: iPhone, McDonald, Hugging Face."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from subpunct_app.decoding.suggestions.spelling.known_names import KNOWN
from subpunct_app.text.words import Case, base_of, folded

_FAMILY = re.compile(r"(mc|o')([^\W\d_]{4,})")
# Known names that are no plain words elsewhere: long ones, and such without a vowel.
_TELLING = re.compile(".{6,}|[^aeiouy]{4,}")
# Where nothing else begins so: Uzbek has o'zbek.
_WITH_FAMILIES = frozenset({"de", "en", "es", "fr", "it", "nl", "pt"})
_TIMES = frozenset({"o'clock", "o'clocks"})
_STAMMERED_I = re.compile(r"(?:i-)+i(?='|$)")


@dataclass(frozen=True, slots=True)
class Names:
    """An editor's names of one word, and by their first word those of several, the longest first.

    Words are folded and have straight apostrophes where they are looked up.
    """

    words: Mapping[str, str]
    phrases: Mapping[str, Sequence[Sequence[str]]]

    @staticmethod
    def of(spellings: Iterable[str]) -> Names:
        """Return the names of an editor, spelled as they should be."""
        names = [name for spelling in spellings if (name := spelling.split())]
        words = {_key(name[0]): name[0] for name in names if len(name) == 1}
        phrases: dict[str, list[list[str]]] = {}
        for name in sorted(names, key=len, reverse=True):
            if len(name) > 1:
                phrases.setdefault(_key(name[0]), []).append(name)
        return Names(words, phrases)

    def cases(self, words: Sequence[str], language: str) -> dict[int, Case]:
        """Return by its place how each word is written that is a name, or stands in one.

        Some known names are plain words of other languages than English: Finnish "saas nähdä".
        """
        base = base_of(language)
        key_of = {word: _key(word) for word in set(words)}
        keys = [key_of[word] for word in words]
        known = {key: self._word(key, base) for key in set(keys)}
        spelled = {at: known[key] for at, key in enumerate(keys) if known[key]}
        spelled |= self._in_phrases(keys)
        return {at: Case.spelled(word) for at, word in spelled.items()}

    def _in_phrases(self, keys: Sequence[str]) -> dict[int, str]:
        """Return by its place how each word is written that stands in a name of several."""
        found: dict[int, str] = {}
        for at in (at for at, key in enumerate(keys) if key in self.phrases):
            if at not in found:
                found |= enumerate(self._phrase(keys, at), at)
        return found

    def _phrase(self, keys: Sequence[str], at: int) -> list[str]:
        """Return how the words from one on are written that are a name of several, else nothing."""
        for first, *inner, last in self.phrases.get(keys[at], ()):
            end = at + len(inner) + 1
            if list(map(_key, inner)) == keys[at + 1 : end] and end < len(keys):
                ending = _ending(keys[end], last)
                if ending is not None:
                    return [first, *inner, last + ending]
        return []

    def _word(self, key: str, base: str) -> str:
        """Return how a word is written that is a name by itself, empty where it is none."""
        known = _KNOWN if base == "en" else _ABROAD
        own = _spelled(key, self.words) or _spelled(key, known)
        family = family_name(key) if base in _WITH_FAMILIES else ""
        return own or family or (_stammered(key) if base == "en" else "")


def written_as(word: str, name: str) -> str:
    """Return how a word is written that is a name or has an ending behind it, else nothing."""
    ending = _ending(_key(word), name)
    return "" if ending is None else name + ending


def known_name(word: str) -> str:
    """Return how a name is written that everybody knows, empty where a word is none."""
    return _KNOWN.get(_key(word), "")


def family_name(word: str) -> str:
    """Return how a family name with a capital within it is written, empty for other words."""
    key = _key(word)
    stem = key.removesuffix("'s")
    found = _FAMILY.fullmatch(stem)
    if found is None or stem in _TIMES:
        return ""
    return found[1].capitalize() + found[2].capitalize() + key.removeprefix(stem)


def _key(word: str) -> str:
    return folded(word).replace("’", "'")


def _spelled(key: str, names: Mapping[str, str]) -> str:
    """Return how a word is written that is one of some names, empty where it is none."""
    stems = (key, key.removesuffix("'s"), key.removesuffix("s"))
    found = (names[stem] for stem in stems if stem in names)
    endings = ((name, _ending(key, name)) for name in found)
    return next((name + end for name, end in endings if end is not None), "")


def _ending(key: str, name: str) -> str | None:
    """Return what a word has behind a name, None where it is another word.

    All names may have an 's, those with capitals within them an s: iPhones.
    """
    stem = _key(name)
    if key in (stem, stem + "'s"):
        return key.removeprefix(stem)
    return "s" if key == stem + "s" and Case.of(name) is Case.KEEP else None


def _stammered(key: str) -> str:
    """Return how "I" is written that somebody stammers, as in "I-I'm", empty for other words."""
    found = _STAMMERED_I.match(key)
    return found[0].upper() + key.removeprefix(found[0]) if found else ""


NO_NAMES: Final = Names({}, {})
_KNOWN: Final = {_key(name): name for name in KNOWN}
_ABROAD: Final = {key: name for key, name in _KNOWN.items() if _TELLING.fullmatch(key)}
