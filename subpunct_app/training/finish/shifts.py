"""Find how far decisions are shifted towards marks for the best micro F1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subpunct_app.punctuation.answers.prediction import decide
from subpunct_app.punctuation.models.base import Probabilities

# The smallest first: of shifts that do as well the first is taken.
_SHIFTS = sorted((step / 20 for step in range(-16, 17)), key=abs)
_RESAMPLES = 20
# Words that are drawn together: those of one speaker and one matter resemble each other.
_TOGETHER = 500
_SEED = 1


def fit_bias(probabilities: Probabilities, truth: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the shift (labels,) of decisions with the best micro F1; 0 for "no mark".

    F1 has a flat top, where chance decides which shift is best on one text. What is returned is
    the mean over texts drawn anew from its parts, after Breiman, "Bagging predictors" (1996).
    """
    labels = probabilities.shape[1]
    farthest = np.append(0, np.full(labels - 1, max(_SHIFTS)))
    # No shift gives the others a mark; they count as missed ones only.
    within_reach = decide(probabilities, farthest) > 0
    logs, true = np.log(probabilities[within_reach] + 1e-9), truth[within_reach]
    parts = np.arange(len(truth)) // _TOGETHER
    count = int(parts[-1]) + 1
    rng = np.random.default_rng(_SEED)
    found = []
    for _ in range(_RESAMPLES):
        drawn = np.bincount(rng.integers(0, count, count), minlength=count)[parts]
        marks = int(drawn[truth > 0].sum())
        found.append(_best(logs, true, drawn[within_reach], marks))
    return np.asarray(np.mean(found, axis=0), dtype=np.float32)


def _best(
    logs: Probabilities, truth: NDArray[np.int64], drawn: NDArray[np.int64], marks: int
) -> NDArray[np.float32]:
    """Return the shift that is best for gaps drawn so often; one label at a time, twice round.

    `marks` counts the true ones, those out of reach too.
    """
    labels = logs.shape[1]
    bias = np.zeros(labels, dtype=np.float32)
    for label in list(range(1, labels)) * 2:
        bias[label] = _best_of_label(logs, truth, drawn, marks, bias, label)
    return bias


def _best_of_label(
    logs: Probabilities,
    truth: NDArray[np.int64],
    drawn: NDArray[np.int64],
    marks: int,
    bias: NDArray[np.float32],
    label: int,
) -> float:
    """Return the shift of one label that is best beside those that the others have.

    Few gaps are decided otherwise by one shift than by another; only these are looked at each time.
    """
    rest = logs + bias
    rest[:, label] = -np.inf
    rival = rest.argmax(axis=1)
    # Of two that are equal the first label is taken.
    least = rest[np.arange(len(rest)), rival]
    least = np.where(rival < label, np.nextafter(least, np.float32(np.inf)), least)
    own = logs[:, label]
    always, ever = (own + np.float32(shift) >= least for shift in (min(_SHIFTS), max(_SHIFTS)))
    guess = np.where(always, label, rival)
    said = drawn[guess > 0].sum()
    hits = drawn[(guess > 0) & (guess == truth)].sum()
    open_ = ever & ~always
    own, least, drawn = own[open_], least[open_], drawn[open_]
    rival, truth = rival[open_], truth[open_]
    more_said = drawn * (rival == 0)
    more_hits = drawn * ((truth == label).astype(np.int64) - ((rival > 0) & (rival == truth)))
    trials = []
    for shift in _SHIFTS:
        taken = own + np.float32(shift) >= least
        both = said + more_said[taken].sum() + marks
        trials.append(2 * (hits + more_hits[taken].sum()) / max(1, both))
    return _SHIFTS[int(np.argmax(trials))]
