"""Scores of predicted marks, what their confidence is worth, and intervals; in numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.punctuator import Probabilities

Labels = NDArray[np.integer]
Counts = NDArray[np.int64]

_BLOCK = 200
_LEAST_BLOCKS = 20
_RESAMPLES = 1000
_SEED = 1
# As many as Guo et al. 2017 take.
_BINS = 15
_LIKELY = 0.01
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and their harmonic mean for one label, and how often it occurs."""

    precision: float
    recall: float
    f1: float
    support: int


def confusion(truth: Labels, guess: Labels, labels: int) -> Counts:
    """Return counts (labels, labels): rows are what stands there, columns what was predicted."""
    flat = truth.astype(np.int64).ravel() * labels + guess.astype(np.int64).ravel()
    return np.bincount(flat, minlength=labels * labels).reshape(labels, labels)


def merged(counts: Counts, table: Sequence[int]) -> Counts:
    """Return the counts of the same predictions where `table` gives each label a new number.

    Alam et al. 2020, table 5: question becomes period, then every mark the same one.
    """
    fold = np.eye(max(table) + 1, dtype=np.int64)[list(table)]
    return np.asarray(fold.T @ counts @ fold, dtype=np.int64)


def score_label(counts: Counts, label: int) -> Score:
    """Return the score of one label of a confusion matrix."""
    hits = int(counts[label, label])
    return _score(hits, int(counts[:, label].sum()), int(counts[label].sum()))


def micro_score(counts: Counts) -> Score:
    """Return the score over all marks together; label 0 is "no mark" and does not count."""
    hits = int(np.trace(counts)) - int(counts[0, 0])
    return _score(hits, int(counts[:, 1:].sum()), int(counts[1:].sum()))


def macro_f1(counts: Counts) -> float:
    """Return the mean F1 of the marks that occur."""
    scores = [score_label(counts, label) for label in range(1, len(counts))]
    present = [score.f1 for score in scores if score.support]
    return float(np.mean(present)) if present else 0.0


def slot_error_rate(counts: Counts) -> float:
    """Return misses, false alarms and substitutions over the marks that stand there.

    Makhoul et al. 1999, "Performance measures for information extraction". Where none stand, over
    one, so that false alarms count there, too.
    """
    slots = int(counts[1:].sum())
    wrong = int(counts.sum()) - int(np.trace(counts))
    return wrong / max(1, slots)


def intervals(truth: Labels, guess: Labels, labels: int) -> dict[str, tuple[float, float]]:
    """Return the 95 % intervals of micro F1, macro F1 and SER.

    They come from a bootstrap over blocks of words, as errors of one passage go together.
    """
    block = block_of(len(truth))
    blocks = np.array_split(np.arange(len(truth)), range(block, len(truth), block))
    parts = np.stack([confusion(truth[each], guess[each], labels) for each in blocks])
    rng = np.random.default_rng(_SEED)
    drawn = (
        parts[rng.integers(len(parts), size=len(parts))].sum(axis=0) for _ in range(_RESAMPLES)
    )
    scores = [(micro_score(c).f1, macro_f1(c), slot_error_rate(c)) for c in drawn]
    low, high = np.percentile(scores, [2.5, 97.5], axis=0)
    names = ("micro_f1", "macro_f1", "ser")
    return {name: (float(a), float(b)) for name, a, b in zip(names, low, high, strict=True)}


def block_of(words: int) -> int:
    """Return how many words of a text make a block: 200, or less where these are not twenty."""
    return max(1, min(_BLOCK, words // _LEAST_BLOCKS))


def _score(hits: int, said: int, true: int) -> Score:
    precision = hits / said if said else 0.0
    recall = hits / true if true else 0.0
    both = precision + recall
    return Score(precision, recall, 2 * precision * recall / both if both else 0.0, true)


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions of about the same confidence: its mean, the share that is right, how many."""

    confidence: float
    accuracy: float
    count: int


class ReviewPoint(NamedTuple):
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
) -> dict[float, ReviewPoint]:
    """Return what a look at each share of the gaps finds, the most doubtful first."""
    order = np.argsort(-doubt, kind="stable")
    found = np.cumsum(wrong[order])
    total = max(1, int(wrong.sum()))
    curve = {}
    for share in shares:
        looked = max(1, round(share * len(order)))
        caught = int(found[looked - 1])
        curve[share] = ReviewPoint(caught / total, caught / looked)
    return curve
