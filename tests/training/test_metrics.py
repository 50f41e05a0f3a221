from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score, precision_recall_fscore_support

from subpunct_app.training.metrics import (
    block_interval,
    brier,
    classwise_calibration_error,
    confusion,
    expected_calibration_error,
    macro_f1,
    micro_score,
    review_curve,
    score_label,
    slot_error_rate,
)

labels = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=300)


@given(labels)
def test_scores_agree_with_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    truth, guess = np.array(pairs).T
    counts = confusion(truth, guess, 4)
    precision, recall, f1, support = precision_recall_fscore_support(
        truth, guess, labels=[0, 1, 2, 3], zero_division=0
    )
    for label in range(4):
        score = score_label(counts, label)
        assert score.precision == pytest.approx(precision[label])
        assert score.recall == pytest.approx(recall[label])
        assert score.f1 == pytest.approx(f1[label])
        assert score.support == support[label]
    micro = f1_score(truth, guess, labels=[1, 2, 3], average="micro", zero_division=0)
    assert micro_score(counts).f1 == pytest.approx(micro)


def test_slot_errors_are_misses_false_alarms_and_substitutions() -> None:
    truth = np.array([1, 2, 0, 1, 0, 3])
    guess = np.array([1, 1, 2, 0, 0, 3])
    assert slot_error_rate(confusion(truth, guess, 4)) == pytest.approx(3 / 4)


def test_labels_that_never_occur_do_not_lower_the_macro_score() -> None:
    truth = np.array([1, 1, 2, 2, 0])
    assert macro_f1(confusion(truth, truth, 4)) == 1.0


def test_honest_confidence_has_no_calibration_error() -> None:
    rng = np.random.default_rng(1)
    sure = rng.uniform(0.3, 1.0, 200_000)
    right = rng.random(200_000) < sure
    assert expected_calibration_error(sure, right) < 0.005
    assert expected_calibration_error(np.minimum(1.0, sure + 0.2), right) > 0.1


def test_classwise_error_sees_a_boastful_label() -> None:
    rng = np.random.default_rng(1)
    share = rng.uniform(0.05, 0.9, 100_000).astype(np.float32)
    truth = (rng.random(100_000) < share).astype(np.int64)
    honest = np.stack([1 - share, share], axis=1)
    assert classwise_calibration_error(honest, truth) < 0.01
    assert classwise_calibration_error(honest**0.5, truth) > 0.05


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


def test_the_interval_holds_the_score_and_narrows_with_text() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 4, 40_000)
    guess = np.where(rng.random(40_000) < 0.8, truth, 0)
    short = block_interval(truth[:4000], guess[:4000], 4)
    long = block_interval(truth, guess, 4)
    score = micro_score(confusion(truth, guess, 4)).f1
    assert long[0] < score < long[1]
    assert long[1] - long[0] < short[1] - short[0]
