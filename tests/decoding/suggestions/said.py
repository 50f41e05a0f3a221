"""What a model says of words, made up for tests, and the text that suggestions make of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.inference.doubt import unlikely
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.rules import PredictedText
from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.text.words import Case, Gap, Mark, Suggestion, Word

Said = tuple[Mark, float, Case, float]

ALL = Options()

# What a model says of a word: the mark behind it and its case, each with how likely that is.
NOTHING = SMALL = (Mark.NONE, 0.95, Case.LOWER, 0.95)
NAME = LETTER = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
LARGE = (Mark.NONE, 0.95, Case.UPPER, 0.95)
OWN = (Mark.NONE, 0.95, Case.KEEP, 0.95)
UNSURE = (Mark.NONE, 0.7, Case.LOWER, 0.95)
STOP = (Mark.PERIOD, 0.9, Case.LOWER, 0.95)


def says(*rows: Said, labels: tuple[Mark, ...] = MARKS) -> Prediction:
    """Make a prediction from the best mark and case of each word, and how sure each is."""
    others = len(labels) - 1
    cases = (Case.LOWER, Case.CAPITALISED, Case.UPPER, Case.KEEP)
    mark_rows, case_rows = [], []
    for mark, sure, case, case_sure in rows:
        mark_rows.append([sure if m is mark else (1 - sure) / others for m in labels])
        case_rows.append([case_sure if c is case else (1 - case_sure) / 3 for c in cases])
    marks = np.array(mark_rows, dtype=np.float32)
    shift = np.zeros_like(marks)
    written = np.array(case_rows, dtype=np.float32)
    return Prediction(labels, marks, written, shift, unlikely(marks, shift))


def shown(words: list[Word], suggestions: tuple[Suggestion, ...]) -> str:
    """Return the text that suggestions make of some words."""
    texts = [word.text for word in words]
    marks = [""] * (len(words) + 1)
    for item in suggestions:
        marks[item.gap] = item.mark
        if item.gap < len(words):
            texts[item.gap] = item.case.apply(texts[item.gap])
    return " ".join(word + mark for word, mark in zip(texts, marks[1:], strict=True))


def suggested(
    words: Sequence[Word],
    gaps: Sequence[Gap],
    said: Prediction,
    options: Options = ALL,
    *,
    language: str = "en",
    habits: Habits | None = None,
) -> tuple[Suggestion, ...]:
    """Return what is suggested for a text, which by itself tells how it is written."""
    known = habits or Habits.of(words, gaps, said, language)
    return suggest(PredictedText(words, gaps, said, language, known), options)
