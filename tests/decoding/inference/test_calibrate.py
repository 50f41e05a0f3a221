from __future__ import annotations

import numpy as np
import pytest

from subpunct_app.decoding.inference.calibrate import calibrated, fit_temperature, soften
from subpunct_app.decoding.inference.prediction import Answers, decide
from subpunct_app.models.card import Calibration, ModelCard, NetworkShape
from subpunct_app.models.features import BreakCode, Column, blank
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.models.punctuator import softmax
from subpunct_app.runtime.errors import ModelError
from subpunct_app.text.words import Mark


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


def test_cases_are_softened_by_the_temperature_of_the_card() -> None:
    card = ModelCard("m", "M", ("en",), MARKS, calibration=Calibration(case_temperature=2.0))
    cases = np.array([[0.64, 0.16, 0.16, 0.04]], dtype=np.float32)
    answers = Answers(np.full((1, 6), 1 / 6, np.float32), cases, np.zeros(1, np.float32))
    found = calibrated(card, answers)
    np.testing.assert_allclose(found.cases, np.array([[8, 4, 4, 2]]) / 18, atol=1e-6)
    np.testing.assert_array_equal(found.marks, answers.marks)


def test_marks_are_scaled_label_by_label_for_each_word() -> None:
    card = ModelCard("m", "M", ("en",), MARKS[:2], calibration=Calibration((1.0, 2.0), (0.0, 1.0)))
    marks = np.array([[0.5, 0.5], [0.8, 0.2]], dtype=np.float32)
    answers = Answers(marks, np.full((2, 4), 0.25, np.float32), np.zeros(2, np.float32))
    odds = np.e * marks[:, 1] ** 2 / marks[:, 0]
    np.testing.assert_allclose(calibrated(card, answers).marks[:, 1], odds / (1 + odds), rtol=1e-5)


@pytest.mark.parametrize("spoiled", ["marks", "cases", "spread"])
def test_a_model_whose_answers_are_no_numbers_is_told_of(spoiled: str) -> None:
    calibration = Calibration(doubt=(0.1,) * 23)
    card = ModelCard("m", "M", ("en",), MARKS, calibration=calibration)
    rows = {"marks": np.full((2, 6), 1 / 6), "cases": np.full((2, 4), 0.25), "spread": np.zeros(2)}
    rows[spoiled][0] = np.nan
    answers = Answers(*(row.astype(np.float32) for row in rows.values()))
    with pytest.raises(ModelError, match="answers that are no numbers"):
        calibrated(card, answers)


@pytest.mark.parametrize(
    "calibration",
    [
        Calibration((1e300,) * 6, (0.0,) * 6),
        Calibration((1.0,) * 6, (1e300,) * 6),
        Calibration(mark_bias=(1e300,) * 6),
        Calibration(case_temperature=1e-300),
    ],
)
def test_a_card_whose_numbers_nobody_can_reckon_with_is_told_of(calibration: Calibration) -> None:
    card = ModelCard("m", "M", ("en",), MARKS, calibration=calibration)
    marks, cases = np.full((2, 6), 1 / 6, np.float32), np.full((2, 4), 0.25, np.float32)
    with pytest.raises(ModelError, match="answers that are no numbers"):
        calibrated(card, Answers(marks, cases, np.zeros(2, np.float32)))


def test_more_is_asked_of_a_sentences_end_at_a_cues_end_cut_anywhere() -> None:
    calibration = Calibration(mark_bias=(0.0, 0.25, 0.25, 0.0, 0.0, 0.0), cue_bias=(-0.1, -0.5))
    card = ModelCard("m", "M", ("en",), MARKS, calibration=calibration)
    rows = np.array([[0.5, 0.0, 0.45, 0.05, 0.0, 0.0]] * 2 + [[0.2, 0.0, 0.8, 0.0, 0.0, 0.0]])
    answers = Answers(
        rows.astype(np.float32), np.full((3, 4), 0.25, np.float32), np.zeros(3, np.float32)
    )
    features = blank(3)
    features[:, Column.BREAK] = (BreakCode.NONE, BreakCode.CUE, BreakCode.CUE)
    stop, none = MARKS.index(Mark.PERIOD), MARKS.index(Mark.NONE)
    for short, decided in ((7, none), (0, none), (2, stop)):
        features[:, Column.SHORT] = short
        told = calibrated(card, answers, features)
        assert decide(told.marks, told.bias).tolist() == [stop, decided, stop]
    plain = calibrated(card, answers)
    assert decide(plain.marks, plain.bias).tolist() == [stop, stop, stop]
    assert np.array_equal(told.marks, plain.marks)


@pytest.mark.parametrize(("columns", "told"), [(0, []), (3, [False, True, False])])
def test_only_a_model_that_reads_turns_knows_of_them(columns: int, told: list[bool]) -> None:
    card = ModelCard("m", "M", ("en",), MARKS, network=NetworkShape(features=columns))
    plain = np.full((3, 6), 1 / 6, np.float32)
    answers = Answers(plain, np.full((3, 4), 0.25, np.float32), np.zeros(3, np.float32))
    features = blank(3)
    features[:, Column.TURN] = (1, 2, 0)
    assert calibrated(card, answers, features).turns.tolist() == told
    assert calibrated(card, answers).turns.tolist() == []
