"""How each language writes the marks: its characters, spaces, quotes and signs.

French takes a narrow no-break space before `? ! ; :` (Canadian French before `:` alone), Spanish
and Armenian set a sign besides the mark, Thai writes no marks. What is not listed is written as
in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from subpunct_app.languages.codes import normal_code
from subpunct_app.languages.marks import mark_of
from subpunct_app.text.words import Mark, base_of

NARROW = "\u202f"
NO_BREAK = "\u00a0"
_COMMAS = frozenset({Mark.COMMA, Mark.COLON, Mark.SEMICOLON})
_POINTS = _COMMAS | {Mark.PERIOD}


@dataclass(frozen=True, slots=True)
class Typography:
    """How one language writes the marks.

    `spellings` holds the marks that are written otherwise than in English, `meanings` the
    characters that mean another mark here than elsewhere, as a table for str.translate. Marks in
    `outside` go behind closing quotes. Those of them that are in `within` stay inside where the
    quotes hold a whole sentence: one that begins after the end of another, or after a mark in
    `leads`, which introduces what somebody says. The characters in `spaces` belong to the mark that
    they stand before; in French one may stand before a closing quote, too. `signs` are set in
    addition to a mark: before the first word of its clause, or within a word where `stressed`.
    `spaced` tells whether spaces separate words, `marked` whether marks are put at all, `told_on`
    whether a comma leads on from a quote that asks, too, to who said it: „Wann?“, fragte sie.
    """

    spellings: Mapping[Mark, str] = field(default_factory=dict)
    meanings: Mapping[int, int] = field(default_factory=dict)
    outside: frozenset[Mark] = frozenset({Mark.COLON, Mark.SEMICOLON})
    within: frozenset[Mark] = frozenset({Mark.PERIOD})
    leads: frozenset[Mark] = frozenset({Mark.COLON, Mark.ELLIPSIS})
    spaces: str = NO_BREAK + NARROW
    signs: Mapping[Mark, str] = field(default_factory=dict)
    stressed: bool = False
    spaced: bool = True
    marked: bool = True
    told_on: bool = False

    def spelled(self, mark: Mark) -> str:
        """Return the characters of a mark as they follow a word, with the space before them."""
        return self.spellings.get(mark, mark.value)

    def mark_of(self, run: str) -> Mark:
        """Return what a run of mark characters means in this language."""
        return mark_of(run.translate(self.meanings))

    def unstressed(self, word: str) -> str:
        """Return a word without the signs that stand within it."""
        if not self.stressed:
            return word
        return "".join(letter for letter in word if letter not in self.signs.values())

    def stress_of(self, word: str) -> Mark:
        """Return the mark whose sign stands within a word."""
        if not self.stressed:
            return Mark.NONE
        return next((mark for mark, sign in self.signs.items() if sign in word), Mark.NONE)


@lru_cache(maxsize=64)
def typography(language: str) -> Typography:
    """Return how a language writes, given its code with or without a region."""
    code = language.lower().replace("_", "-")
    base = base_of(code)
    return _OWN.get(code) or _OWN.get(base) or _AMERICAN


def listed_languages() -> tuple[str, ...]:
    """Return the codes of the languages that are not written as American English is."""
    return tuple(normal_code(code) or code for code in _OWN)


_AMERICAN = Typography()
_EUROPEAN = Typography(outside=_POINTS)
_STRICT = Typography(outside=_POINTS, within=frozenset())
# Where somebody goes on to speak: “Ja”, sagte er, “ich komme.”
_GERMAN = replace(_EUROPEAN, leads=_EUROPEAN.leads | {Mark.COMMA})
_CZECH = replace(_GERMAN, within=frozenset({Mark.PERIOD, Mark.COMMA}))
# As British English, which has no comma outside: “Yes,” he said, “I call it ‘home’.”
_BRITISH = Typography(outside=_POINTS - {Mark.COMMA})
_TURKISH = Typography(outside=_COMMAS)
_FRENCH = Typography(
    spellings={
        mark: NARROW + mark
        for mark in (Mark.QUESTION, Mark.EXCLAMATION, Mark.SEMICOLON, Mark.COLON)
    },
    outside=_POINTS,
    spaces=f" {NO_BREAK}{NARROW}\u2009",
)
_CANADIAN = replace(_FRENCH, spellings={Mark.COLON: f"{NARROW}:"})
_SPANISH = replace(_STRICT, signs={Mark.QUESTION: "¿", Mark.EXCLAMATION: "¡"}, told_on=True)
_ARABIC_MARKS = {Mark.COMMA: "،", Mark.SEMICOLON: "؛", Mark.QUESTION: "؟"}
_ARABIC = Typography(spellings=_ARABIC_MARKS, outside=_POINTS)
_URDU = replace(_ARABIC, spellings=_ARABIC_MARKS | {Mark.PERIOD: "۔"})
_DANDA = Typography(spellings={Mark.PERIOD: "।"})
_ETHIOPIC = Typography(
    spellings={Mark.COMMA: "፣", Mark.PERIOD: "።", Mark.SEMICOLON: "፤", Mark.COLON: "፦"}
)
_BURMESE = Typography(spellings={Mark.COMMA: "၊", Mark.PERIOD: "။"})
_KHMER = Typography(spellings={Mark.PERIOD: "។"})
_FULL_WIDTH = {
    Mark.COMMA: "，",
    Mark.PERIOD: "。",
    Mark.QUESTION: "？",
    Mark.EXCLAMATION: "！",
    Mark.COLON: "：",
    Mark.SEMICOLON: "；",
}
_CHINESE = Typography(spellings=_FULL_WIDTH, outside=_POINTS, spaced=False)
_JAPANESE = replace(_CHINESE, spellings=_FULL_WIDTH | {Mark.COMMA: "、"})
_GREEK = Typography(
    spellings={Mark.QUESTION: ";", Mark.SEMICOLON: "·"},
    meanings=str.maketrans(";·\u0387", "?;;"),
    outside=_POINTS,
)
# A question or an exclamation has its sign over a stressed vowel and a full stop at its end.
# Many type a colon for that full stop, so what is a colon elsewhere is written as a bowt.
_ARMENIAN = Typography(
    spellings={
        Mark.PERIOD: "։",
        Mark.QUESTION: "։",
        Mark.EXCLAMATION: "։",
        Mark.COLON: "՝",
        Mark.SEMICOLON: "\u2024",
    },
    meanings=str.maketrans(":՝\u2024", ".:;"),
    outside=_POINTS,
    signs={Mark.QUESTION: "՞", Mark.EXCLAMATION: "՜"},
    stressed=True,
)
_THAI = Typography(marked=False)
_ALIKE = {
    "ar fa ps sd ug": _ARABIC,
    "be bg gl pl ro ru uk vi": _STRICT,
    "as bn hi ne or pa": _DANDA,
    "ca et eu fi he hu id it ka lt mk ms nl pt sk sq sr": _EUROPEAN,
    "hr nb nn no sv": _GERMAN,
    "en-gb is": _BRITISH,
    "cs da lv sl": _CZECH,
    "ko tr": _TURKISH,
}
_OWN = {code: written for codes, written in _ALIKE.items() for code in codes.split()} | {
    "am": _ETHIOPIC,
    "de": replace(_GERMAN, told_on=True),
    "el": _GREEK,
    "es": _SPANISH,
    "fr": _FRENCH,
    "fr-ca": _CANADIAN,
    "hy": _ARMENIAN,
    "ja": _JAPANESE,
    "km": _KHMER,
    "my": _BURMESE,
    "th": _THAI,
    "ur": _URDU,
    "zh": _CHINESE,
}
