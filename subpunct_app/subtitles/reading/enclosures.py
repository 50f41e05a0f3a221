"""Quotes, brackets and opening signs right beside a word."""

from __future__ import annotations

import re

from subpunct_app.languages.marks import BRACKETS, CLOSING_BRACKETS, QUOTES
from subpunct_app.text.words import Mark

# French quotes have spaces within: « Oui », dit-il.
_QUOTE_START = re.compile(r"\s?[\"'“‘„«]|«\s")
# British quotes have their mark behind: "The point", he said.
_QUOTE_END = re.compile(rf"(?:[{QUOTES}]+|[^\S\r\n]»)[,.;:?!…]*(?!\S)")
_ASIDE_END = re.compile(rf"[{QUOTES}]*[{CLOSING_BRACKETS}]")
# Of one to three words that are no sentence, with more behind it in the same line.
_SENTENCE = r"(?i:he|I|it|she|they|we|you)\b"
_REMARK = re.compile(rf"\((?!{_SENTENCE})(?:[\w.'’&-]+ ){{0,2}}[\w.'’&-]+\)(?=[^\S\r\n]+\S)")
# Of whom or what a label, a sign or another line begins.
_LINE_OPENING = frozenset("\r\n>:-–—‐")
_UNCLOSED = f"(?<![{CLOSING_BRACKETS}])(?<![{CLOSING_BRACKETS}] )"
_OPENED = re.compile(rf"{_UNCLOSED}[(\[（［【〔][ {QUOTES}]*\Z")
_SIGNS = {"¿": Mark.QUESTION, "¡": Mark.EXCLAMATION}
_BEFORE = re.compile(rf"[ {BRACKETS}{QUOTES}]*\Z")
# Two brackets and a space, a space and a quote.
_NEAR = 5
_LONGEST_REMARK = 40


def opens_quote(text: str, start: int) -> bool:
    """Tell whether a quote opens before a word."""
    return _QUOTE_START.fullmatch(text, max(0, start - 2), start) is not None


def is_behind_bracket(text: str, start: int) -> bool:
    """Tell whether a bracket opens right before a word, a space or a quote between them or not.

    One right behind another tells nothing: marks part what is listed so, as in (4, 2), (5, 3).
    """
    return _OPENED.search(text[max(0, start - _NEAR) : start]) is not None


def opened_by_sign(text: str, start: int) -> Mark:
    """Return the mark that closes what ¿ or ¡ opens before a word, a quote or a bracket between."""
    near = text[max(0, start - _NEAR) : start]
    # Most texts have none.
    if _SIGNS.keys().isdisjoint(near):
        return Mark.NONE
    before = _BEFORE.search(near)
    return next((mark for sign, mark in _SIGNS.items() if before and sign in before[0]), Mark.NONE)


def closes_aside(text: str, end: int) -> bool:
    """Tell whether a bracket closes behind a mark of what stands in it: the idea (or not?) is."""
    return _ASIDE_END.match(text, end) is not None


def closes_remark(text: str, end: int) -> bool:
    """Tell whether a bracket closes behind a word that tells who speaks, or how: (Mary) we go.

    Such a bracket opens a cue, a line or a turn.
    """
    if text[end : end + 1] != ")":
        return False
    start = text.rfind("(", max(0, end - _LONGEST_REMARK), end)
    if start < 0 or not _REMARK.match(text, start):
        return False
    before = text[max(0, start - _NEAR) : start].rstrip(" \t")
    return before[-1] in _LINE_OPENING if before else start < _NEAR


def closes_quote(text: str, end: int) -> bool:
    """Tell whether a quote closes behind a word or its marks."""
    return _QUOTE_END.match(text, end) is not None


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
