from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss, log_loss

from subpunct_app.training.evaluation.confidence import (
    brier,
    classwise_calibration_error,
    expected_calibration_error,
    negative_log_likelihood,
    reliability,
    review_curve,
)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(2, 200), st.integers(2, 5))
def test_losses_agree_with_scikit_learn(seed: int, words: int, labels: int) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, labels, words)
    exact = rng.dirichlet(np.full(labels, 2.0), words)
    rows = exact.astype(np.float32)
    names = list(range(labels))
    expected = log_loss(truth, exact, labels=names)
    assert negative_log_likelihood(rows, truth) == pytest.approx(expected, rel=1e-4)
    squared = sum(brier_score_loss(truth == label, exact[:, label]) for label in names)
    assert brier(rows, truth) == pytest.approx(squared, rel=1e-4)


def test_reliability_counts_every_prediction_once() -> None:
    rng = np.random.default_rng(1)
    sure = rng.random(1000)
    bins = reliability(sure, rng.random(1000) < sure, 10)
    assert sum(part.count for part in bins) == 1000
    assert [part.confidence for part in bins] == sorted(part.confidence for part in bins)


def test_honest_confidence_has_no_calibration_error() -> None:
    rng = np.random.default_rng(1)
    sure = rng.uniform(0.3, 1.0, 200_000)
    right = rng.random(200_000) < sure
    assert expected_calibration_error(sure, right) < 0.005
    assert expected_calibration_error(np.minimum(1.0, sure + 0.2), right) > 0.1


def test_doubt_and_boast_do_not_make_up_for_each_other() -> None:
    sure = np.repeat([0.3, 0.7, 1.0], 10)
    right = np.concatenate([np.arange(10) < 5, np.arange(10) < 5, np.arange(10) < 10])
    assert expected_calibration_error(sure, right) == pytest.approx((0.2 + 0.2 + 0) / 3)
    assert reliability(sure, right, 10)[-1].count == 10


def test_classwise_error_sees_a_boastful_label() -> None:
    rng = np.random.default_rng(1)
    share = rng.uniform(0.05, 0.9, 100_000).astype(np.float32)
    truth = (rng.random(100_000) < share).astype(np.int64)
    honest = np.stack([1 - share, share], axis=1)
    assert classwise_calibration_error(honest, truth) < 0.01
    assert classwise_calibration_error(honest**0.5, truth) > 0.05


def test_certain_gaps_hide_a_boastful_label_unless_likely_ones_alone_are_counted() -> None:
    rng = np.random.default_rng(1)
    share = rng.uniform(0.05, 0.9, 10_000).astype(np.float32)
    truth = np.append(rng.random(10_000) < share, np.zeros(90_000)).astype(np.int64)
    boast = np.append(share**0.5, np.zeros(90_000)).astype(np.float32)
    odds = np.stack([1 - boast, boast], axis=1)
    hidden = classwise_calibration_error(odds, truth)
    shown = classwise_calibration_error(odds, truth, where_likely=True)
    assert shown == pytest.approx(10 * hidden, rel=0.01)


def test_brier_runs_from_nought_to_two() -> None:
    rows = np.array([[1.0, 0.0], [1.0, 0.0]], dtype=np.float32)
    assert brier(rows, np.array([0, 0])) == 0
    assert brier(rows, np.array([1, 1])) == 2


def test_looking_where_doubt_is_greatest_finds_the_errors_first() -> None:
    doubt = np.array([0.9, 0.1, 0.8, 0.0, 0.2, 0.1, 0.3, 0.0, 0.1, 0.0])
    wrong = np.array([True, False, True, False, False, False, False, False, True, False])
    curve = review_curve(doubt, wrong, (0.1, 0.2, 1.0))
    assert curve[0.1] == pytest.approx((1 / 3, 1.0))
    assert curve[0.2] == pytest.approx((2 / 3, 1.0))
    assert curve[1.0] == pytest.approx((1.0, 0.3))
