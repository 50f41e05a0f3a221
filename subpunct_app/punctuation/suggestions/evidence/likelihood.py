"""Tell from counts whether groups differ in what they hold, or are alike but for chance."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.float64]


def log_odds_of_difference(counts: Counts, disbelief: float) -> float:
    """Return the log odds that each group (groups, signs) has shares of its own.

    Otherwise one set of shares holds for all; any shares are as likely before anything is counted
    (Kass and Raftery, "Bayes factors", 1995). `disbelief` are the log odds against it before.
    """
    apart = sum(map(_evidence, counts))
    return apart - _evidence(counts.sum(axis=0)) - disbelief


def shares(counts: Counts, usual: Counts, weight: float) -> Counts:
    """Return the shares of what is counted along the last axis, the usual ones where it is little.

    Those count as much as so many signs.
    """
    return np.asarray((counts + weight * usual) / (counts.sum(axis=-1, keepdims=True) + weight))


def _evidence(counts: Counts) -> float:
    """Return the log probability of such counts of each sign."""
    each = sum(math.lgamma(count + 1.0) for count in counts.tolist())
    return each + math.lgamma(len(counts)) - math.lgamma(float(counts.sum()) + len(counts))
