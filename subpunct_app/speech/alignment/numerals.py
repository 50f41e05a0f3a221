"""Read numbers in figures as English speakers say them."""

from __future__ import annotations

import re

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = (
    *("zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty"),
    "ninety",
)
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"))
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
SIGNS = {"$": "dollars", "£": "pounds", "€": "euros", "%": "percent"}
_NUMBER = re.compile(
    r"(?P<before>[$£€]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d+)"
    r"(?:\.(?P<rest>\d+))?(?P<after>(?:st|nd|rd|th|s)\b|%)?"
)
# Longer ones are read figure by figure, like a telephone number.
_MOST_FIGURES = 12


def number_words(text: str) -> list[str]:
    """Return the words of the numbers in a text such as `1,200th`, `$4.50` or `1990s`."""
    words: list[str] = []
    for found in _NUMBER.finditer(text):
        words += _said(found["whole"])
        if found["rest"]:
            words += ["point", *(_ONES[int(figure)] for figure in found["rest"])]
        after = found["after"] or ""
        if after == "s":
            words[-1] = _plural(words[-1])
        elif after and after != "%":
            words[-1] = _ordinal(words[-1])
        words += [SIGNS[sign] for sign in (after, found["before"]) if sign in SIGNS]
    return words


def _said(figures: str) -> list[str]:
    plain = figures.replace(",", "")
    if len(plain) > _MOST_FIGURES or (len(plain) > 1 and plain.startswith("0")):
        return [_ONES[int(figure)] for figure in plain]
    number = int(plain)
    if "," not in figures and (1100 <= number < 2000 or 2010 <= number < 2100):
        return _year(number)
    return _cardinal(number)


def _year(number: int) -> list[str]:
    century, rest = divmod(number, 100)
    if not rest:
        return [*_cardinal(century), "hundred"]
    between = ["oh"] if rest < 10 else []
    return [*_cardinal(century), *between, *_cardinal(rest)]


def _cardinal(number: int) -> list[str]:
    for scale, name in _SCALES:
        if number >= scale:
            head, rest = divmod(number, scale)
            return [*_cardinal(head), name, *(_cardinal(rest) if rest else ())]
    if number >= 100:
        head, rest = divmod(number, 100)
        return [_ONES[head], "hundred", *(_cardinal(rest) if rest else ())]
    if number < 20:
        return [_ONES[number]]
    tens, ones = divmod(number, 10)
    return [_TENS[tens], _ONES[ones]] if ones else [_TENS[tens]]


def _ordinal(word: str) -> str:
    if word in _ORDINALS:
        return _ORDINALS[word]
    return word[:-1] + "ieth" if word.endswith("y") else word + "th"


def _plural(word: str) -> str:
    return word[:-1] + "ies" if word.endswith("y") else word + "s"
