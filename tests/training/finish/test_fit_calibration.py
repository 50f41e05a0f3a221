from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subpunct_app.decoding.inference.calibrate import calibrated, rescale
from subpunct_app.decoding.inference.prediction import Answers, decide
from subpunct_app.models.card import ModelCard
from subpunct_app.models.features import BreakCode, Column, blank
from subpunct_app.models.mark_labels import MARKS, NAMES, WRITTEN, fold_marks, scheme_marks
from subpunct_app.models.punctuator import softmax
from subpunct_app.text.words import Mark
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.evaluation.metrics import (
    classwise_calibration_error,
    confusion,
    micro_score,
    review_curve,
)
from subpunct_app.training.evaluation.scoring import decided, false_periods
from subpunct_app.training.finish.fit_calibration import (
    HeldOut,
    calibrate,
    fit_bias,
    fit_logistic,
    fit_vector,
)

ROWS = 20_000


def drawn(probabilities: np.ndarray, seed: int = 3) -> np.ndarray:
    """Draw a label a row that is as likely as the row says."""
    chance = np.random.default_rng(seed).random((len(probabilities), 1))
    below = probabilities.cumsum(axis=1) < chance
    return np.asarray(np.minimum(below.sum(axis=1), len(MARKS) - 1), dtype=np.int64)


def honest(labels: int = 6) -> np.ndarray:
    logits = np.random.default_rng(1).normal(0, 1.5, (ROWS, labels)).astype(np.float32)
    logits[:, 0] += 2
    return softmax(logits)


def corpus(truth: np.ndarray) -> Corpus:
    written = np.array([WRITTEN.index(mark) for mark in MARKS], dtype=np.uint8)
    return Corpus(
        vocabulary=("so",),
        words=np.zeros(len(truth), dtype=np.int32),
        marks=written[truth],
        cases=np.zeros(len(truth), dtype=np.uint8),
        documents=np.array([0, len(truth)]),
        openings=np.zeros(len(truth), dtype=np.uint8),
    )


def test_the_scales_that_were_used_are_found_again() -> None:
    true = honest(4)
    boastful = rescale(true, (1.6, 1.6, 1.6, 1.6), (0.0, 0.8, -0.4, 0.0))
    scale, offset = fit_vector(boastful, drawn(true), range(4))
    mended = rescale(boastful, scale, offset)
    assert np.abs(mended - true).mean() < 0.01


@pytest.mark.parametrize("words", [1, 20])
def test_a_text_of_a_few_words_moves_the_scales_little(words: int) -> None:
    sure = rescale(honest(4)[:words], (8.0,) * 4, (0.0,) * 4)
    scale, offset = fit_vector(sure, sure.argmax(axis=1), range(4))
    assert all(0.5 < one < 2 for one in scale)
    assert all(abs(one) < 1 for one in offset)


def test_a_logistic_model_is_found_again() -> None:
    rng = np.random.default_rng(5)
    found = rng.normal(0, 1, (ROWS, 3)).astype(np.float32)
    found[:, 0] = 1
    weights = np.array([-1.0, 2.0, 0.5])
    true = rng.random(ROWS) < 1 / (1 + np.exp(-found @ weights))
    assert fit_logistic(found, true) == pytest.approx(weights, abs=0.1)


def test_what_a_few_gaps_say_of_a_rare_mark_is_believed_little() -> None:
    rng = np.random.default_rng(6)
    found = np.zeros((ROWS, 2), dtype=np.float32)
    found[:4, 1] = 1
    found[4:, 0] = 1
    true = rng.random(ROWS) < 0.1
    true[:4] = True
    common, rare = fit_logistic(found, true)
    assert common == pytest.approx(np.log(1 / 9), abs=0.1)
    assert 0.5 < rare < 2


