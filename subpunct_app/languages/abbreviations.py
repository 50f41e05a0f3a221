"""Tell the dot of an abbreviation from the dot that ends a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from subpunct_app.languages.ordinals import may_be_ordinal
from subpunct_app.languages.shortened import ALWAYS, BEFORE_NAME, Shortened, shortened

_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.-?)+[^\W\d_]{1,2}")
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


@dataclass(frozen=True, slots=True)
class _Abbreviations:
    """What one language shortens (see Shortened), in small letters but for its titles."""

    always: frozenset[str]
    before_number: frozenset[str]
    joint: re.Pattern[str]
    titles: frozenset[str]
    units: frozenset[str]
    days: frozenset[str]
    places: frozenset[str]

    def join(self, text: str, start: int, end: int) -> bool:
        """Tell whether a word with its dot is one of several that are shortened together."""
        return any(start >= first and end <= last for first, last in self._joint(text, start, end))

    def go_on(self, text: str, start: int, end: int) -> bool:
        """Tell whether others that are shortened with it follow a word with its dot."""
        return any(first <= start and end < last for first, last in self._joint(text, start, end))

    def _joint(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        near = self.joint.finditer(text, max(0, start - _FAR), end + _FAR)
        return (found.span() for found in near)


def keeps_dot(word: str, text: str, after: int, language: str, *, shouted: bool = False) -> bool:
    """Tell whether the dot before `after` belongs to the word and not to its sentence.

    The language is a code such as `de` or `pt-BR`; a `shouted` text is all in capitals.
    """
    lower = _ELIDED.sub("", word.lower())
    own = _abbreviations(shortened(language))
    if lower in ALWAYS or lower in own.always or word in own.titles or _DOTTED.fullmatch(word):
        return True
    if own.join(text, after - len(word) - 1, after):
        return True
    if may_be_ordinal(word, language) and _WORD_AHEAD.match(text, after):
        return True
    if lower in own.before_number and _NUMBER_AHEAD.match(text, after):
        return True
    if lower in own.units or (lower in own.days and word != lower):
        before = text[max(0, after - len(word) - _NEAR) : after - len(word) - 1]
        number = _FIGURE_BEHIND if lower == "in" else _NUMBER_BEHIND
        counted = lower in own.days or number.search(before)
        return bool(counted) and _MORE_AHEAD.match(text, after) is not None
    if word == lower and lower in own.places and _MORE_AHEAD.match(text, after):
        return True
    if len(word) == 1 and word.isupper() and word != "I":
        return _is_name_ahead(text, after, shouted=shouted)
    return lower in BEFORE_NAME and word != lower and _is_name_ahead(text, after, shouted=shouted)


def shortens_on(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether a word with its dot is shortened together with the next: the p. of p. ej."""
    return text[end - 1] == "." and _abbreviations(shortened(language)).go_on(text, start, end)


def _is_name_ahead(text: str, after: int, *, shouted: bool) -> bool:
    """Tell whether a name follows, behind particles or not, or another initial.

    Where all is shouted any word may be one.
    """
    particles = _PARTICLES_AHEAD.match(text, after)
    found = _NAME_AHEAD.match(text, particles.end() if particles else after)
    if found is None or not found[1].isupper():
        return False
    return found[2] == "." or found[2].islower() or shouted


@cache
def _abbreviations(own: Shortened) -> _Abbreviations:
    joint = (r"\.\s?".join(words.split()) for words in own.joint)
    spelled = "|".join([r"et\s+al", r"par\s+ex", *joint])
    return _Abbreviations(
        frozenset(own.always.lower().split()),
        frozenset(own.before_number.split()),
        re.compile(rf"(?<!\w)(?:{spelled})\.", re.IGNORECASE),
        frozenset(own.titles.split()),
        frozenset(own.units.split()),
        frozenset(own.days.split()),
        frozenset(own.places.split()),
    )
