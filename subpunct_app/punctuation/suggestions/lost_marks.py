"""Read from the marks that a text kept how many it has lost.

How often nothing stands where the model, which was told of no mark, is sure of one tells which
share of its kind was lost: all commas, every other full stop, or none, here and there or in the
whole text. A gap without a mark then speaks against one by that share, its likelihood ratio (Good,
"Probability and the weighing of evidence", 1950): if no comma was lost, none is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.text import Gap, Mark, Word
from subpunct_app.punctuation.answers.doubt import weighed
from subpunct_app.punctuation.answers.prediction import Prediction
from subpunct_app.punctuation.suggestions.adaptation import KINDS, kinds_of

Shares = NDArray[np.float64]

# From which probability on the model is sure of a kind of mark.
_SURE = 0.8
# So many words on either side show what was lost here, and the whole text counts as much as so
# many sure marks among them.
_NEAR = 60
_WHOLE = 8.0
# The share that is lost where hardly a mark is sure, and as how many of them that counts.
_USUAL = 0.5
_USUALLY = 2.0
# Of no kind surely nothing is lost.
_LEAST_SHARE = 0.005
# A model that is told the marks beside a gap expects some to be lost itself: it is left so much
# of what a gap without one says.
_LEFT = 0.75


@dataclass(frozen=True, slots=True, eq=False)
class LostMarks:
    """Which share of the marks of each kind (see `kinds_of`) is lost near n words: (n, KINDS)."""

    shares: Shares

    @classmethod
    def of(cls, words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction) -> LostMarks:
        """Return what a text has lost by a prediction that was told of none of its marks.

        `gaps` holds one more than `words` (see Gap).
        """
        pairs = zip(words, gaps[1:], strict=True)
        open_ = [not (gap.fixed or word.text.endswith(".")) for word, gap in pairs]
        likely = prediction.marks @ np.eye(KINDS)[kinds_of(prediction.labels)]
        sure = np.where((likely > _SURE) & np.array(open_, dtype=np.bool_)[:, None], likely, 0.0)
        lost = sure * _bare(gaps)[:, None]
        whole = (lost.sum(axis=0) + _USUALLY * _USUAL) / (sure.sum(axis=0) + _USUALLY)
        near = (_around(lost) + _WHOLE * whole) / (_around(sure) + _WHOLE)
        near[:, 0] = 1.0
        return cls(np.clip(near, _LEAST_SHARE, 1.0))

    def part(self, words: slice) -> LostMarks:
        """Return what is lost near some of the words."""
        return LostMarks(self.shares[words])


def weigh_lost(gaps: Sequence[Gap], prediction: Prediction, lost: LostMarks) -> Prediction:
    """Return a prediction by what it says, too, that nothing stands at a gap."""
    left = _LEFT if prediction.knows_marks else 1.0
    factors = lost.shares[:, kinds_of(prediction.labels)] ** left
    return weighed(prediction, np.where(_bare(gaps)[:, None], factors, 1.0))


def _bare(gaps: Sequence[Gap]) -> NDArray[np.bool_]:
    """Tell after which words (n,) nothing stands."""
    return np.array([gap.current is Mark.NONE for gap in gaps[1:]], dtype=np.bool_)


def _around(counts: Shares) -> Shares:
    """Return the sum (n, KINDS) of what is counted at the words near each word."""
    total = np.concatenate([np.zeros((1, KINDS)), np.cumsum(counts, axis=0)])
    place = np.arange(len(counts))
    last = np.minimum(place + _NEAR + 1, len(counts))
    return np.asarray(total[last] - total[np.maximum(place - _NEAR, 0)])
