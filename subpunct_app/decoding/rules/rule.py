"""What a rule is: a value that finds evidence in a text, counted in log odds.

A rule sees the text and what the model alone makes of it, never what another rule made of it: its
evidence is added to the log probabilities of the model, so that the order of rules is no matter and
a confidence stays what it says. `subpunct benchmark --rules` tells what each is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.models.mark_labels import CASES
from subpunct_app.text.words import Case, Gap, Mark, Word


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
