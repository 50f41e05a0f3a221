"""What a model's confidence is worth: calibration, and the errors that a review finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.base import Probabilities
from subpunct_app.training.evaluation.metrics import Labels

# As many as Guo et al. 2017 take.
_BINS = 15
_LIKELY = 0.01
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions of about the same confidence: its mean, the share that is right, how many."""

    confidence: float
    accuracy: float
    count: int


class Looked(NamedTuple):
    """What a look at the most doubtful gaps finds.

    `caught` is the share of all errors that is among them, `found` the share of them that is wrong.
    """

    caught: float
    found: float


def reliability(
    confidence: NDArray[np.floating], right: NDArray[np.bool_], bins: int = _BINS
) -> list[Bin]:
    """Return the bins of equal width that hold any predictions, from doubtful to sure.

    Of each of n predictions `confidence` (n,) is what was said, `right` (n,) what came of it.
    """
    place = np.minimum((confidence * bins).astype(np.int64), bins - 1)
    total = np.bincount(place, minlength=bins)
    said = np.bincount(place, weights=confidence, minlength=bins)
    true = np.bincount(place, weights=right.astype(np.float64), minlength=bins)
    return [
        Bin(float(said[at] / total[at]), float(true[at] / total[at]), int(total[at]))
        for at in np.flatnonzero(total)
    ]


def expected_calibration_error(confidence: NDArray[np.floating], right: NDArray[np.bool_]) -> float:
    """Return the mean gap between confidence (n,) and accuracy (n,) over bins of equal width."""
    found = reliability(confidence, right)
    gaps = sum(abs(part.confidence - part.accuracy) * part.count for part in found)
    return gaps / max(1, len(confidence))


def likely(probabilities: Probabilities, label: int) -> NDArray[np.bool_]:
    """Tell which gaps (gaps,) have at least one per cent for a mark; the rest is certain."""
    return np.asarray(probabilities[:, label] >= _LIKELY)


def classwise_calibration_error(
    probabilities: Probabilities, truth: Labels, *, where_likely: bool = False
) -> float:
    """Return the calibration error of each mark's own probability, averaged over the marks.

    After Kull et al. 2019, who count "no mark" as a class, too. Most gaps are certain to have no
    mark, and make that error small; `where_likely` counts only those where the mark is likely at
    all, which is stricter.
    """
    errors = []
    for label in range(1, probabilities.shape[1]):
        counted = likely(probabilities, label) if where_likely else np.ones(len(truth), np.bool_)
        if counted.any():
            column = probabilities[counted, label]
            errors.append(expected_calibration_error(column, truth[counted] == label))
    return float(np.mean(errors)) if errors else 0.0


def brier(probabilities: Probabilities, truth: Labels) -> float:
    """Return the mean squared distance (0 to 2) between probabilities and what is true."""
    target = np.eye(probabilities.shape[1], dtype=np.float32)[truth]
    return float(((probabilities - target) ** 2).sum(axis=1).mean())


def negative_log_likelihood(probabilities: Probabilities, truth: Labels) -> float:
    """Return the mean surprise at what is true, in nats."""
    given = probabilities[np.arange(len(truth)), truth].astype(np.float64)
    return float(-np.log(np.maximum(given, _TINY)).mean())


def review_curve(
    doubt: NDArray[np.floating], wrong: NDArray[np.bool_], shares: Sequence[float]
) -> dict[float, Looked]:
    """Return what a look at each share of the gaps finds, the most doubtful first."""
    order = np.argsort(-doubt, kind="stable")
    found = np.cumsum(wrong[order])
    total = max(1, int(wrong.sum()))
    curve = {}
    for share in shares:
        looked = max(1, round(share * len(order)))
        caught = int(found[looked - 1])
        curve[share] = Looked(caught / total, caught / looked)
    return curve
