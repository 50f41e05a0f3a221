"""Tell how words with dots are written: U.S. and e.g. in English, z.B. and dhr. elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from subpunct_app.decoding.suggestions.spelling.names import Names
from subpunct_app.languages.language_data import language_data
from subpunct_app.text.words import Case

# Letters with dots between them, also the U.S.'s, and those of them that are written small.
DOTTED = re.compile(r"[^\W\d_]{1,2}(?:\.[^\W\d_]{1,2})+(?:\.(?:['’]s)?)?", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?)+(?:[^\W\d_]\.?)")
_SMALL = frozenset({"a.k.a", "a.m", "e.g", "i.e", "p.m", "w.r.t"})
# Those that are large even where a model doubts it.
_LARGE = frozenset({"d.c", "u.k", "u.n", "u.s", "u.s.a"})


def dotted_case(word: str, case: Case, *, starts: bool) -> Case:
    """Return the case of English letters with dots where a plain word would be in one."""
    if case.spelling:
        return case
    stem = _POSSESSIVE.sub("", word)
    now, letters = Case.of(stem), stem.lower().rstrip(".")
    if letters in _SMALL:
        return Case.CAPITALISED if starts else Case.LOWER
    if any(len(part) > 1 for part in letters.split(".")):
        return Case.CAPITALISED if starts and now is Case.LOWER else now
    if now is Case.LOWER is case and letters not in _LARGE:
        return Case.LOWER
    ending = word.removeprefix(stem)
    return Case.spelled(stem.upper() + ending.lower()) if ending else Case.UPPER


def abbreviations(words: Sequence[str], language: str) -> dict[int, Case]:
    """Return by its place how each word is spelled that a language is known to shorten."""
    found = _known(language).cases(words, language)
    return {at: case for at, case in found.items() if words[at].endswith(".")}


def abbreviated_case(word: str, case: Case, *, known: Case, starts: bool, shouted: bool) -> Case:
    """Return the case of a word with dots in another language where a plain one would be in one.

    `known` is that of an abbreviation, KEEP where it is none. Any other word is rather shortened
    than an acronym, unless it is all initials, and who gave it a capital where not all is
    `shouted` knew why.
    """
    if Case.of(word) is not Case.LOWER and not shouted:
        return Case.KEEP
    if known is not Case.KEEP:
        letters = known.spelling
        return Case.spelled(letters[0].upper() + letters[1:]) if starts else known
    if case is Case.CAPITALISED and _INITIALS.fullmatch(word) and (not starts or "-" in word):
        return Case.UPPER
    if case is not Case.UPPER or sum(map(str.isalpha, word)) == 1:
        return case
    if starts:
        return Case.CAPITALISED
    return Case.LOWER if shouted else Case.KEEP


@cache
def _known(language: str) -> Names:
    return Names.of(language_data(language).abbreviations.spellings())
