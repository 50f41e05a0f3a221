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
    {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "oh"}
)
_SAID = _DIGITS | {
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy"),
    *("eighty", "ninety", "hundred", "thousand", "million"),
}
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


def said_numbers(words: Sequence[Word]) -> Iterator[range]:
    """Yield the runs of several English numbers in words.

    Two that begin with "one" or "oh" may be about something else: no one, two of them.
    """
    start = 0
    for at in range(len(words) + 1):
        if at < len(words) and words[at].text.lower() in _SAID:
            continue
        length = at - start
        if length > 2 or (length == 2 and words[start].text.lower() not in {"one", "oh"}):
            yield range(start, at)
        start = at + 1


def are_digits(words: Sequence[Word], run: range) -> bool:
    """Tell whether numbers are the digits of one, as of a telephone."""
    said = {words[at].text.lower() for at in run}
    return len(run) >= _LEAST_DIGITS and said <= _DIGITS


def unit_case(number: str, word: str) -> Case:
    """Return how a unit behind a number is written, KEEP where there is none."""
    return _UNITS.get(word.lower(), Case.KEEP) if _NUMBER.fullmatch(number) else Case.KEEP
