"""Turn probabilities into suggestions: one a gap, and only where something would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from subpunct_app.decoding.evidence.opening_signs import (
    closed_signs,
    unclosed_signs,
    weigh_closed,
    weigh_signs,
)
from subpunct_app.decoding.evidence.standing_marks import (
    StandingMarks,
    weigh_bare,
    weigh_standing,
)
from subpunct_app.decoding.evidence.text_lines import weigh_lines
from subpunct_app.decoding.evidence.written_case import WrittenCase, ending, weigh_capitals
from subpunct_app.decoding.inference.prediction import Prediction, posterior
from subpunct_app.decoding.rules import (
    RULES,
    Evidence,
    PredictedText,
    Rule,
    log_odds_of_cases,
    log_odds_of_marks,
)
from subpunct_app.decoding.suggestions.casing import Capitals, Cases
from subpunct_app.decoding.suggestions.mark_decisions import Marks
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Case, Gap, Mark, Suggestion

# The least doubt at which `ask` asks: of the gaps without a mark that are so doubtful about every
# fourth lacks one.
_ASK = 0.2


def suggest(
    text: PredictedText, options: Options, rules: Sequence[Rule] = RULES
) -> tuple[Suggestion, ...]:
    """Return the changes a prediction calls for, in the order of the text."""
    found = [one for rule in rules for one in rule.find(text)]
    weighed = weigh_text(text, options.mode)
    weighed = posterior(weighed, log_odds_of_marks(found, weighed))
    marks = Marks(text, weighed, options)
    capitals = Capitals(text, _cases(text, found), options, marks)
    decoder = _Decoder(text.gaps, marks, capitals, options.ask)
    suggestions = map(decoder.suggestion, range(len(text.gaps)))
    return tuple(suggestion for suggestion in suggestions if suggestion is not None)


@dataclass(frozen=True, slots=True)
class _Decoder:
    gaps: Sequence[Gap]
    marks: Marks
    capitals: Capitals
    asks: bool

    def suggestion(self, at: int) -> Suggestion | None:
        """Return what to change at gap `at`, or None."""
        mark, confidence = self.marks.mark(at)
        case, case_confidence = self.capitals.case(at, mark)
        changed = mark is not self.gaps[at].current
        if not changed and case is Case.KEEP:
            return self._question(at) if self.asks else None
        confidence = confidence if changed else case_confidence
        return Suggestion(at, mark, case, float(confidence), self.marks.ranked(at))

    def _question(self, at: int) -> Suggestion | None:
        """Return the likeliest mark where one may be missing, or None."""
        gap, marks, sure = self.gaps[at], self.marks, self.marks.sure[at]
        if gap.fixed or gap.current is not Mark.NONE or 1 - sure < _ASK:
            return None
        ranked = marks.ranked(at)
        mark, likely = next(pair for pair in ranked if pair[0] is not Mark.NONE)
        if marks.has_dot(at - 1, mark) or not marks.may_put(at, mark, likely):
            return None
        return Suggestion(at, mark, self.capitals.case(at, mark)[0], sure, ranked, asked=True)


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
    written = WrittenCase.of(words, gaps, said, text.language, marked=marked)
    written = replace(written, ending=ending(by_marks))
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


def _cases(text: PredictedText, found: Sequence[Evidence]) -> Cases:
    """Return how likely each case of each word is by what the model says and what was found."""
    likely = text.prediction.cases * np.exp(log_odds_of_cases(found, len(text.words)))
    spelled = {
        one.gap: one.outcome
        for one in found
        if isinstance(one.outcome, Case) and one.outcome.spelling
    }
    return Cases(likely / likely.sum(axis=1, keepdims=True), spelled)
