"""Update a prediction by the evidence in the text itself: its lines, marks, signs, capitals."""

from __future__ import annotations

from collections.abc import Sequence

from subpunct_app.core.text import Gap, Word
from subpunct_app.punctuation.answers.prediction import Prediction
from subpunct_app.punctuation.suggestions.evidence.habits import Habits
from subpunct_app.punctuation.suggestions.evidence.opening_signs import unclosed_signs, weigh_signs
from subpunct_app.punctuation.suggestions.evidence.standing_marks import weigh_bare, weigh_standing
from subpunct_app.punctuation.suggestions.evidence.text_lines import weigh_lines
from subpunct_app.punctuation.suggestions.evidence.written_case import WrittenCase, weigh_capitals
from subpunct_app.punctuation.suggestions.options import Mode


def weigh_text(
    words: Sequence[Word],
    gaps: Sequence[Gap],
    said: Prediction,
    mode: Mode,
    language: str,
    habits: Habits,
) -> Prediction:
    """Return a prediction updated by how a text is written.

    `gaps` holds one more than `words` (see Gap).

    Under review the marks are what is in doubt. A capital tells then of an end that is missing, but
    a small letter behind an end may be what is wrong.
    """
    lined = weigh_lines(gaps, said, habits.lines) if habits.lines else said
    weighed = lined
    if mode is Mode.FILL and habits.standing:
        weighed = weigh_bare(gaps, lined, habits.standing)
    elif mode is Mode.RESTORE and habits.standing:
        weighed = weigh_standing(lined, habits.standing)
    marked, only_for_ends = mode is not Mode.ANEW, mode is Mode.REVIEW
    written = WrittenCase.of(words, gaps, said, language, weighed, marked=marked)
    found = weigh_capitals(written, weighed, only_for_ends=only_for_ends)
    unclosed = unclosed_signs(words, gaps) if marked else []
    if not unclosed:
        return found
    bare = weigh_capitals(written, lined, only_for_ends=only_for_ends)
    return weigh_signs(unclosed, gaps, found, bare, mode)
