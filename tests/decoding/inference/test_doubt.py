from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.inference.doubt import doubts, signals, sums_near, unlikely
from subpunct_app.models.features import BreakCode, Column, blank, pause_code


def probabilities(rows: int, labels: int = 4) -> np.ndarray:
    drawn = np.random.default_rng(1).dirichlet([0.3] * labels, rows)
    return drawn.astype(np.float32)


@pytest.mark.parametrize("labels", [2, 4, 6, 7])
@pytest.mark.parametrize("rows", [1, 2, 3, 50])
def test_every_gap_has_its_signals(rows: int, labels: int) -> None:
    marks = probabilities(rows, labels)
    found = signals(marks, np.zeros(labels, np.float32), np.zeros(rows, np.float32))
    assert found.shape == (rows, 2 * labels + 11)
    assert np.isfinite(found).all()


def test_plain_doubt_is_what_speaks_against_the_decision_after_the_shift() -> None:
    marks = np.array([[0.55, 0.45, 0.0, 0.0]], dtype=np.float32)
    shift = np.array([0.0, 0.5, 0.0, 0.0], dtype=np.float32)
    assert unlikely(marks, np.zeros(4, np.float32)) == pytest.approx([0.45])
    assert unlikely(marks, shift) == pytest.approx([0.55])


def test_the_signals_of_a_gap_are_those_of_the_description() -> None:
    none = np.array([0.5, 0.2, 0.4, 0.25, 0.8], dtype=np.float32)
    spread = np.array([0.0, 0.1, 0.3, 0.1, 0.0], dtype=np.float32)
    found = signals(np.stack([none, 1 - none], axis=1), np.zeros(2, np.float32), spread)
    decided, logs, beside = [0.0, 1.0], np.log([0.4, 0.6]), np.log([0.5, 0.2, 0.25, 0.8])
    margin, entropy, marks = 0.2, -0.4 * np.log(0.4) - 0.6 * np.log(0.6), 2.85
    rest = [margin, entropy, np.log(0.4), marks, 0.3, 0.0, 0.0]
    assert found[2].tolist() == pytest.approx([*decided, *logs, *beside, *rest], abs=1e-4)


def test_marks_are_counted_from_ten_gaps_before_to_ten_after() -> None:
    marks = np.full((12, 2), 0.5, dtype=np.float32)
    found = signals(marks, np.zeros(2, np.float32), np.zeros(12, np.float32))
    assert found[:, -4].tolist() == [5.5, *[6.0] * 10, 5.5]


def test_a_mark_that_could_stand_next_door_is_told() -> None:
    alone = np.tile(np.array([[0.97, 0.01, 0.01, 0.01]], dtype=np.float32), (9, 1))
    alone[4] = (0.4, 0.6, 0.0, 0.0)
    shared = alone.copy()
    shared[5] = (0.4, 0.6, 0.0, 0.0)
    still = np.zeros(9, dtype=np.float32)
    shift = np.zeros(4, dtype=np.float32)
    one, other = (signals(marks, shift, still)[4] for marks in (alone, shared))
    assert not np.allclose(one, other)


def test_cue_ends_with_a_pause_and_without_one_are_told_apart() -> None:
    features = blank(3)
    features[:, Column.BREAK] = (BreakCode.NONE, BreakCode.CUE, BreakCode.CUE)
    features[:, Column.PAUSE] = (1, pause_code(0), pause_code(700))
    marks = np.tile(probabilities(1), (3, 1))
    found = signals(marks, np.zeros(4, np.float32), np.zeros(3, np.float32), features)
    assert found[:, -2:].tolist() == [[0, 0], [1, 0], [0, 1]]


def test_doubts_are_probabilities() -> None:
    marks = probabilities(40)
    found = signals(marks, np.zeros(4, np.float32), np.zeros(40, np.float32))
    weights = np.random.default_rng(2).normal(0, 3, 2 * 4 + 11).tolist()
    said = doubts(weights, found)
    assert ((said >= 0) & (said <= 1)).all()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1), st.integers(0, 12))
def test_near_are_the_places_within_reach_on_either_side(
    rows: list[tuple[int, int]], reach: int
) -> None:
    values = np.array(rows, dtype=np.float64)
    near = [values[max(0, at - reach) : at + reach + 1].sum(axis=0) for at in range(len(rows))]
    assert sums_near(values, reach).tolist() == np.array(near).tolist()
    assert sums_near(values[:, 0], reach).tolist() == np.array(near)[:, 0].tolist()
