"""Quotes, brackets and opening signs right beside a word."""

from __future__ import annotations

import re

from subpunct_app.languages.marks import BRACKETS, CLOSING_BRACKETS, QUOTES
from subpunct_app.text.words import Mark

# French quotes have spaces within: « Oui », dit-il.
_QUOTE_START = re.compile(r"\s?[\"'“‘„«]|«\s")
# British quotes have their mark behind: "The point", he said.
_QUOTE_END = re.compile(rf"(?:[{QUOTES}]+|[^\S\r\n]»)[,.;:?!…]*(?!\S)")
_UNCLOSED = f"(?<![{CLOSING_BRACKETS}])(?<![{CLOSING_BRACKETS}] )"
_OPENED = re.compile(rf"{_UNCLOSED}[(\[（［【〔][ {QUOTES}]*\Z")
_SIGNS = {"¿": Mark.QUESTION, "¡": Mark.EXCLAMATION}
_BEFORE = re.compile(rf"[ {BRACKETS}{QUOTES}]*\Z")
# Two brackets and a space, a space and a quote.
_NEAR = 5


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


def closes_quote(text: str, end: int) -> bool:
    """Tell whether a quote closes behind a word or its marks."""
    return _QUOTE_END.match(text, end) is not None
