"""The characters that are marks, in the scripts of the world, and what each of them means."""

from __future__ import annotations

import re
from functools import lru_cache

from subpunct_app.text.words import Mark

_SPELLINGS = {
    Mark.COMMA: ",，﹐、､،՝፣၊",
    Mark.PERIOD: ".．。｡।॥৷۔։።။។៕\u2024",
    Mark.QUESTION: "?？؟⁇⁈‽፧\u037e",
    Mark.EXCLAMATION: "!！‼⁉",
    Mark.COLON: ":：፥፦",
    Mark.SEMICOLON: ";；؛·፤\u0387",
    Mark.ELLIPSIS: "…⋯‥",
    Mark.DASH: "—–―‒⸺",
}
_MEANING = {letter: mark for mark, letters in _SPELLINGS.items() for letter in letters}
MARKS = "".join(re.escape(letters) for letters in _SPELLINGS.values())
QUOTES = "\"“”„‟«»‹›‘’'‚‛`´〝〞「」『』*"
BRACKETS = r"()\[\]{}（）［］【】〔〕〈〉《》<>¿¡"
CLOSING_BRACKETS = r")\]}）］】"
MUSIC = "♪♫♬♩🎵🎶"
# Set besides a mark: before a clause in Spanish, over a vowel in Armenian.
SIGNS = "¿¡՞՜"
# What words are made of: everything else that is not a space; hyphens and backslashes only between
# two of these.
CORE = rf"[^\s{MARKS}{QUOTES}{BRACKETS}{MUSIC}\-‐\\]"
_BESIDE = frozenset(_MEANING) | frozenset(SIGNS)
# One parts a foreign name, as in 列夫·托尔斯泰; several leave something out.
MIDDLE_DOTS = "·・･"
_DOTS = re.compile(rf"\.(?:\s?\.)+|[．。｡{MIDDLE_DOTS}]{{2,}}|[…⋯‥]")
_DASHES = re.compile(r"[\-‐—–―‒⸺]")
# Behind the dash that closes an aside: "—dijo Ana—."
_ASIDE_END = re.compile(r"[—–―‒⸺]\.")


@lru_cache(maxsize=256)
def mark_of(run: str) -> Mark:
    """Return what a run of mark characters means: the strongest one counts."""
    meanings = {_MEANING.get(letter, Mark.NONE) for letter in run}
    for strong in (Mark.QUESTION, Mark.EXCLAMATION):
        if strong in meanings:
            return strong
    if _ASIDE_END.fullmatch(run):
        return Mark.PERIOD
    if _DASHES.search(run):
        return Mark.DASH
    if _DOTS.search(run):
        return Mark.ELLIPSIS
    return _MEANING.get(run[0], Mark.NONE)


@lru_cache(maxsize=256)
def is_open(run: str) -> bool:
    """Tell whether a run holds dots of omission or a dash, which nothing may replace."""
    return bool(_DOTS.search(run) or _DASHES.search(run))


def fills_line(text: str, start: int, end: int) -> bool:
    """Tell whether a line would be empty without the marks and signs from an offset to another."""
    while start > 0 and _is_bare(text[start - 1]):
        start -= 1
    while end < len(text) and _is_bare(text[end]):
        end += 1
    return (start == 0 or text[start - 1] in "\r\n") and (end == len(text) or text[end] in "\r\n")


def _is_bare(letter: str) -> bool:
    return letter in _BESIDE or (letter.isspace() and letter not in "\r\n")
