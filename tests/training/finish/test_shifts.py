from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subpunct_app.decoding.inference.prediction import decide
from subpunct_app.training.evaluation.metrics import confusion, micro_score
from subpunct_app.training.finish.shifts import fit_bias

LABELS = 4
SHIFTS = sorted((step / 20 for step in range(-16, 17)), key=abs)


def timid_answers(gaps: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Make answers of a model that knows where marks are but says so too softly."""
    rng = np.random.default_rng(seed)
    truth = np.where(rng.random(gaps) < 0.15, rng.integers(1, LABELS, gaps), 0)
    logits = rng.normal(size=(gaps, LABELS)) + 2.0 * np.eye(LABELS)[truth]
    logits[:, 0] += 1.5
    powers = np.exp(logits)
    return (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32), truth


def f1(probabilities: np.ndarray, truth: np.ndarray, bias: np.ndarray) -> float:
    return micro_score(confusion(truth, decide(probabilities, bias), LABELS)).f1


def fit_plainly(probabilities: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Fit as `fit_bias` does, but decide about every gap anew with every shift."""
    parts = np.arange(len(truth)) // 500
    count = int(parts[-1]) + 1
    rng = np.random.default_rng(1)
    found = []
    for _ in range(20):
        times = np.bincount(rng.integers(0, count, count), minlength=count)[parts]
        drawn = np.repeat(np.arange(len(truth)), times)
        bias = np.zeros(LABELS, dtype=np.float32)
        for label in [1, 2, 3, 1, 2, 3]:
            trials = []
            for shift in SHIFTS:
                bias[label] = shift
                trials.append(f1(probabilities[drawn], truth[drawn], bias))
            bias[label] = SHIFTS[int(np.argmax(trials))]
        found.append(bias)
    return np.asarray(np.mean(found, axis=0), dtype=np.float32)


def test_shifted_decisions_find_more_on_text_that_was_not_seen() -> None:
    bias = fit_bias(*timid_answers(20_000, 1))
    unseen = timid_answers(20_000, 2)
    assert f1(*unseen, bias) > f1(*unseen, np.zeros(LABELS)) + 0.01


def test_no_mark_is_the_measure_of_the_others() -> None:
    assert fit_bias(*timid_answers(3_000, 3))[0] == 0


def test_a_mark_that_is_neither_there_nor_proposed_is_not_shifted() -> None:
    answers, truth = timid_answers(3_000, 3)
    kept = truth != 1
    answers[:, 1] = 1e-4
    assert fit_bias(answers[kept], truth[kept])[1] == 0


def test_marks_that_are_alike_are_shifted_alike_and_far_enough() -> None:
    assert fit_bias(*timid_answers(60_000, 4))[1:] == pytest.approx([0.3] * 3, abs=0.1)


def test_chance_moves_the_shift_of_a_short_text_by_an_eighth_only() -> None:
    found = [fit_bias(*timid_answers(6_000, seed))[1:] for seed in range(4, 24)]
    assert np.std(found, axis=0).mean() < 0.125


def test_two_texts_of_one_kind_lead_to_much_the_same_shift() -> None:
    one, other = (fit_bias(*timid_answers(60_000, seed)) for seed in (4, 5))
    assert np.abs(one - other).max() < 0.15


@given(st.integers(1, 60), st.integers(0, 9))
def test_a_short_text_gives_a_shift_too(gaps: int, seed: int) -> None:
    bias = fit_bias(*timid_answers(gaps, seed))
    assert np.isfinite(bias).all()
    assert np.abs(bias).max() <= 0.8 + 1e-6


@pytest.mark.slow
@settings(max_examples=10)
@given(st.integers(1, 1200), st.sampled_from([0.05, 0.1, 0.5, 2.0]), st.integers(0, 9999))
def test_shifts_are_those_of_deciding_about_every_gap(gaps: int, step: float, seed: int) -> None:
    answers, truth = timid_answers(gaps, seed)
    # Logarithms so far apart bring labels that are equally likely, as they are or once shifted.
    tied = np.exp(np.round(np.log(answers) / step) * step).astype(np.float32)
    assert fit_bias(tied, truth).tolist() == fit_plainly(tied, truth).tolist()
