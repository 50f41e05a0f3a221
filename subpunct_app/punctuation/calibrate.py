"""Make probabilities mean what they say.

Temperature scaling after Guo et al., "On calibration of modern neural networks" (2017).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Probabilities = NDArray[np.float32]

_TINY = 1e-7


def soften(probabilities: Probabilities, temperature: float) -> Probabilities:
    """Return probabilities (words, labels) at another temperature; rows still sum to 1."""
    if temperature == 1.0:
        return probabilities
    powers = np.maximum(probabilities, _TINY) ** (1.0 / temperature)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)


def fit_temperature(probabilities: Probabilities, truth: NDArray[np.integer]) -> float:
    """Return the temperature between 0.25 and 4 with the least negative log likelihood."""
    low, high = np.log(0.25), np.log(4.0)
    golden = (np.sqrt(5.0) - 1.0) / 2.0
    for _ in range(40):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if _likelihood(probabilities, truth, left) < _likelihood(probabilities, truth, right):
            high = right
        else:
            low = left
    return float(np.exp((low + high) / 2))


def _likelihood(
    probabilities: Probabilities, truth: NDArray[np.integer], log_temperature: float
) -> float:
    softened = soften(probabilities, float(np.exp(log_temperature)))
    picked = softened[np.arange(len(truth)), truth]
    return float(-np.log(np.maximum(picked, _TINY)).mean())
