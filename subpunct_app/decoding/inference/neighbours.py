"""Sum up what is near each place of a text, in linear time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sums_near(values: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """Return for each of n places the sum of values (n, ...) up to `reach` places either side."""
    total = np.concatenate([np.zeros_like(values[:1]), np.cumsum(values, axis=0)])
    place = np.arange(len(values))
    first, end = np.maximum(place - reach, 0), np.minimum(place + reach + 1, len(values))
    return np.asarray(total[end] - total[first])
