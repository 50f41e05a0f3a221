"""Tell from counts whether groups differ in what they hold, or are alike but for chance."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.float64]


def log_odds_of_difference(counts: Counts, disbelief: float) -> float:
    """Return the log odds that the groups of counts (groups, signs) differ in their shares.

    The alternative is that all groups have the same shares. Under both, all shares are equally
    likely beforehand, so that this is a Bayes factor of Dirichlet-multinomial likelihoods (Kass and
    Raftery, "Bayes factors", 1995). `disbelief` are the prior log odds against a difference.
    """
    apart = sum(map(_evidence, counts))
    return apart - _evidence(counts.sum(axis=0)) - disbelief


def shares(counts: Counts, usual: Counts, weight: float) -> Counts:
    """Return the shares of counts along the last axis, drawn to the `usual` ones.

    These count like `weight` more observations: additive smoothing.
    """
    return np.asarray((counts + weight * usual) / (counts.sum(axis=-1, keepdims=True) + weight))


def _evidence(counts: Counts) -> float:
    """Return the log likelihood of counts (signs,) where all shares are equally likely."""
    each = sum(math.lgamma(count + 1.0) for count in counts.tolist())
    return each + math.lgamma(len(counts)) - math.lgamma(float(counts.sum()) + len(counts))
