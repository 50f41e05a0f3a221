from __future__ import annotations

import numpy as np
import pytest

from subpunct_app.punctuation.base import softmax
from subpunct_app.punctuation.calibrate import fit_temperature, soften


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_the_temperature_that_was_used_is_found_again(temperature: float) -> None:
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 2, (20_000, 4)).astype(np.float32)
    honest = softmax(logits)
    truth = (honest.cumsum(axis=1) > rng.random((20_000, 1))).argmax(axis=1)
    boastful = soften(honest, temperature)
    assert fit_temperature(boastful, truth) == pytest.approx(1 / temperature, rel=0.05)


def test_softened_rows_still_sum_to_one_and_keep_their_order() -> None:
    rows = np.array([[0.7, 0.2, 0.1], [1.0, 0.0, 0.0]], dtype=np.float32)
    soft = soften(rows, 2.0)
    assert np.allclose(soft.sum(axis=1), 1)
    assert (soft.argsort(axis=1) == rows.argsort(axis=1))[0].all()
    assert soft[0, 0] < rows[0, 0]
