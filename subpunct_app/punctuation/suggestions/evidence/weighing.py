"""Update a prediction by the evidence in the text itself: its lines, marks, signs, capitals."""

from __future__ import annotations

from subpunct_app.punctuation.answers.prediction import Prediction
from subpunct_app.punctuation.suggestions.evidence.opening_signs import (
    closed_signs,
    unclosed_signs,
    weigh_closed,
    weigh_signs,
)
from subpunct_app.punctuation.suggestions.evidence.standing_marks import weigh_bare, weigh_standing
from subpunct_app.punctuation.suggestions.evidence.text_lines import weigh_lines
from subpunct_app.punctuation.suggestions.evidence.written_case import WrittenCase, weigh_capitals
from subpunct_app.punctuation.suggestions.options import Mode
from subpunct_app.punctuation.suggestions.predicted_text import PredictedText


def weigh_text(text: PredictedText, mode: Mode) -> Prediction:
    """Return the prediction of a text updated by how the text is written.

    Under review the marks are what is in doubt. A capital tells then of an end that is missing, but
    a small letter behind an end may be what is wrong.
    """
    words, gaps, said, habits = text.words, text.gaps, text.prediction, text.habits
    lined = weigh_lines(gaps, said, habits.lines) if habits.lines else said
    weighed = lined
    if mode is Mode.FILL and habits.standing:
        weighed = weigh_bare(gaps, lined, habits.standing)
    elif mode is Mode.RESTORE and habits.standing:
        weighed = weigh_standing(lined, habits.standing)
    marked, only_for_ends = mode is not Mode.ANEW, mode is Mode.REVIEW
    written = WrittenCase.of(words, gaps, said, text.language, weighed, marked=marked)
    found = weigh_capitals(written, weighed, only_for_ends=only_for_ends)
    if not marked:
        return found
    found = weigh_closed(closed_signs(gaps), gaps, found)
    unclosed = unclosed_signs(words, gaps)
    if not unclosed:
        return found
    bare = weigh_capitals(written, lined, only_for_ends=only_for_ends)
    return weigh_signs(unclosed, gaps, found, bare, mode)
