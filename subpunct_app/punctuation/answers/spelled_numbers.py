"""Find numbers in words that have lost their hyphens: twenty five, quatre vingt dix."""

from __future__ import annotations

from collections.abc import Sequence

from subpunct_app.core.text import base_of

_TENS = {"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
_ONES = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
_NTHS = {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"}
_MONTHS = {
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
}
_FRENCH_ONES = {"deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"}
_FRENCH_TEENS = {"dix", "onze", "douze", "treize", "quatorze", "quinze", "seize"}
_FRENCH_TENS = {"vingt", "trente", "quarante", "cinquante"}
_FRENCH_EIGHTIES = {"vingt", "vingts"}


def hyphenated(words: Sequence[str], language: str) -> frozenset[int]:
    """Return the words that would be written with a hyphen before the next, as in twenty-five.

    A model takes the parts of such a number for items of a list.
    """
    joins = _JOINS.get(base_of(language))
    if joins is None:
        return frozenset()
    plain = [word.lower() for word in words]
    return frozenset(at - 1 for at in range(1, len(plain)) if joins(plain, at))


def _joins_in_english(words: Sequence[str], at: int) -> bool:
    """Tell whether a word ends a number that the one before begins."""
    earlier, before, word = words[at - 2] if at > 1 else "", words[at - 1], words[at]
    # As in "January thirty, two thousand seven".
    year = earlier in _MONTHS and word == "two" and words[at + 1 : at + 2] == ["thousand"]
    return before in _TENS and (word in _ONES or word in _NTHS) and not year


def _joins_in_french(words: Sequence[str], at: int) -> bool:
    """Tell whether a word goes on with a number that the one before begins."""
    before, word = words[at - 1], words[at]
    ones = word in _FRENCH_ONES
    if before in _FRENCH_EIGHTIES and at > 1 and words[at - 2] == "quatre":
        return ones or word in _FRENCH_TEENS or word in {"un", "une"}
    if before == "soixante":
        return ones or word in _FRENCH_TEENS
    if before == "dix":
        # Who counts down says: dix, neuf, huit.
        counts = words[at + 1 : at + 2] and words[at + 1] in _FRENCH_ONES
        return word in {"sept", "huit", "neuf"} and not counts
    return word in _FRENCH_EIGHTIES if before == "quatre" else ones and before in _FRENCH_TENS


_JOINS = {"en": _joins_in_english, "fr": _joins_in_french}
