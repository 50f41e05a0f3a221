"""How a word is written of which only is known that it has capitals within it."""

from __future__ import annotations

import re

from subpunct_app.languages.language_data import language_data
from subpunct_app.text.words import Case

# An acronym with an ending: GPUs, NASA's.
_ACRONYM = re.compile(r"([^\W\d_]{2,3})(s)|([^\W\d_]{2,4})(['’]s)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?<=[^\W\d_]{2})['’]s$", re.IGNORECASE)
# A word that lost its vowel before a name: l'Italie, dell'ONU.
_ELIDED = re.compile(r"([^\W\d_]+)(['’])([^\W\d_]{2,}(?:-[^\W\d_]+)*)", re.IGNORECASE)
# So many letters before a hyphen, or behind an article, are an acronym, but for syllables of names.
_SHORT = 3
_SYLLABLE = re.compile(r"[^aeiou][aeiouy]{1,2}|[^aeiou][aeiouy][^aeiou]|[aeiou][^aeiou]t|al|el|ex")


def mixed_case(word: str, language: str, *, starts: bool) -> Case:
    """Return how a word is written that has capitals within it; CAPITALISED if nothing tells.

    An article that has lost its vowel leaves the capital to the name behind, and so does what only
    stands before a name, but where a sentence `starts`.
    """
    if found := _ACRONYM.fullmatch(word):
        stem, ending = found[1] or found[3], found[2] or found[4]
        return Case.spelled(stem.upper() + ending.lower())
    known = language_data(language).names
    ending = _POSSESSIVE.search(word)
    name = word[: ending.start()] if ending else word
    if (found := _ELIDED.fullmatch(name)) and found[1].lower() in known.elided:
        first = Case.CAPITALISED if starts else Case.LOWER
        behind = found[3].upper() if _is_acronym(found[3].lower()) else _joined(found[3], language)
        spelled = first.apply(found[1], language) + found[2] + behind
    elif "-" in name:
        spelled = _joined(name, language, starts=starts)
    elif "." in name[:-1]:
        spelled = name.upper()
    else:
        return Case.CAPITALISED
    return Case.spelled(spelled + (ending[0].lower() if ending else ""))


def _joined(name: str, language: str, *, starts: bool = True) -> str:
    """Return how words are written that hyphens join: AI-first, pro-European, Jean-Luc."""
    known = language_data(language)
    first, *others = name.lower().split("-")
    if first in known.names.prefixes and others:
        head = Case.CAPITALISED.apply(first, language) if starts else first
        names = (one.upper() if len(one) < _SHORT else _large(one, language) for one in others)
        return "-".join([head, *names])
    if not others or not (first in known.names.acronyms or _is_acronym(first)):
        last = [_large(others.pop(), language)] if others else []
        inner = [one if one in known.names.links else _large(one, language) for one in others]
        return "-".join([_large(first, language), *inner, *last])
    rest = [_large(part, language) if known.nouns_large else part for part in others]
    return "-".join([first.upper(), *rest])


def _large(part: str, language: str) -> str:
    return Case.CAPITALISED.apply(part, language)


def _is_acronym(part: str) -> bool:
    """Tell whether the first part of a compound is an acronym, as one is that is no syllable."""
    short = 1 < len(part) <= _SHORT and part.isascii()
    return short and _SYLLABLE.fullmatch(part) is None
