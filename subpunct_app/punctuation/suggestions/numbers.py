"""Tell how numbers are written, their letters and units: 3D, 20th, 16 GB, nine one one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from subpunct_app.core.text import Case, Word

_NUMBERED = re.compile(r"['’]?\d")
_UNIT = re.compile(r"\d+[^\W\d_]{1,2}")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_UNITS = {
    unit.lower(): Case.spelled(unit)
    for unit in (
        *("kHz", "MHz", "GHz", "Hz", "KB", "MB", "GB", "TB", "kbps", "Mbps", "Gbps", "dB"),
        *("kg", "mg", "km", "cm", "mm", "ml", "ms", "kW", "kWh", "MWh"),
    )
}
_DIGITS = frozenset(
    {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
)
_TENS = frozenset({"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"})
# So many digits are none that somebody counts.
_LEAST_DIGITS = 3
_ORDINAL = re.compile(r"['’]?\d+(?:st|nd|rd|th|['’]?s)", re.IGNORECASE)


def numbered_case(word: str, lower: float, own: float, *, shouted: bool) -> tuple[Case, float]:
    """Return the case of a word that no letter begins, and how sure that is.

    No sentence gives it a capital: `lower` and `own` are how likely the model finds it small and
    with capitals of its own. Behind other signs than digits letters stay as they are: @anna.
    """
    if _ORDINAL.fullmatch(word):
        lower, own = 1.0, 0.0
    if own > 0.5 and _UNIT.fullmatch(word):
        return Case.UPPER, own
    if shouted and lower > 0.5 and _NUMBERED.match(word):
        return Case.LOWER, lower
    return Case.KEEP, 1.0


def said_digits(words: Sequence[Word]) -> Iterator[range]:
    """Yield the runs of English digits that tell one number, as of a telephone: nine one one."""
    start = 0
    for at in range(len(words) + 1):
        if at < len(words) and (_is_digit(words, at) or is_nought(words, at)):
            continue
        if at - start >= _LEAST_DIGITS:
            yield range(start, at)
        start = at + 1


def is_nought(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is the nought between two digits: one oh one."""
    named = words[at].text.lower() == "oh"
    return named and at > 0 and _is_digit(words, at - 1) and _is_digit(words, at + 1)


def goes_on_in_tens(words: Sequence[Word], at: int) -> bool:
    """Tell whether a digit and the tens behind it are a time or a number: five thirty."""
    return _is_digit(words, at - 1) and words[at].text.lower() in _TENS


def _is_digit(words: Sequence[Word], at: int) -> bool:
    return at < len(words) and words[at].text.lower() in _DIGITS


def unit_case(number: str, word: str) -> Case:
    """Return how a unit behind a number is written, KEEP where there is none."""
    return _UNITS.get(word.lower(), Case.KEEP) if _NUMBER.fullmatch(number) else Case.KEEP
