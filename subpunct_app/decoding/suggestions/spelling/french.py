"""What French writes large, or small, whatever a network says: Mme Dupont, au VIIIe siècle."""

from __future__ import annotations

from collections.abc import Sequence

from subpunct_app.decoding.suggestions.spelling.own_case import MOST_PARTICLES
from subpunct_app.decoding.suggestions.spelling.unknown_names import roman_case
from subpunct_app.text.words import Case, Word

_TITLES = frozenset({"m", "mgr", "mlle", "mlles", "mme", "mmes"})
# With its dot: without it somebody hums.
_MESSIEURS = "mm."
# What may stand between a title and its name: M. de La Fontaine.
_PARTICLES = frozenset({"de", "des", "du", "la", "le", "les"})
_COUNTED = frozenset({"arrondissement", "arrondissements", "siècle", "siècles"})
_JOINING = frozenset({"au", "et", "le", "ou", "à"})
# "vie" is a number behind these, but a life behind others: du VIe au Xe siècle, la vie au Xe.
_LIVES = frozenset({"vie", "vies"})
_MASCULINE = frozenset({"au", "aux", "des", "du", "le", "les"})
# In words: as far as from the first of four centuries to what they count.
_FAR = 5


def french_case(words: Sequence[Word], at: int, *, named: bool) -> Case:
    """Return how a title is written, or a Roman number and what it counts; KEEP all others.

    What follows a title is `named` where it is large. Behind a number one is metres: 5 m.
    """
    word = words[at].text.lower()
    title = word == _MESSIEURS or word.removesuffix(".") in _TITLES
    if title and named and not (at and words[at - 1].text[-1].isdigit()):
        return Case.spelled(word.upper()) if word == _MESSIEURS else Case.CAPITALISED
    if at and word in _COUNTED and roman_case(words[at - 1].text) is not Case.KEEP:
        return Case.LOWER
    return roman_case(word) if _counts(words, at) else Case.KEEP


def name_behind(words: Sequence[Word], at: int) -> int | None:
    """Return which word begins the name behind a title, but for particles before it, if any."""
    behind = range(at + 1, min(at + 2 + MOST_PARTICLES, len(words)))
    return next((name for name in behind if words[name].text.lower() not in _PARTICLES), None)


def _counts(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word counts centuries and the like: aux XIe, XIIe et XIIIe siècles."""
    behind = [word.text.lower() for word in words[at + 1 : at + 1 + _FAR]]
    counted = next((index for index, word in enumerate(behind) if word in _COUNTED), None)
    if counted is None or (counted > 0 and _is_life(words, at)):
        return False
    return all(word in _JOINING or roman_case(word) is not Case.KEEP for word in behind[:counted])


def _is_life(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is no number, if others stand between it and what they count."""
    before = words[at - 1].text.lower() if at else ""
    return words[at].text.lower() in _LIVES and before not in _MASCULINE
