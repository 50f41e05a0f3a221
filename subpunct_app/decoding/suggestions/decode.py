"""Turn probabilities into suggestions: one a gap, and only where something would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.suggestions.casing import Capitals
from subpunct_app.decoding.suggestions.evidence.habits import Habits
from subpunct_app.decoding.suggestions.marking import Marks
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.text.words import Case, Gap, Mark, Suggestion, Word

# The least doubt at which `ask` asks: of the gaps without a mark that are so doubtful about every
# fourth lacks one.
_ASK = 0.2


def suggest(
    words: Sequence[Word],
    gaps: Sequence[Gap],
    prediction: Prediction,
    options: Options,
    *,
    language: str = "en",
    habits: Habits | None = None,
) -> tuple[Suggestion, ...]:
    """Return the changes a prediction calls for, in the order of the text.

    `gaps` holds one more than `words` (see Gap), `prediction` one row a word. The language is a
    code such as `en` or `en-GB`; `habits` are those of the whole text where this is a part of one.
    """
    known = habits or Habits.of(words, gaps, prediction, language)
    text = PredictedText(words, gaps, prediction, language, known)
    marks = Marks(text, options)
    decoder = _Decoder(gaps, marks, Capitals(text, options, marks), options.ask)
    found = map(decoder.suggestion, range(len(gaps)))
    return tuple(suggestion for suggestion in found if suggestion is not None)


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
        gap, marks, sure = self.gaps[at], self.marks, self.marks.wanted.sure(at)
        if gap.fixed or gap.current is not Mark.NONE or 1 - sure < _ASK:
            return None
        ranked = marks.ranked(at)
        mark, likely = next(pair for pair in ranked if pair[0] is not Mark.NONE)
        if marks.has_dot(at - 1, mark) or not marks.may_put(at, mark, likely):
            return None
        return Suggestion(at, mark, self.capitals.case(at, mark)[0], sure, ranked, asked=True)
