from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import (
    brier_score_loss,
    confusion_matrix,
    f1_score,
    log_loss,
    precision_recall_fscore_support,
)

from subpunct_app.training.evaluation.metrics import (
    brier,
    classwise_calibration_error,
    confusion,
    expected_calibration_error,
    intervals,
    macro_f1,
    merged,
    micro_score,
    negative_log_likelihood,
    review_curve,
    score_label,
    slot_error_rate,
)

labels = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=300)


@settings(max_examples=40)
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
    present = sorted({label for label in truth.tolist() if label})
    if present:
        macro = f1_score(truth, guess, labels=present, average="macro", zero_division=0)
        assert macro_f1(counts) == pytest.approx(macro)
    np.testing.assert_array_equal(counts, confusion_matrix(truth, guess, labels=[0, 1, 2, 3]))


@given(labels)
def test_merging_counts_is_merging_predictions(pairs: list[tuple[int, int]]) -> None:
    truth, guess = np.array(pairs).T
    table = np.array([0, 1, 2, 2])
    np.testing.assert_array_equal(
        merged(confusion(truth, guess, 4), table.tolist()),
        confusion(table[truth], table[guess], 3),
    )


def test_slot_errors_are_misses_false_alarms_and_substitutions() -> None:
    truth = np.array([1, 2, 0, 1, 0, 3])
    guess = np.array([1, 1, 2, 0, 0, 3])
    assert slot_error_rate(confusion(truth, guess, 4)) == pytest.approx(3 / 4)


def test_the_intervals_hold_the_scores_and_narrow_with_text() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 4, 40_000)
    guess = np.where(rng.random(40_000) < 0.8, truth, 0)
    short = intervals(truth[:4000], guess[:4000], 4)
    long = intervals(truth, guess, 4)
    counts = confusion(truth, guess, 4)
    scores = {
        "micro_f1": micro_score(counts).f1,
        "macro_f1": macro_f1(counts),
        "ser": slot_error_rate(counts),
    }
    assert set(long) == set(scores)
    for name, score in scores.items():
        assert long[name][0] < score < long[name][1]
        assert long[name][1] - long[name][0] < short[name][1] - short[name][0]


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


def test_looking_where_doubt_is_greatest_finds_the_errors_first() -> None:
    doubt = np.array([0.9, 0.1, 0.8, 0.0, 0.2, 0.1, 0.3, 0.0, 0.1, 0.0])
    wrong = np.array([True, False, True, False, False, False, False, False, True, False])
    curve = review_curve(doubt, wrong, (0.1, 0.2, 1.0))
    assert curve[0.1] == pytest.approx((1 / 3, 1.0))
    assert curve[0.2] == pytest.approx((2 / 3, 1.0))
    assert curve[1.0] == pytest.approx((1.0, 0.3))
