"""Find the letters and signs that no word holds where they stand: read in a wrong code page."""

from __future__ import annotations

import re
from unicodedata import category

_LATIN = [chr(code) for code in range(0x80, 0x250)]
_SMALL = "".join(letter for letter in _LATIN if category(letter) == "Ll")
_LARGE = "".join(letter for letter in _LATIN if category(letter) == "Lu")
_LETTER = f"A-Za-z{_SMALL}{_LARGE}"
# What may stand between letters; ´ is typed as an apostrophe, and · stands in Catalan words.
_BETWEEN = "’´·…–—\xad"
_BEHIND = "‘”“»«›‹™®©ºª°²³¹•€"
# An apostrophe of Mac Roman in other pages: ITÕS, DONÕT.
_APOSTROPHE = r"(?<=[A-Za-z])[Õõ](?=(?i:[dmst]|ll|re|ve)\b)"
_TORN = (
    r"[\x80-\x9f\ufffd]"
    rf"|(?<=[a-z{_SMALL}])[{_LARGE}]"
    rf"|(?<=[A-Z{_LARGE}]{{2}})[{_SMALL}]"
    rf"|(?<=[{_LETTER}])(?:[^\s\0-\x7f{_LETTER}{_BETWEEN}{_BEHIND}]|[{_BEHIND}](?=[{_LETTER}]))"
    rf"|{_APOSTROPHE}"
)
_LETTERS = "àáâãäåæçèéêëìíîïñòóôõöøœßùúûüý"
_USUAL = f"{_LETTERS}{_LETTERS.upper()}’‘“”„«»–—…¿¡°ºª€£\xa0"
_COMMON = re.compile("[éèàçëäöüñ]")
_FOREIGN = re.compile(r"[^\0-\x7f]")
_TORN_SIGN = re.compile(_TORN)
_UNUSUAL = re.compile(rf"{_TORN}|[^\0-\x7f{_USUAL}]")
# The most of so many that are torn or unusual: what is written in haste has its oddities.
_PER_TORN = 4
_PER_UNUSUAL = 10


def first_torn(text: str) -> int | None:
    """Return where the first letter or sign tears a word, None where only few of many do."""
    places = [found.start() for found in _TORN_SIGN.finditer(text)]
    many = len(places) * _PER_TORN >= len(_FOREIGN.findall(text))
    return places[0] if places and many else None


def is_torn(text: str) -> bool:
    """Tell whether there is anything that tears a word."""
    return _TORN_SIGN.search(text) is not None


def count_unusual(text: str) -> int:
    """Return how many letters and signs are torn, or unusual in the languages of the West."""
    return len(_UNUSUAL.findall(text))


def count_common(text: str) -> int:
    """Return how many letters are those that languages of the West have most of."""
    return len(_COMMON.findall(text))


def is_usual(text: str) -> bool:
    """Tell whether nearly all letters and signs are usual where they stand."""
    return count_unusual(text) * _PER_UNUSUAL <= len(_FOREIGN.findall(text))
