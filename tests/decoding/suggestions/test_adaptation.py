"""What an editor's verdicts teach about the marks of a text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from subpunct_app.decoding.suggestions.adaptation import (
    Adaptation,
    Choice,
    choose_by,
    fit_adaptation,
)
from subpunct_app.models.mark_labels import scheme_marks
from subpunct_app.text.words import Mark

LABELS = scheme_marks(4)
NONE, COMMA, PERIOD, QUESTION = range(4)
SHIFT = st.floats(-2, 2)


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    count = draw(st.integers(1, 20))
    raw = draw(arrays(np.float64, (count, len(LABELS)), elements=st.floats(0, 1)))
    odds = (raw + 1e-3) / (raw + 1e-3).sum(axis=1, keepdims=True)
    chosen = draw(arrays(np.int64, count, elements=st.integers(0, len(LABELS) - 1)))
    return Choice(odds, chosen, draw(arrays(np.float64, count, elements=st.floats(0, 1))))


def flags(choice: Choice, *, value: bool = False) -> np.ndarray:
    return np.full(len(choice.chosen), value)


@given(choices())
def test_without_a_taste_everything_stays(choice: Choice) -> None:
    same = choose_by(Adaptation(), LABELS, choice, flags(choice))
    assert (same.chosen == choice.chosen).all()
    assert same.sure == pytest.approx(choice.sure, abs=1e-5)
    assert same.probabilities == pytest.approx(choice.probabilities, abs=1e-5)


@given(choices(), st.tuples(SHIFT, SHIFT), st.tuples(SHIFT, SHIFT), st.booleans())
def test_what_is_chosen_by_taste_is_still_probable(
    choice: Choice, everywhere: tuple[float, float], at_ends: tuple[float, float], ends: bool
) -> None:
    other = choose_by(Adaptation(everywhere, at_ends), LABELS, choice, flags(choice, value=ends))
    assert other.probabilities.sum(axis=1) == pytest.approx(1)
    assert ((other.sure >= 0) & (other.sure <= 1)).all()


@given(choices(), st.floats(0.01, 2))
def test_who_likes_no_commas_gets_no_more_of_them(choice: Choice, less: float) -> None:
    other = choose_by(Adaptation((-less, 0.0)), LABELS, choice, flags(choice))
    assert not ((other.chosen == COMMA) & (choice.chosen != COMMA)).any()


def test_a_taste_for_cue_ends_says_nothing_of_the_rest() -> None:
    odds = np.array([[0.4, 0.6, 0.0, 0.0]] * 2)
    choice = Choice(odds, np.array([COMMA, COMMA]), np.array([0.6, 0.6]))
    other = choose_by(Adaptation(at_ends=(-1.5, 0.0)), LABELS, choice, np.array([True, False]))
    assert other.chosen.tolist() == [NONE, COMMA]
    assert other.sure[0] > 0.6
    assert other.sure[1] == pytest.approx(0.6, abs=1e-5)


def test_a_question_is_liked_as_much_as_a_full_stop() -> None:
    odds = np.array([[0.5, 0.0, 0.1, 0.4]])
    choice = Choice(odds, np.array([NONE]), np.array([0.5]))
    other = choose_by(Adaptation((0.0, 1.0)), LABELS, choice, np.array([False]))
    assert other.chosen.tolist() == [QUESTION]
    assert other.probabilities[0, QUESTION] / other.probabilities[0, PERIOD] == pytest.approx(4)


def drawn(adaptation: Adaptation, count: int = 4000, seed: int = 3) -> tuple[np.ndarray, ...]:
    """Return what a model says of gaps, what an editor put there, and cue ends."""
    rng = np.random.default_rng(seed)
    odds = rng.dirichlet((0.5, 0.3, 0.2, 0.05), count)
    ends = rng.random(count) < 0.3
    powers = odds * np.exp(adaptation.shifts(LABELS, ends))
    steps = np.cumsum(powers / powers.sum(axis=1, keepdims=True), axis=1)
    found = (rng.random(count)[:, None] > steps).sum(axis=1).clip(0, len(LABELS) - 1)
    return odds, found, ends


def test_a_taste_is_found_in_the_verdicts_of_who_has_it() -> None:
    adaptation = Adaptation((0.8, -0.5), (-1.6, 0.4))
    odds, found, ends = drawn(adaptation)
    learned = fit_adaptation(odds, LABELS, found, ends)
    assert learned.everywhere == pytest.approx(adaptation.everywhere, abs=0.2)
    assert learned.at_ends == pytest.approx(adaptation.at_ends, abs=0.4)


def test_looking_at_the_doubtful_first_teaches_no_taste_that_is_not_there() -> None:
    odds, found, ends = drawn(Adaptation())
    doubtful = np.argsort(odds.max(axis=1))[:800]
    learned = fit_adaptation(odds[doubtful], LABELS, found[doubtful], ends[doubtful])
    assert learned.everywhere == pytest.approx((0, 0), abs=0.2)
    assert learned.at_ends == pytest.approx((0, 0), abs=0.3)


def test_few_verdicts_are_hardly_believed() -> None:
    odds = np.array([[0.3, 0.7, 0.0, 0.0]] * 2)
    learned = fit_adaptation(odds, LABELS, np.array([NONE, NONE]), np.array([False, False]))
    assert -0.4 < learned.everywhere[0] < 0
    assert learned.everywhere[1] == pytest.approx(0, abs=0.05)


def test_nothing_decided_teaches_nothing() -> None:
    nothing = fit_adaptation(
        np.zeros((0, 4)), LABELS, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.bool_)
    )
    assert nothing == Adaptation()


@given(choices(), st.integers(1, 500))
def test_verdicts_against_all_odds_are_believed_within_reason(choice: Choice, times: int) -> None:
    sure = np.repeat(np.eye(len(LABELS))[choice.chosen], times, axis=0)
    found = np.repeat((choice.chosen + 1) % len(LABELS), times)
    learned = fit_adaptation(sure, LABELS, found, np.arange(len(found)) % 2 == 0)
    assert np.abs((*learned.everywhere, *learned.at_ends)).max() <= 12
    shown = choose_by(learned, LABELS, choice, flags(choice))
    assert shown.probabilities.sum(axis=1) == pytest.approx(1)


def test_a_sure_model_is_put_right_step_by_step() -> None:
    odds = np.tile([1 - 1e-6, 1e-6, 0, 0], (200, 1))
    found = np.full(200, COMMA)
    learned = fit_adaptation(odds, LABELS, found, np.zeros(200, dtype=np.bool_))
    assert 5 < learned.everywhere[0] <= 12


def test_any_labels_will_do() -> None:
    labels = (Mark.NONE, Mark.PERIOD)
    odds = np.array([[0.45, 0.55]])
    learned = fit_adaptation(odds, labels, np.array([0]), np.array([False]))
    assert learned.everywhere[1] < 0 == learned.everywhere[0]
