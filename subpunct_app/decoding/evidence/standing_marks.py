"""Weigh the marks that stand in a text as evidence of those that belong there.

The marks are treated as an observer whose error rates are unknown. They are estimated at the gaps
where the model, which does not see the marks, is sure: how often a comma, a full stop or nothing
stands where a comma, a full stop or nothing belongs. Where people put marks and some were lost, a
mark is strong evidence; where a machine ends each cue with a full stop, it is none. What stands at
a gap then counts by its likelihood ratio (Good, "Probability and the weighing of evidence", 1950).
With the probabilities that result the rates are estimated once more, from all gaps: one step of
expectation maximisation (after Dawid and Skene, "Maximum likelihood estimation of observer
error-rates using the EM algorithm", 1979).

A mark is never evidence against itself, so that a restored text stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.likelihood import log_odds_of_difference, shares
from subpunct_app.decoding.inference.doubt import sums_near
from subpunct_app.decoding.inference.prediction import Prediction, posterior
from subpunct_app.text.words import Break, Gap, Mark, Word

Numbers = NDArray[np.float64]

# What may stand at a gap: nothing, a mark within a sentence, a full stop or the like, a question
# mark.
_SIGNS = 4
_NOTHING = 0
# From which probability on the model is sure of a sign, and one is the likeliest.
_SURE = 0.8
_LIKELY = 0.5
# So many words on either side show how marks stand here, and all gaps at one kind of break count as
# much as so many signs among them; the whole text does among those at one kind of break.
_NEAR = 60
_ALIKE = 8.0
_WHOLE = 30.0
# Before anything is counted what belongs at a gap is believed to stand there so often, and else
# anything as often as anywhere; that counts as much as so many signs.
_RIGHT = 0.7
_BELIEVED = 2.0
# No sign surely stands, or surely does not.
_LEAST_SHARE = 0.003
# Marks are believed to tell something unless they plainly do not, as three sentences show little:
# log odds against it. Gaps without one tell something, too, unless that is not plain and fewer
# marks than this share of those that belong stand, as in a bare text with one full stop at its end.
_DISBELIEF = -2.0
_PLAIN = 4.0
_FEW = 0.35
# A model that is told the marks beside a gap expects some to be lost itself: it is left so much of
# what a gap without one says.
_LEFT = 0.75


@dataclass(frozen=True, slots=True, eq=False)
class StandingMarks:
    """How much what stands after n words speaks against each sign: log odds, none above 0.

    `by_sure` (n, signs) is told by the gaps of which a model is sure, `by_all` by all of them. That
    is nothing where marks stand as if by chance, nor at the bare gaps of a nearly bare text.
    """

    by_sure: Numbers
    by_all: Numbers

    @classmethod
    def of(
        cls, words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction
    ) -> StandingMarks | None:
        """Return what the marks tell by a prediction that was told of none, None for nothing.

        `gaps` holds one more than `words` (see Gap).
        """
        if not any(gap.current for gap in gaps):
            return None
        text = _Text.of(words, gaps, prediction)
        sure = text.belonging(text.likely, _SURE)
        chances = text.chances(sure)
        by_sure = text.against(chances)
        told = log_odds_of_difference(sure.T @ text.stands, disbelief=0.0)
        if told <= _DISBELIEF:
            return cls(by_sure, np.zeros_like(by_sure))
        again = text.likely * chances
        again /= again.sum(axis=1, keepdims=True)
        by_all = text.against(text.chances(text.belonging(again, _LIKELY)))
        if told <= _PLAIN and text.is_nearly_bare:
            by_all[text.bare] = 0.0
        return cls(by_sure, by_all)

    def part(self, words: slice) -> StandingMarks:
        """Return what stands after some of the words."""
        return StandingMarks(self.by_sure[words], self.by_all[words])

    def moved(self, kept: Mapping[int, int], words: int) -> StandingMarks:
        """Return what stands where the gaps of a text went, nothing being known of the others.

        `kept` tells where gaps were and are now, in a text of so many `words`.
        """
        old, new = (np.fromiter(gaps, dtype=np.int64) - 1 for gaps in (kept.keys(), kept.values()))
        by_sure, by_all = np.zeros((words, _SIGNS)), np.zeros((words, _SIGNS))
        by_sure[new], by_all[new] = self.by_sure[old], self.by_all[old]
        return StandingMarks(by_sure, by_all)


def weigh_standing(prediction: Prediction, standing: StandingMarks) -> Prediction:
    """Return a prediction updated by what stands at the gaps, which may be right or wrong."""
    return posterior(prediction, standing.by_all[:, _signs(prediction.labels)])


def weigh_bare(gaps: Sequence[Gap], prediction: Prediction, standing: StandingMarks) -> Prediction:
    """Return a prediction updated at the gaps where nothing stands; marks count as right."""
    left = _LEFT if prediction.knows_marks else 1.0
    odds = left * standing.by_sure[:, _signs(prediction.labels)]
    bare = np.array([gap.current is Mark.NONE for gap in gaps[1:]], dtype=np.bool_)
    return posterior(prediction, np.where(bare[:, None], odds, 0.0))


@dataclass(frozen=True, slots=True)
class _Text:
    """What stands after n words (n, signs), and how `likely` a model says each sign is (n, signs).

    `counts` (n,) are the gaps that tell anything, `places` (n,) which break each is at, or a turn.
    """

    stands: Numbers
    likely: Numbers
    counts: NDArray[np.bool_]
    places: NDArray[np.int64]

    @classmethod
    def of(cls, words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction) -> _Text:
        after = gaps[1:]
        marks = [gap.current for gap in after]
        open_ = [
            not (gap.fixed or (word.text.endswith(".") and gap.current is Mark.NONE))
            for word, gap in zip(words, after, strict=True)
        ]
        return cls(
            np.eye(_SIGNS)[_signs(marks)],
            prediction.marks @ np.eye(_SIGNS)[_signs(prediction.labels)],
            np.array(open_, dtype=np.bool_),
            np.array(list(map(_place, after)), dtype=np.int64),
        )

    def belonging(self, likely: Numbers, least: float) -> Numbers:
        """Return how much each gap counts as one where a sign belongs: (n, signs)."""
        return np.where(self.counts[:, None] & (likely > least), likely, 0.0)

    def chances(self, belongs: Numbers) -> Numbers:
        """Return how likely what stands at a gap would, if each sign belonged there: (n, signs).

        `belongs` (n, signs) is how much each gap counts as one where a sign belongs.
        """
        anywhere = self.stands.sum(axis=0) + 1.0
        usual = (1.0 - _RIGHT) * anywhere / anywhere.sum() + _RIGHT * np.eye(_SIGNS)
        whole = shares(belongs.T @ self.stands, usual, _BELIEVED)
        found = np.ones_like(self.likely)
        for place in np.unique(self.places):
            here = self.places == place
            alike = shares(belongs[here].T @ self.stands[here], whole, _WHOLE)
            for sign, like in enumerate((belongs * here[:, None]).T):
                near = sums_near(like[:, None] * self.stands, _NEAR)[here]
                likely = shares(near, alike[sign], _ALIKE)
                found[here, sign] = (likely * self.stands[here]).sum(axis=1)
        return np.maximum(found, _LEAST_SHARE)

    @property
    def bare(self) -> NDArray[np.bool_]:
        """Return the gaps where nothing stands."""
        return np.asarray(self.stands[:, _NOTHING] > 0.0)

    @property
    def is_nearly_bare(self) -> bool:
        """Tell whether few of the marks stand that a model expects."""
        belong = len(self.likely) - self.likely[:, _NOTHING].sum()
        return bool((~self.bare).sum() < _FEW * belong)

    def against(self, chances: Numbers) -> Numbers:
        """Return how much what stands, with so much chance to, speaks against each sign."""
        logs = np.log(chances)
        own = (logs * self.stands).sum(axis=1, keepdims=True)
        return np.where(self.counts[:, None], np.minimum(logs - own, 0.0), 0.0)


def _place(gap: Gap) -> int:
    """Return which break is at a gap, or that a turn is."""
    return len(Break) if gap.turn else gap.break_.rank


def _signs(marks: Sequence[Mark]) -> NDArray[np.int64]:
    """Return which sign each mark is."""
    return np.array(list(map(_sign, marks)), dtype=np.int64)


def _sign(mark: Mark) -> int:
    if mark is Mark.NONE:
        return 0
    if not mark.ends_sentence:
        return 1
    return 3 if mark is Mark.QUESTION else 2
