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
# Small letters behind capitals are normal in captions (JOSé), others only where bytes are misread.
_ODD = (
    r"[\x80-\x9f\ufffd]"
    rf"|(?<=[a-z{_SMALL}])[{_LARGE}]"
    rf"|(?<=[A-Z{_LARGE}]{{2}})[{_SMALL}]"
    rf"|(?<=[{_LETTER}])(?:[^\s\0-\x7f{_LETTER}{_BETWEEN}{_BEHIND}]|[{_BEHIND}](?=[{_LETTER}]))"
)
# How English goes on behind an apostrophe, and the words before it; in Mac Roman it is byte D5.
_TAIL = r"(?i:[dmst]|ll|re|ve)\b"
_ENGLISH = (
    r"(?<=\b(?i:i))|(?<=\b(?i:[hw]e|it))|(?<=\b(?i:she|you|who|let))"
    r"|(?<=\b(?i:they|that|what|here))|(?<=\b(?i:there|where))"
)
_APOSTROPHE = rf"(?:{_ENGLISH})Õ(?={_TAIL})|(?<=[A-Za-z][Nn])Õ(?=[Tt]\b)"
# What no one writes inside of a word by intent, by haste or for want of a space.
_TORN = (
    r"[\x80-\x9f\ufffd](?=[A-Za-z])|(?<=[A-Za-z])[\x80-\x9f\ufffd]"
    rf"|(?:(?<=[a-z])|(?<=\b[A-Z]))[ŠŽŒŸƒˆ˜‚„†‡‰‹¡¢£¤Æ](?=[a-zÆ])(?!{_TAIL})"
    rf"|{_APOSTROPHE}"
)
# One is also typed with no space beside it: for a comma, before what is exclaimed, and for pounds.
_TYPED = frozenset("‚¡£")
_LETTERS = "àáâãäåæçèéêëìíîïñòóôõöøœßùúûüý"
_USUAL = f"{_LETTERS}{_LETTERS.upper()}’‘“”„«»–—…¿¡°ºª€£\xa0"
_COMMON = re.compile("[éèàçëäöüñ]")
_FOREIGN = re.compile(r"[^\0-\x7f]")
_TORN_SIGN = re.compile(rf"(?=[^\0-\x7f])(?:{_TORN})")
_UNUSUAL = re.compile(rf"{_ODD}|{_APOSTROPHE}|[^\0-\x7f{_USUAL}]")
# A single one may be a slip, as few of many are; what is written in haste has its oddities.
_FEWEST = 2
_PER_TORN = 4
_PER_UNUSUAL = 10


def first_torn(text: str) -> int | None:
    """Return where the first sign evidently tears a word, None where only few of many do."""
    places = _torn(text)
    many = len(places) >= max(_FEWEST, len(_FOREIGN.findall(text)) / _PER_TORN)
    return places[0] if many else None


def is_torn(text: str) -> bool:
    """Tell whether more than one sign evidently tears a word, however many do not."""
    return len(_torn(text)) >= _FEWEST


def count_unusual(text: str) -> int:
    """Return how many letters and signs stand oddly or are unusual in the languages of the West."""
    return len(_UNUSUAL.findall(text))


def count_common(text: str) -> int:
    """Return how many letters are those that languages of the West have most of."""
    return len(_COMMON.findall(text))


def is_usual(text: str) -> bool:
    """Tell whether nearly all letters and signs are usual where they stand."""
    return count_unusual(text) * _PER_UNUSUAL <= len(_FOREIGN.findall(text))


def _torn(text: str) -> list[int]:
    signs = list(_TORN_SIGN.finditer(text))
    different = {sign.group() for sign in signs}
    if len(different) == 1 and different <= _TYPED:
        return []
    return [sign.start() for sign in signs]
