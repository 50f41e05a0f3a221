"""Find how far decisions are shifted towards marks for the best micro F1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.inference.prediction import decide, log_likelihoods
from subpunct_app.models.base import Probabilities

# The smallest first: of shifts that do as well the first is taken.
_SHIFTS = sorted((step / 20 for step in range(-16, 17)), key=abs)
_RESAMPLES = 20
# Words that are drawn together: those of one speaker and one matter resemble each other.
_TOGETHER = 500
_SEED = 1


def fit_bias(probabilities: Probabilities, truth: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the shift (labels,) of decisions with the best micro F1; 0 for "no mark".

    `probabilities` are (n, labels), `truth` (n,) holds labels. F1 has a flat top, where chance
    decides which shift is best on one text. What is returned is the mean over texts drawn anew
    from its parts, after Breiman, "Bagging predictors" (1996).
    """
    labels = probabilities.shape[1]
    farthest = np.append(0, np.full(labels - 1, max(_SHIFTS)))
    # No shift gives the others a mark; they count as missed ones only.
    within_reach = decide(probabilities, farthest) > 0
    logs, true = log_likelihoods(probabilities[within_reach]), truth[within_reach]
    parts = np.arange(len(truth)) // _TOGETHER
    count = int(parts[-1]) + 1
    rng = np.random.default_rng(_SEED)
    found = []
    for _ in range(_RESAMPLES):
        drawn = np.bincount(rng.integers(0, count, count), minlength=count)[parts]
        marks = int(drawn[truth > 0].sum())
        found.append(_Drawn(logs, true, drawn[within_reach], marks).best())
    return np.asarray(np.mean(found, axis=0), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A text drawn anew: its n gaps that a shift can give a mark, and how often each was drawn.

    `logs` (n, labels) are log probabilities, `truth` (n,) labels, `times` (n,) counts. `marks`
    counts the true marks that were drawn, those out of reach of any shift too.
    """

    logs: Probabilities
    truth: NDArray[np.int64]
    times: NDArray[np.int64]
    marks: int

    def best(self) -> NDArray[np.float32]:
        """Return the shift (labels,) with the best micro F1: one label at a time, twice round."""
        labels = self.logs.shape[1]
        bias = np.zeros(labels, dtype=np.float32)
        for label in list(range(1, labels)) * 2:
            bias[label] = self._best_of(label, bias)
        return bias

    def _best_of(self, label: int, bias: NDArray[np.float32]) -> float:
        """Return the shift of one label that is best beside those (labels,) of the others.

        Few gaps are decided otherwise by one shift than by another; only these are looked at for
        each shift.
        """
        own, (rival, least) = self.logs[:, label], self._rivals(label, bias)
        always, ever = (own + np.float32(shift) >= least for shift in (min(_SHIFTS), max(_SHIFTS)))
        guess = np.where(always, label, rival)
        said = self.times[guess > 0].sum()
        hits = self.times[(guess > 0) & (guess == self.truth)].sum()
        open_ = ever & ~always
        own, least, rival = own[open_], least[open_], rival[open_]
        times, truth = self.times[open_], self.truth[open_]
        more_said = times * (rival == 0)
        more_hits = times * ((truth == label).astype(np.int64) - ((rival > 0) & (rival == truth)))
        scores = []
        for shift in _SHIFTS:
            taken = own + np.float32(shift) >= least
            both = said + more_said[taken].sum() + self.marks
            scores.append(2 * (hits + more_hits[taken].sum()) / max(1, both))
        return _SHIFTS[int(np.argmax(scores))]

    def _rivals(
        self, label: int, bias: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the best of the other labels (n,), and from which score (n,) on one beats it."""
        rest = self.logs + bias
        rest[:, label] = -np.inf
        rival = rest.argmax(axis=1)
        least = rest[np.arange(len(rest)), rival]
        # Of two that are equal the first label is taken.
        return rival, np.where(rival < label, np.nextafter(least, np.float32(np.inf)), least)
