"""Tell the dot of an abbreviation from the dot that ends a sentence (English)."""

from __future__ import annotations

import re

# fmt: off
_ALWAYS = frozenset(
    {
        "mr", "mrs", "ms", "dr", "drs", "prof", "vs", "etc", "inc", "ltd", "jr", "sr", "approx",
        "dept", "messrs", "mme", "mlle", "corp", "bros"
    }
)
_BEFORE_NAME = frozenset(
    {
        "st", "gen", "col", "sgt", "lt", "capt", "cpl", "pvt", "maj", "cmdr", "adm", "rev", "hon",
        "gov", "sen", "rep", "pres", "supt", "mt", "ft", "fr", "ave", "blvd", "co"
    }
)
_BEFORE_NUMBER = frozenset(
    {
        "no", "nos", "fig", "figs", "vol", "vols", "p", "pp", "ch", "chap", "sec", "eq", "art",
        "op", "ver", "ca", "cf", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept",
        "oct", "nov", "dec"
    }
)
# fmt: on
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}")
_INITIAL = re.compile(r"[^\W\d_a-z]")
_NAME_AHEAD = re.compile(r"\s*[A-Z][^\W\d_A-Z]|\s*[A-Z]\.")
_NUMBER_AHEAD = re.compile(r"\s*\d")


def keeps_dot(word: str, text: str, after: int) -> bool:
    """Tell whether the dot before `after` belongs to the word and not to its sentence."""
    lower = word.lower()
    if lower in _ALWAYS or _DOTTED.fullmatch(word):
        return True
    if lower in _BEFORE_NUMBER:
        return _NUMBER_AHEAD.match(text, after) is not None
    if _INITIAL.fullmatch(word) and word != "I":
        return _NAME_AHEAD.match(text, after) is not None
    return lower in _BEFORE_NAME and word != lower and bool(_NAME_AHEAD.match(text, after))
