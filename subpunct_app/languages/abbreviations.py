"""Tell the dot of an abbreviation or an ordinal from the dot that ends a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from subpunct_app.languages.language_data import Abbreviations, language_data

# The most words that are shortened together and lead on: d. w. z.
MOST_JOINT: Final = 3

_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.-?)+[^\W\d_]{1,2}")
_ORDINAL = re.compile(r"(?:\d{1,3}\.?[-–])?\d{1,3}(?:\.\d{1,2})?|[IVX]+")
_NAME_AHEAD = re.compile(r"\s*([^\W\d_])([^\W\d_]|\.)")
# What may stand between an initial and a name: J. von Neumann, M. de la Cruz.
_PARTICLES_AHEAD = re.compile(
    r"\s*(?:d[aeiou]|da[ls]|de[lnrs]|della|dos|te|ten|ter|v[ao]n|vom|zu|zu[mr])"
    r"(?:\s+(?:den|der|el|het|la|las|le|los))?\s+"
)
_NUMBER_AHEAD = re.compile(r"\s*(?:\d|[IVX]{2,}\b)")
# An article before a word that is shortened: l'ing. Rossi.
_ELIDED = re.compile(r"^[^\W\d_]+['’](?=\w)")
# What hardly any sentence begins with: 8 OZ. OF MILK, 8 oz. of milk.
_BEGINNINGS = (
    "a an but he her his how i if it my no now our she so that the their then there these they this"
    " those we what when where who why yes you your"
)
_MORE_AHEAD = re.compile(
    rf"\s+(?:(?!(?:{'|'.join(_BEGINNINGS.split())})\b)[a-z]|\d"
    r"|(?:AND|AT|BY|DEEP|HIGH|LONG|OF|OR|PER|TALL|THROUGH|THICK|TO|WIDE|X)\b)"
)
_FIGURE_BEHIND = re.compile(r"\d[\s-]\Z")
_NUMBER_BEHIND = re.compile(
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|per|sq\.?))"
    r"[\s-]\Z",
    re.IGNORECASE,
)
_WORD_AHEAD = re.compile(r"\s+\w")
# No shorter than any abbreviation of several words.
_FAR = 16
# No shorter than a number in letters, a space and the dot.
_NEAR = 8


def keeps_dot(word: str, text: str, after: int, language: str, *, shouted: bool = False) -> bool:
    """Tell whether the dot before `after` belongs to the word and not to its sentence.

    The language is a code such as `de` or `pt-BR`; a `shouted` text is all in capitals.
    """
    lower = _ELIDED.sub("", word.lower())
    own = language_data(language).abbreviations
    if lower in own.own_dots or word in own.capitalised or _DOTTED.fullmatch(word):
        return True
    start = after - len(word) - 1
    if any(start >= first and after <= last for first, last in _joint(own, text, start, after)):
        return True
    if _may_be_ordinal(word, language) and _WORD_AHEAD.match(text, after):
        return True
    if lower in own.before_number and _NUMBER_AHEAD.match(text, after):
        return True
    if lower in own.units or (lower in own.weekdays and word != lower):
        before = text[max(0, start - _NEAR + 1) : start]
        number = _FIGURE_BEHIND if lower == "in" else _NUMBER_BEHIND
        counted = lower in own.weekdays or number.search(before)
        return bool(counted) and _MORE_AHEAD.match(text, after) is not None
    if word == lower and lower in own.streets and _MORE_AHEAD.match(text, after):
        return True
    if len(word) == 1 and word.isupper() and word != "I":
        return _is_name_ahead(text, after, shouted=shouted)
    named = lower in own.before_name and word != lower
    return named and _is_name_ahead(text, after, shouted=shouted)


def _may_be_ordinal(word: str, language: str) -> bool:
    """Tell whether a dot after a number may belong to it in a language, and end no sentence."""
    return language_data(language).dot_after_ordinals and _ORDINAL.fullmatch(word) is not None


def may_be_shortened(word: str, language: str) -> bool:
    """Tell whether a full stop behind a word may shorten it before any other: Oak St. near us."""
    own = language_data(language).abbreviations
    return word.lower() in own.before_name or word.lower() in own.weekdays


def may_end_sentence(word: str, language: str) -> bool:
    """Tell whether a sentence may well end with a shortened word, given without its dot: etc."""
    if "." in word:
        return not leads_on([f"{word}."], language)
    return word.lower() in language_data(language).abbreviations.may_end


def shortens_on(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether a word with its dot is shortened together with the next: the p. of p. ej."""
    if text[end - 1] != ".":
        return False
    own = language_data(language).abbreviations
    return any(first <= start and end < last for first, last in _joint(own, text, start, end))


def leads_on(words: Sequence[str], language: str) -> bool:
    """Tell whether words end with what is shortened and leads on to the next: z. B., cf., d. w. z.

    Hardly anybody puts a comma behind one of these.
    """
    leading = language_data(language).abbreviations.leading
    last = words[-MOST_JOINT:]
    return any("".join(last[at:]).lower() in leading for at in range(len(last)))


def _joint(own: Abbreviations, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where words are shortened together that may hold one from an offset to another."""
    near = own.joint.finditer(text, max(0, start - _FAR), end + _FAR)
    return (found.span() for found in near)


def _is_name_ahead(text: str, after: int, *, shouted: bool) -> bool:
    """Tell whether a name follows, behind particles or not, or another initial.

    Where all is shouted any word may be one.
    """
    particles = _PARTICLES_AHEAD.match(text, after)
    found = _NAME_AHEAD.match(text, particles.end() if particles else after)
    if found is None or not found[1].isupper():
        return False
    return found[2] == "." or found[2].islower() or shouted
