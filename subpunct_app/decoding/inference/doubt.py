"""Tell how likely a decision is wrong: an error predictor over what a prediction looks like.

A logistic model reads a few signals of each gap: the probabilities there and beside it, their
margin and entropy, how far windows disagree, and whether a cue ends, with a pause or without. Its
weights are fitted on held-out text (see training.finish.calibration) and stand in the card.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.inference.prediction import decide
from subpunct_app.models.features import LEAST_PAUSE, Column, Features, cue_ends, pause_code
from subpunct_app.models.punctuator import Probabilities, logistic

# How far beside a gap another place for its mark is looked for, and where marks are counted.
_BESIDE = (-2, -1, 1, 2)
_AROUND = 10
_TINY = 1e-6


def unlikely(marks: Probabilities, bias: NDArray[np.float32]) -> Probabilities:
    """Return (n,) how unlikely the labels are that are decided on: the plain doubt."""
    decided = decide(marks, bias)
    return np.asarray(1 - marks[np.arange(len(marks)), decided], dtype=np.float32)


def signals(
    marks: Probabilities,
    bias: NDArray[np.float32],
    spread: Probabilities,
    features: Features | None = None,
) -> Probabilities:
    """Return the signals (n, 2 * labels + 11) of calibrated probabilities (n, labels).

    `spread` (n,) is the standard deviation between windows, `features` (n, columns) what a
    subtitle file tells, if any.
    """
    logs = np.log(marks + _TINY)
    ordered = np.sort(marks, axis=1)
    marked = (1 - marks[:, 0]).astype(np.float64)
    columns = [
        np.eye(marks.shape[1])[decide(marks, bias)],
        logs,
        *(_moved(logs[:, 0], by)[:, None] for by in _BESIDE),
        (ordered[:, -1] - ordered[:, -2])[:, None],
        -(marks * logs).sum(axis=1, keepdims=True),
        np.log(1 - ordered[:, -1:] + _TINY),
        sums_near(marked, _AROUND)[:, None],
        spread[:, None],
        _cue_ends(len(marks), features),
    ]
    return np.concatenate(columns, axis=1).astype(np.float32)


def doubts(weights: Sequence[float], found: Probabilities) -> Probabilities:
    """Return how likely each decision is wrong (n,), by its signals (n, signals)."""
    return logistic(found @ np.array(weights, dtype=np.float32))


def _moved(values: Probabilities, by: int) -> Probabilities:
    """Return for each gap the value of the one `by` places on, 0 beyond the ends."""
    moved = np.zeros_like(values)
    if by > 0:
        moved[:-by] = values[by:]
    else:
        moved[-by:] = values[:by]
    return moved


def _cue_ends(gaps: int, features: Features | None) -> NDArray[np.float32]:
    """Return (gaps, 2): whether a cue ends without a pause, and with one."""
    if features is None:
        return np.zeros((gaps, 2), dtype=np.float32)
    ends = cue_ends(features)
    pauses = ends & (features[:, Column.PAUSE] >= pause_code(LEAST_PAUSE))
    return np.stack([ends & ~pauses, pauses], axis=1).astype(np.float32)


def sums_near(values: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """Return for each of n places the sum of values (n, ...) up to `reach` places either side."""
    total = np.concatenate([np.zeros_like(values[:1]), np.cumsum(values, axis=0)])
    place = np.arange(len(values))
    first, end = np.maximum(place - reach, 0), np.minimum(place + reach + 1, len(values))
    return np.asarray(total[end] - total[first])
