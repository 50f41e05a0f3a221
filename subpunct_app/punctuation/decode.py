"""Turn probabilities into suggestions: one a gap, and only where something would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.text import Case, Gap, Mark, Suggestion, Word
from subpunct_app.punctuation.labels import MARKS, fold_mark
from subpunct_app.punctuation.windows import Prediction

_REVIEW_SURE = 0.9
_REVIEW_CASE = 0.97
_LOWERING = 0.8
_SHOUTED = 0.7


class Mode(StrEnum):
    """What may be proposed.

    RESTORE treats every gap as open; FILL adds marks where there is none; REVIEW keeps what
    stands there and proposes only what the model is sure is wrong.
    """

    RESTORE = "restore"
    FILL = "fill"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Options:
    """Which suggestions the editor wants; `minimum` is the least confidence of any."""

    mode: Mode = Mode.RESTORE
    marks: frozenset[Mark] = frozenset(MARKS[1:])
    case: bool = True
    minimum: float = 0.0


def suggest(
    words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction, options: Options
) -> tuple[Suggestion, ...]:
    """Return the changes a prediction calls for, in the order of the text.

    `gaps` holds one more than `words` (see Gap), `prediction` one row a word.
    """
    decoder = _Decoder(words, gaps, prediction, options)
    found = (decoder.suggestion(gap) for gap in range(len(gaps)) if words)
    return tuple(s for s in found if s is not None and s.confidence >= options.minimum)


class _Decoder:
    def __init__(
        self,
        words: Sequence[Word],
        gaps: Sequence[Gap],
        prediction: Prediction,
        options: Options,
    ) -> None:
        self._words = words
        self._gaps = gaps
        self._prediction = prediction
        self._options = options
        self._ends = np.array([mark.ends_sentence for mark in prediction.labels])
        self._shouted = _is_shouted(words)

    def suggestion(self, at: int) -> Suggestion | None:
        """Return what to change at gap `at`, or None."""
        gap = self._gaps[at]
        odds = self._odds(at)
        mark, confidence = self._mark(at, odds)
        case, case_confidence = self._case(at, mark, odds)
        changed = mark is not gap.current
        if not changed and case is Case.KEEP:
            return None
        ranked = sorted(zip(self._prediction.labels, odds, strict=True), key=lambda p: -p[1])
        return Suggestion(
            at,
            mark,
            case,
            float(confidence if changed else case_confidence),
            tuple((label, float(odd)) for label, odd in ranked) if at else (),
        )

    def _odds(self, at: int) -> NDArray[np.float32]:
        """Return the probabilities of the marks at a gap; a text and a turn end with a sentence."""
        if at == 0:
            return np.array([1.0] + [0.0] * (len(self._ends) - 1), dtype=np.float32)
        odds: NDArray[np.float32] = self._prediction.marks[at - 1]
        if not (self._gaps[at].turn or at == len(self._words)):
            return odds
        ending = np.where(self._ends, odds + 1e-6, 0)
        return np.asarray(ending / ending.sum(), dtype=np.float32)

    def _mark(self, at: int, odds: NDArray[np.float32]) -> tuple[Mark, float]:
        """Return the mark that should stand at a gap and its probability."""
        gap, options = self._gaps[at], self._options
        labels = self._prediction.labels
        here = labels.index(fold_mark(gap.current, 6))
        best = int(np.argmax(np.log(odds + 1e-9) + self._prediction.bias))
        wanted = labels[best]
        if at == 0 or gap.fixed or best == here or self._has_dot(at - 1, wanted):
            return gap.current, 1.0
        if wanted not in options.marks and wanted is not Mark.NONE:
            return gap.current, 1.0
        if gap.current is not Mark.NONE:
            unsure = odds[best] < _REVIEW_SURE
            untouchable = gap.current not in options.marks
            filling = options.mode is Mode.FILL
            if filling or untouchable or (options.mode is Mode.REVIEW and unsure):
                return gap.current, 1.0
        elif options.mode is Mode.REVIEW and odds[best] < _REVIEW_SURE:
            return gap.current, 1.0
        return wanted, float(odds[best])

    def _case(self, at: int, mark: Mark, odds: NDArray[np.float32]) -> tuple[Case, float]:
        """Return how the word after a gap should be written, KEEP for no change, and how sure."""
        if not self._options.case or at == len(self._words):
            return Case.KEEP, 1.0
        word = self._words[at].text
        now = Case.of(word)
        starts = at == 0 or mark.ends_sentence
        if not word[:1].isalpha() or (now is Case.KEEP and not self._shouted):
            return Case.KEEP, 1.0
        case, sure = self._target(at, starts, float(odds[self._ends].sum()))
        if case is now or sure < self._least(now, case):
            return Case.KEEP, 1.0
        return case, sure

    def _target(self, at: int, starts: bool, ending: float) -> tuple[Case, float]:
        """Return the case a word should have given that a sentence does or does not start there.

        The case head saw sentence starts too: their share is taken out of "capitalised" where
        no sentence starts.
        """
        lower, capital, upper, _ = (float(p) for p in self._prediction.cases[at])
        if upper > 0.5 and len(self._words[at].text) > 1:
            return Case.UPPER, upper
        if starts:
            return Case.CAPITALISED, max(1.0 - upper, capital)
        name = max(0.0, capital - ending) / max(1e-3, 1.0 - ending)
        name = min(1.0, name) if lower < 0.5 else min(name, 1.0 - lower)
        if name > 0.5:
            return Case.CAPITALISED, name
        return Case.LOWER, (1.0 - name) * (1.0 - ending)

    def _least(self, now: Case, case: Case) -> float:
        """Return how sure a change of case must be: most names are lowered by mistake."""
        if self._options.mode is Mode.REVIEW:
            return _REVIEW_CASE
        lowering = case is Case.LOWER or now is Case.UPPER
        return _LOWERING if lowering and not self._shouted else 0.5

    def _has_dot(self, word: int, wanted: Mark) -> bool:
        """Tell whether the word brings its own full stop, as "etc." does."""
        return wanted is Mark.PERIOD and self._words[word].text.endswith(".")


def _is_shouted(words: Sequence[Word]) -> bool:
    """Tell whether a text is written in capitals throughout, so that they mean nothing."""
    cased = [Case.of(word.text) for word in words if len(word.text) > 1]
    cased = [case for case in cased if case is not Case.KEEP]
    return bool(cased) and cased.count(Case.UPPER) > _SHOUTED * len(cased)
