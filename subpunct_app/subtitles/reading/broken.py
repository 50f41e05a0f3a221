"""Tell a word that a line's end breaks from somebody who breaks off there."""

from __future__ import annotations

_HYPHENS = frozenset("-‐")
_SHORTEST = 2
# What is whole: somebody begins anew with it, or breaks off behind it. Among these are words that
# link what is left out behind a hyphen, in other languages, too: pre- and post-war.
_ENGLISH = (
    "a about after all am an and are as at be because been before but by can could did do does "
    "don for from get go had has have he her here hey him his how i if in into is it its just "
    "let like me my no not now of oh okay on or our out right she so some stop than that the their "
    "them then there these they this those to too uh um up us very wait was we well were what when "
    "where which who why will with would yeah yes you your"
)
_LINKS = "bis e ed en et eller i o oder och og oraz ou sowie u und y и или та"
_WHOLE = frozenset(f"{_ENGLISH} {_LINKS}".split())
# Without those that begin compounds: well-known, so-called.
_ALONE = _WHOLE - {"after", "all", "by", "in", "on", "out", "so", "up", "well"}


def ends_line(text: str, start: int, end: int) -> bool:
    """Tell whether nothing but a hyphen stands between two offsets, and ends a line right there."""
    ahead = text[end : end + 1]
    return text[start:end] in _HYPHENS and (not ahead or ahead in "\r\n")


def may_be_broken(first: str, second: str) -> bool:
    """Tell whether two words around a hyphen may be parts of one: impor- tant, well- known.

    Who breaks off begins anew with a word that is whole (go- what), the same (th- the) or large.
    """
    if first.isupper() != second.isupper() or not (second[0].islower() or second.isupper()):
        return False
    first, second = first.casefold(), second.casefold()
    if min(len(first), len(second)) < _SHORTEST or second.startswith(first):
        return False
    whole = first in _ALONE or second in _WHOLE or second.partition("'")[0] in _WHOLE
    return first[-1].isalpha() and not whole
