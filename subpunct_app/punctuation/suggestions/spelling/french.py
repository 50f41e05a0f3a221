"""What French writes large, whatever a network says of it: Mme Dupont, au VIIIe siècle."""

from __future__ import annotations

from collections.abc import Sequence

from subpunct_app.core.text import Case, Word
from subpunct_app.punctuation.suggestions.spelling.unknown_names import roman_case

_TITLES = frozenset({"m", "mgr", "mlle", "mlles", "mm", "mme", "mmes"})
_COUNTED = frozenset({"arrondissement", "arrondissements", "siècle", "siècles"})
_JOINING = frozenset({"au", "et", "ou"})


def french_case(words: Sequence[Word], at: int, *, named: bool) -> Case:
    """Return how a title is written, or a Roman number before what it counts; KEEP all others.

    What follows a title is `named` where it is large. Behind a number one is metres: 5 m.
    """
    word = words[at].text.lower()
    title = word.removesuffix(".")
    if title in _TITLES and named and not (at and words[at - 1].text[-1].isdigit()):
        return Case.spelled(word.upper()) if title == "mm" else Case.CAPITALISED
    return roman_case(word) if _counts(words, at) else Case.KEEP


def _counts(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word counts centuries and the like: XIIe siècle, XIIe et XIIIe siècles."""
    behind = [word.text.lower() for word in words[at + 1 : at + 4]]
    if len(behind) == 3 and behind[0] in _JOINING and roman_case(behind[1]) is not Case.KEEP:
        del behind[:2]
    return bool(behind) and behind[0] in _COUNTED
