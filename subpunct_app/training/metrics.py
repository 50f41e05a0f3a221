"""Scores of predicted marks against those that stand in a text, in numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.integer]
Probabilities = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and their harmonic mean for one label, and how often it occurs."""

    precision: float
    recall: float
    f1: float
    support: int


def confusion(truth: Labels, guess: Labels, labels: int) -> NDArray[np.int64]:
    """Return counts (labels, labels): rows are what stands there, columns what was predicted."""
    flat = truth.astype(np.int64) * labels + guess.astype(np.int64)
    return np.bincount(flat, minlength=labels * labels).reshape(labels, labels)


def score_label(counts: NDArray[np.int64], label: int) -> Score:
    """Return the score of one label of a confusion matrix."""
    hits = int(counts[label, label])
    return _score(hits, int(counts[:, label].sum()), int(counts[label].sum()))


def micro_score(counts: NDArray[np.int64]) -> Score:
    """Return the score over all marks together; label 0 is "no mark" and does not count."""
    hits = int(np.trace(counts)) - int(counts[0, 0])
    return _score(hits, int(counts[:, 1:].sum()), int(counts[1:].sum()))


def macro_f1(counts: NDArray[np.int64]) -> float:
    """Return the mean F1 of the marks that occur."""
    scores = [score_label(counts, label) for label in range(1, len(counts))]
    present = [score.f1 for score in scores if score.support]
    return float(np.mean(present)) if present else 0.0


def slot_error_rate(counts: NDArray[np.int64]) -> float:
    """Return misses, false alarms and substitutions over the marks that stand there.

    Makhoul et al. 1999, "Performance measures for information extraction".
    """
    slots = int(counts[1:].sum())
    wrong = int(counts.sum()) - int(np.trace(counts))
    return wrong / slots if slots else 0.0


def expected_calibration_error(
    confidence: NDArray[np.floating], right: NDArray[np.bool_], bins: int = 15
) -> float:
    """Return the mean gap between confidence and accuracy over equal bins of confidence."""
    place = np.minimum((confidence * bins).astype(np.int64), bins - 1)
    total = np.bincount(place, minlength=bins)
    said = np.bincount(place, weights=confidence, minlength=bins)
    true = np.bincount(place, weights=right.astype(np.float64), minlength=bins)
    return float(np.abs(said - true).sum() / max(1, total.sum()))


def classwise_calibration_error(probabilities: Probabilities, truth: Labels) -> float:
    """Return the calibration error of each mark's own probability, averaged over the marks.

    Only gaps where the mark has at least one per cent are counted: the rest is certain "none".
    """
    errors = []
    for label in range(1, probabilities.shape[1]):
        column = probabilities[:, label]
        open_ = column >= 0.01
        if open_.any():
            errors.append(expected_calibration_error(column[open_], truth[open_] == label))
    return float(np.mean(errors)) if errors else 0.0


def brier(probabilities: Probabilities, truth: Labels) -> float:
    """Return the mean squared distance (0 to 2) between probabilities and what is true."""
    target = np.eye(probabilities.shape[1], dtype=np.float32)[truth]
    return float(((probabilities - target) ** 2).sum(axis=1).mean())


def review_curve(
    doubt: NDArray[np.floating], wrong: NDArray[np.bool_], shares: Sequence[float]
) -> dict[float, tuple[float, float]]:
    """Return, for each share of gaps looked at, the share of errors caught and the yield.

    Gaps are looked at from the most doubtful on; the yield is the share of them that is wrong.
    """
    order = np.argsort(-doubt, kind="stable")
    found = np.cumsum(wrong[order])
    total = max(1, int(wrong.sum()))
    curve = {}
    for share in shares:
        looked = max(1, round(share * len(order)))
        caught = int(found[looked - 1])
        curve[share] = (caught / total, caught / looked)
    return curve


def block_interval(
    truth: Labels,
    guess: Labels,
    labels: int,
    *,
    block: int = 200,
    rounds: int = 1000,
    seed: int = 1,
) -> tuple[float, float]:
    """Return the 95 % interval of the micro F1, by a bootstrap over blocks of the text."""
    edges = range(0, len(truth), block)
    parts = np.stack([confusion(truth[a : a + block], guess[a : a + block], labels) for a in edges])
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(parts), (rounds, len(parts)))
    scores = [micro_score(parts[row].sum(axis=0)).f1 for row in drawn]
    low, high = np.percentile(scores, [2.5, 97.5])
    return float(low), float(high)


def _score(hits: int, said: int, true: int) -> Score:
    precision = hits / said if said else 0.0
    recall = hits / true if true else 0.0
    both = precision + recall
    return Score(precision, recall, 2 * precision * recall / both if both else 0.0, true)
