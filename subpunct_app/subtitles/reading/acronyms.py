"""Find the acronym in brackets behind the words it stands for: National Security Agency (NSA)."""

from __future__ import annotations

import re

_BRACKETED = re.compile(r"\s\(([^\W\d_]{3,8})\)")
_WORD = re.compile(r"[^\W_]+")
# Longer than the words of any acronym.
_FAR = 200
# "of", "for", "the" may be left out.
_SHORT = 3


def end_of_acronym(text: str, end: int) -> int:
    """Return the end of the acronym that follows a word ending here, else that of the word."""
    found = _BRACKETED.match(text, end)
    if found and found[1].isupper() and _stands_for(found[1], text[max(0, end - _FAR) : end]):
        return found.end()
    return end


def _stands_for(letters: str, text: str) -> bool:
    """Tell whether letters are the first ones of the last words of a text."""
    words = _WORD.findall(text.upper())
    for letter in reversed(letters):
        while words and len(words[-1]) <= _SHORT and words[-1][0] != letter:
            words.pop()
        if not words or words.pop()[0] != letter:
            return False
    return True
