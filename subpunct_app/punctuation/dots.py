"""Tell how words with dots are written: U.S. and e.g. in English, z.B. and dhr. elsewhere."""

from __future__ import annotations

import re

from subpunct_app.core.text import Case

# Letters with dots between them, and those of them that are written small.
DOTTED = re.compile(r"[^\W\d_]{1,2}(?:\.[^\W\d_]{1,2})+\.?")
_SMALL = frozenset({"a.k.a", "a.m", "e.g", "i.e", "p.m", "w.r.t"})


def dotted_case(word: str, case: Case, *, starts: bool) -> Case:
    """Return the case of English letters with dots where a plain word would be in one."""
    if case.spelling:
        return case
    now, letters = Case.of(word), word.lower().rstrip(".")
    if letters in _SMALL:
        return Case.CAPITALISED if starts else Case.LOWER
    if any(len(part) > 1 for part in letters.split(".")):
        return Case.CAPITALISED if starts and now is Case.LOWER else now
    return Case.LOWER if now is Case.LOWER is case else Case.UPPER


def abbreviated_case(word: str, case: Case, *, starts: bool) -> Case:
    """Return the case of a word with dots in another language where a plain one would be in one.

    It is rather shortened than an acronym, and who gave it a capital knew why.
    """
    if Case.of(word) is not Case.LOWER:
        return Case.KEEP
    if case is not Case.UPPER or sum(map(str.isalpha, word)) == 1:
        return case
    return Case.CAPITALISED if starts else Case.KEEP
