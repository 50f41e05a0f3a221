"""What is known of marks and capitals beside what a model says: abbreviations, names, quotes.

A rule is a value that finds evidence in a text, counted in log odds.

A rule sees the text and what the model alone makes of it, never what another rule made of it: its
evidence is added to the log probabilities of the model, so that the order of rules is no matter and
a confidence stays what it says. `subpunct benchmark --rules` tells what each is worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.names import Names
from subpunct_app.languages.abbreviations import MOST_JOINT, leads_on, may_be_shortened
from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.reporting import tells_who
from subpunct_app.models.mark_labels import CASES
from subpunct_app.text.words import Case, Gap, Mark, Word

# Log odds of what hardly ever is otherwise: 1 in 50, 1 in 20,000.
_MOSTLY, _SURELY = 4.0, 10.0


@dataclass(frozen=True, slots=True)
class PredictedText:
    """The words of a text, the gaps beside them, and what is known of both.

    `gaps` holds one more than `words` (see Gap), `prediction` one row a word. The language is a
    code such as `en` or `en-GB`; `habits` are those of the whole text where this is a part of one.
    """

    words: Sequence[Word]
    gaps: Sequence[Gap]
    prediction: Prediction
    language: str
    habits: Habits

    @classmethod
    def of(
        cls, words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction, language: str
    ) -> PredictedText:
        """Return a text by itself, which tells how it is written."""
        habits = Habits.of(words, gaps, prediction, language)
        return cls(words, gaps, prediction, language, habits)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a mark in a gap, or for a case of the word behind it, in log odds."""

    gap: int
    outcome: Mark | Case
    log_odds: float


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that is known of marks or capitals, by its name in `benchmark --rules`.

    What it knows of a language stands in the file of that; of others it finds nothing.
    """

    id: str
    find: Callable[[PredictedText], Iterable[Evidence]]


def log_odds_of_marks(found: Iterable[Evidence], prediction: Prediction) -> NDArray[np.float64]:
    """Return the evidence for the marks that a model knows, added up: (words, labels)."""
    total = np.zeros(prediction.marks.shape)
    for one in found:
        if isinstance(one.outcome, Mark) and one.gap and one.outcome in prediction.labels:
            total[one.gap - 1, prediction.labels.index(one.outcome)] += one.log_odds
    return total


def log_odds_of_cases(found: Iterable[Evidence], words: int) -> NDArray[np.float64]:
    """Return the evidence for the case of each word, added up: (words, cases)."""
    total = np.zeros((words, len(CASES)))
    for one in found:
        if isinstance(one.outcome, Case):
            case = Case.KEEP if one.outcome.spelling else one.outcome
            total[one.gap, CASES.index(case)] += one.log_odds
    return total


def _leading(text: PredictedText) -> Iterator[Evidence]:
    """Find no mark behind what is shortened and leads on: z. B., cf."""
    said = [word.text for word in text.words]
    for at in range(1, len(said)):
        if said[at - 1].endswith(".") and leads_on(
            said[max(0, at - MOST_JOINT) : at], text.language
        ):
            yield Evidence(at, Mark.NONE, _MOSTLY)


def _titles(text: PredictedText) -> Iterator[Evidence]:
    """Find a dot behind a title before a name, even where it lost it: mr Hill."""
    titles = language_data(text.language).names.titles
    for at in range(1, len(text.words)):
        title = text.words[at - 1].text
        if title.lower() in titles and text.gaps[at].current is Mark.NONE and _is_name(text, at):
            yield Evidence(at, Mark.PERIOD, _SURELY)


def _is_name(text: PredictedText, at: int) -> bool:
    return bool(text.prediction.cases[at, 0] < 0.2) and text.words[at].text[0].isalpha()


def _standing_dots(text: PredictedText) -> Iterator[Evidence]:
    """Find a full stop that stands behind an abbreviation right: St. Louis, Oak St. near us."""
    for at in range(1, len(text.words)):
        stands = text.gaps[at].current is Mark.PERIOD
        if stands and may_be_shortened(text.words[at - 1].text, text.language):
            yield Evidence(at, Mark.PERIOD, _SURELY)


def _quoted_questions(text: PredictedText) -> Iterator[Evidence]:
    """Find the mark of a quoted question or call right within a sentence: "Why?" she asked."""
    if not text.habits.begins_large:
        return
    for at in range(1, len(text.words)):
        gap = text.gaps[at]
        closed = gap.quoted and gap.current.asks_or_exclaims
        if closed and not gap.turn and Case.of(text.words[at].text) is Case.LOWER:
            yield Evidence(at, gap.current, _SURELY)


def _who_said_it(text: PredictedText) -> Iterator[Evidence]:
    """Find no full stop between a quote and who said it, but a comma: "Go", she said."""
    for at in range(1, len(text.words)):
        gap, words = text.gaps[at], text.words[at : at + 2]
        if gap.quoted and not gap.turn and tells_who([word.text for word in words], text.language):
            begins = gap.current.ends_sentence and words[0].text[0].isupper()
            if not begins:
                yield from (Evidence(at, mark, -_MOSTLY) for mark in (Mark.NONE, Mark.PERIOD))


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


@lru_cache(maxsize=64)
def _known_names(language: str) -> tuple[Names, Names]:
    """Return the names of a language that are no other words, and those that may be."""
    names = language_data(language).names
    return Names.of(names.known), Names.of(names.ambiguous)


@lru_cache(maxsize=64)
def _abbreviated(language: str) -> Names:
    return Names.of(language_data(language).abbreviations.spellings())


RULES: Final = (
    Rule("mark.leading", _leading),
    Rule("mark.titles", _titles),
    Rule("mark.abbreviations", _standing_dots),
    Rule("mark.quoted_questions", _quoted_questions),
    Rule("mark.who_said_it", _who_said_it),
    Rule("case.names", _names),
    Rule("case.abbreviations", _abbreviations),
    Rule("case.families", _families),
)
