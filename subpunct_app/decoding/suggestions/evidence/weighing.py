"""Update a prediction by the evidence in the text itself: its lines, marks, signs, capitals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.suggestions.evidence.opening_signs import (
    closed_signs,
    unclosed_signs,
    weigh_closed,
    weigh_signs,
)
from subpunct_app.decoding.suggestions.evidence.standing_marks import (
    StandingMarks,
    weigh_bare,
    weigh_standing,
)
from subpunct_app.decoding.suggestions.evidence.text_lines import weigh_lines
from subpunct_app.decoding.suggestions.evidence.written_case import WrittenCase, weigh_capitals
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.text.words import Gap


def weigh_text(text: PredictedText, mode: Mode) -> Prediction:
    """Return the prediction of a text updated by how the text is written.

    One after the other are weighed the ends of lines, the marks that stand, capitals, and opening
    signs. Under review the marks are what is in doubt. A capital tells then of an end that is
    missing, but a small letter behind an end may be what is wrong.
    """
    words, gaps, said, habits = text.words, text.gaps, text.prediction, text.habits
    by_lines = weigh_lines(gaps, said, habits.lines) if habits.lines else said
    by_marks = _weigh_marks(gaps, by_lines, habits.standing, mode)
    marked = mode is not Mode.ANEW
    written = WrittenCase.of(words, gaps, said, text.language, by_marks, marked=marked)
    weigh_case = partial(weigh_capitals, written, only_for_ends=mode is Mode.REVIEW)
    by_capitals = weigh_case(by_marks)
    if not marked:
        return by_capitals
    by_signs = weigh_closed(closed_signs(gaps), gaps, by_capitals)
    unclosed = unclosed_signs(words, gaps)
    if not unclosed:
        return by_signs
    return weigh_signs(unclosed, gaps, by_signs, weigh_case(by_lines), mode)


def _weigh_marks(
    gaps: Sequence[Gap], said: Prediction, standing: StandingMarks | None, mode: Mode
) -> Prediction:
    """Weigh the marks that stand, or where marks are only filled in, the gaps without one."""
    if standing and mode is Mode.FILL:
        return weigh_bare(gaps, said, standing)
    if standing and mode is Mode.RESTORE:
        return weigh_standing(said, standing)
    return said
