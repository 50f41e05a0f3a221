"""What is known of capitals, beside what a model says: names, abbreviations, quoted speech."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from subpunct_app.decoding.names import Names
from subpunct_app.decoding.rules.rule import Evidence, PredictedText, Rule
from subpunct_app.languages.language_data import language_data
from subpunct_app.text.words import Case, Mark

# Log odds of what hardly ever is otherwise: 1 in 50, 1 in 20,000.
_MOSTLY, _SURELY = 4.0, 10.0
_BEFORE_QUOTES = (Mark.COMMA, Mark.COLON)
# How many words at most say who speaks between two quotes.
_SAYING_WORDS = 4


def _names(text: PredictedText) -> Iterator[Evidence]:
    """Find names that everybody knows: iPhone, GitHub."""
    known, ambiguous = _known_names(text.language)
    spoken = [word.text for word in text.words]
    for at, case in known.cases(spoken).items():
        yield Evidence(at, case, _SURELY)
    for at, case in ambiguous.cases(spoken).items():
        yield Evidence(at, case, 0.0)


def _abbreviations(text: PredictedText) -> Iterator[Evidence]:
    """Find how abbreviations are written that have their dots: z.B., v. Chr."""
    spoken = [word.text for word in text.words]
    for at, case in _abbreviated(text.language).cases(spoken).items():
        if spoken[at].endswith("."):
            yield Evidence(at, Case.LOWER if case.spelling.islower() else case, _SURELY)


def _families(text: PredictedText) -> Iterator[Evidence]:
    """Find names of families with a capital within them: McDonald, O'Brien."""
    names = language_data(text.language).names
    for at, word in enumerate(text.words):
        for prefix in names.families:
            found = re.fullmatch(rf"{prefix}([^\W\d_]{{4,}})(['’]s)?", word.text, re.IGNORECASE)
            if found and found[1].lower() not in names.no_families:
                head, ending = word.text[: found.start(1)].capitalize(), found[2] or ""
                yield Evidence(at, Case.spelled(head + found[1].capitalize() + ending), _SURELY)


def _roman_numbers(text: PredictedText) -> Iterator[Evidence]:
    """Find Roman numbers with an ending that is small: XIXe."""
    endings = "|".join(language_data(text.language).roman_endings)
    if not endings:
        return
    number = re.compile(
        rf"(?=[ivx]{{2}}|[vx][eè])(x{{0,3}}(?:ix|iv|v?i{{0,3}}))({endings})", re.IGNORECASE
    )
    for at, word in enumerate(text.words):
        if found := number.fullmatch(word.text):
            yield Evidence(at, Case.spelled(found[1].upper() + found[2].lower()), _MOSTLY)


def _quoted_speech(text: PredictedText) -> Iterator[Evidence]:
    """Find where a quote begins a sentence within another: she said, "We stay"."""
    verbs = language_data(text.language).reporting.verbs
    labels = text.prediction.labels
    before = [labels.index(mark) for mark in _BEFORE_QUOTES if mark in labels]
    for at in range(1, len(text.words)):
        gap = text.gaps[at]
        if not gap.opened or text.words[at - 1].text.lower() not in verbs:
            continue
        if not any(text.prediction.marks[at - 1, column] > 0.5 for column in before):
            continue
        meant = text.habits.begins_large and Case.of(text.words[at].text) is Case.LOWER
        if not meant and not any(one.quoted for one in text.gaps[max(0, at - _SAYING_WORDS) : at]):
            yield Evidence(at, Case.CAPITALISED, _MOSTLY)


@lru_cache(maxsize=64)
def _known_names(language: str) -> tuple[Names, Names]:
    """Return the names of a language that are no other words, and those that may be."""
    names = language_data(language).names
    return Names.of(names.known), Names.of(names.ambiguous)


@lru_cache(maxsize=64)
def _abbreviated(language: str) -> Names:
    return Names.of(language_data(language).abbreviations.spellings())


CASE_RULES: Final = (
    Rule("case.names", _names),
    Rule("case.abbreviations", _abbreviations),
    Rule("case.families", _families),
    Rule("case.roman_numbers", _roman_numbers),
    Rule("case.quoted_speech", _quoted_speech),
)
