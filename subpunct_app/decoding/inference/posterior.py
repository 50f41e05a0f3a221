"""Update a prediction by evidence: its probabilities, and the doubt about what is decided."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.inference.prediction import Prediction, decide
from subpunct_app.models.punctuator import logistic, logit

_TINY = 1e-6

_Numbers: TypeAlias = NDArray[np.floating]


def posterior(before: Prediction, factors: _Numbers) -> Prediction:
    """Return a prediction after evidence, by Bayes' rule.

    `factors` (n, labels) are the likelihoods of the evidence given each label, each row up to a
    constant. The doubt about a decision changes in log odds as much as its probability does. Where
    another label wins, it starts from its share of the doubt about the one before.
    """
    scores = before.marks * factors
    marks = np.asarray(scores / scores.sum(axis=1, keepdims=True), dtype=np.float32)
    rows = np.arange(len(marks))
    old, new = decide(before.marks, before.bias), decide(marks, before.bias)
    likely = before.marks[rows, new]
    rival = before.doubts * share_of_rest(likely, before.marks[rows, old])
    sure = sure_after(np.where(new == old, 1 - before.doubts, rival), likely, marks[rows, new])
    doubted = np.where((factors == 1.0).all(axis=1), before.doubts, 1 - sure)
    return replace(before, marks=marks, doubts=np.asarray(doubted, dtype=np.float32))


def sure_after(sure: _Numbers, before: _Numbers, after: _Numbers) -> _Numbers:
    """Return how likely choices are right after their probabilities went from `before` to `after`.

    Their log odds change by as much as those of the probability.
    """
    return logistic(logit(sure) + logit(after) - logit(before))


def share_of_rest(rival: _Numbers, chosen: _Numbers) -> _Numbers:
    """Return the share of a rival in the probability that the chosen label leaves to others."""
    return np.minimum(rival / np.maximum(1 - chosen, _TINY), 1.0)
