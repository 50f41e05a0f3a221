"""Tell how letters and units behind a digit are written: 3D, 20th, 45-year-old, 16 GB, 5 ms."""

from __future__ import annotations

import re

from subpunct_app.core.text import Case

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


def unit_case(number: str, word: str) -> Case:
    """Return how a unit behind a number is written, KEEP where there is none."""
    return _UNITS.get(word.lower(), Case.KEEP) if _NUMBER.fullmatch(number) else Case.KEEP