def test_a_boastful_model_becomes_honest_and_its_doubt_finds_the_errors() -> None:
    true = honest()
    answers = Answers(
        rescale(true, (1.8,) * 6, (0.0, 0.5, 0.0, 0.0, 0.0, 0.0)),
        np.full((ROWS, 4), 0.25, dtype=np.float32),
        np.zeros(ROWS, dtype=np.float32),
    )
    text = corpus(drawn(true))
    card = ModelCard("m", "M", ("en",), MARKS)
    before = calibrated(card, answers)
    after = calibrated(calibrate(card, [HeldOut(text, answers)], 6), answers)
    truth = fold_marks(text.marks, 6)
    assert classwise_calibration_error(after.marks, truth, where_likely=True) < 0.03
    assert classwise_calibration_error(before.marks, truth, where_likely=True) > 0.05
    wrong = decided(after, 6) != truth
    assert after.doubts.mean() == pytest.approx(wrong.mean(), abs=0.01)
    caught, _ = review_curve(after.doubts, wrong, [0.2])[0.2]
    assert caught >= review_curve(1 - before.marks.max(axis=1), wrong, [0.2])[0.2][0]


def test_boastful_cases_become_honest_by_the_words_whose_case_is_known() -> None:
    rows = 3_000
    true = honest(4)[:rows]
    boastful = rescale(true, (2.0,) * 4, (0.0,) * 4)
    text = corpus(drawn(honest())[:rows])
    text.cases[:] = drawn(true)
    text.cases[::3] = UNKNOWN_CASE
    asked = HeldOut(text, Answers(honest()[:rows], boastful, np.zeros(rows, np.float32)))
    card = calibrate(ModelCard("m", "M", ("en",), MARKS), [asked], 4)
    assert card.calibration.case_temperature == pytest.approx(2, abs=0.2)


def test_marks_outside_the_scheme_are_never_shifted() -> None:
    rows = 1_000
    true = honest()[:rows]
    answers = Answers(true, np.full((rows, 4), 0.25, np.float32), np.zeros(rows, np.float32))
    card = calibrate(
        ModelCard("m", "M", ("en",), MARKS), [HeldOut(corpus(drawn(true)), answers)], 4
    )
    shifts = dict(zip(MARKS, card.calibration.mark_bias, strict=True))
    assert Mark.COLON not in scheme_marks(4)
    assert (shifts[Mark.COLON], shifts[Mark.EXCLAMATION]) == (0, 0)


@pytest.mark.parametrize("short", [2, 7])
@pytest.mark.parametrize("tempted", [0.0, 0.7])
def test_cues_tempt_into_no_more_false_full_stops_than_the_words_do(
    tempted: float, short: int
) -> None:
    rows = 6_000
    true = honest()[:rows]
    text = corpus(drawn(true))
    features = blank(rows)
    features[:, Column.BREAK] = BreakCode.NONE
    features[::5, Column.BREAK] = BreakCode.CUE
    features[:, Column.SHORT] = short
    timed = replace(text, features=features)
    lured = true.copy()
    lured[::5] = rescale(true[::5], (1.0,) * 6, (0.0, 0.0, tempted, 0.0, 0.0, 0.0))
    cases, spread = np.full((rows, 4), 0.25, np.float32), np.zeros(rows, np.float32)
    plain, cued = Answers(true, cases, spread), Answers(lured, cases, spread)
    cut = [HeldOut(timed, cued, plain)]
    card = calibrate(ModelCard("m", "M", ("en",), MARKS), [HeldOut(text, plain)], 4, cut)
    names = [NAMES[mark] for mark in scheme_marks(4)]
    told, bare = (
        false_periods(
            timed, fold_marks(text.marks, 4), decided(calibrated(card, said, cues), 4), names
        )
        for said, cues in ((cued, features), (plain, None))
    )
    assert told is not None
    assert bare is not None
    assert 0 < told < bare
    shifted = [shift < 0 for shift in card.calibration.cue_bias]
    assert shifted == [short == 2, short == 7]


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


@given(st.integers(1, 60), st.integers(0, 9))
def test_a_short_text_gives_a_shift_too(gaps: int, seed: int) -> None:
    bias = fit_bias(*timid_answers(gaps, seed))
    assert np.isfinite(bias).all()
    assert np.abs(bias).max() <= 0.8 + 1e-6


@settings(max_examples=10)
@given(st.integers(1, 1200), st.integers(0, 9999))
def test_shifts_are_those_of_deciding_about_every_gap(gaps: int, seed: int) -> None:
    answers, truth = timid_answers(gaps, seed)
    assert fit_bias(answers, truth) == pytest.approx(fit_plainly(answers, truth), abs=1e-6)
