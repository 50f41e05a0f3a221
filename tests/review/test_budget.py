"""What a review promises: interpolated, never more than measured, and timed by the editor."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.budget import Budget, Pace, ReviewCurve, curve_of

CURVE = ReviewCurve(((0.0, 0.0), (0.1, 0.6), (0.2, 0.8), (1.0, 1.0)), error_rate=0.1)


def scores(**caught: dict[str, float]) -> dict[str, object]:
    return {
        text: {
            "review": {share: {"caught": found, "yield": 0.5} for share, found in shares.items()}
        }
        for text, shares in caught.items()
    }


@pytest.mark.parametrize(
    ("share", "caught"), [(0, 0), (0.05, 0.3), (0.1, 0.6), (0.15, 0.7), (0.6, 0.9), (1, 1)]
)
def test_the_curve_is_interpolated_between_its_points(share: float, caught: float) -> None:
    assert CURVE.caught(share) == pytest.approx(caught)


def test_the_least_of_several_texts_is_promised() -> None:
    card = {"test_scores": scores(talk={"0.1": 0.6, "0.2": 0.9}, heard={"0.1": 0.5, "0.2": 0.8})}
    curve = curve_of(card)
    assert curve is not None
    assert curve.points == ((0.0, 0.0), (0.1, 0.5), (0.2, 0.8), (1.0, 1.0))
    assert curve.error_rate == pytest.approx(0.5 * 0.2 / 0.8)


def test_development_texts_stand_in_for_tests() -> None:
    curve = curve_of({"test_scores": {}, "dev_scores": scores(dev={"0.1": 0.7})})
    assert curve is not None
    assert curve.caught(0.1) == pytest.approx(0.7)


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"test_scores": None},
        {"test_scores": {"a": {}}},
        {"test_scores": {"a": {"review": {"0.1": {"caught": 0, "yield": 0.5}}}}},
        {"test_scores": {"a": {"review": {"0.1": {"caught": 60, "yield": 0.5}}}}},
        {"test_scores": {"a": {"review": {"10": {"caught": 0.6, "yield": 0.5}}}}},
        {"test_scores": {"a": {"review": {"most": {"caught": 0.4, "yield": 0.5}}}}},
        {"test_scores": {"a": {"review": {"0.1": 0.5}}}},
    ],
)
def test_a_card_without_a_sound_curve_promises_nothing(about: dict[str, object]) -> None:
    assert curve_of(about) is None


@pytest.mark.parametrize("found", [math.nan, math.inf, -0.1, 1.1, pytest.param(10**400, id="huge")])
def test_a_card_whose_errors_are_no_share_of_the_gaps_promises_nothing(found: float) -> None:
    review = {"0.5": {"caught": 0.5, "yield": found}}
    assert curve_of({"test_scores": {"talk": {"review": review}}}) is None


def test_errors_without_a_suggestion_are_not_promised() -> None:
    budget = Budget([(0.5, True), (0.75, True)], gaps=20, curve=CURVE)
    everything = budget.outlook(budget.line_after(2))
    assert (everything.looked, everything.total) == (2, 2)
    assert everything.caught == pytest.approx(0.75 / 2)


def test_a_change_of_case_hides_no_wrong_mark() -> None:
    budget = Budget([(0.6, True), (0.5, False)], gaps=10, curve=CURVE)
    assert budget.outlook(budget.line_after(1)).caught == 0
    assert budget.outlook(budget.line_after(2)).caught == pytest.approx(0.4)


def test_a_model_without_a_curve_promises_nothing() -> None:
    assert Budget([(0.5, True)], gaps=20).outlook(0.9).caught is None


ranked = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=30)


@given(ranked, st.integers(1, 400))
def test_looking_at_more_never_promises_less(
    suggestions: list[tuple[float, bool]], gaps: int
) -> None:
    budget = Budget(suggestions, max(gaps, len(suggestions)), CURVE)
    outlooks = [budget.outlook(budget.line_after(n)) for n in range(len(suggestions) + 1)]
    shares = [outlook.caught for outlook in outlooks if outlook.caught is not None]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    for outlook, share in zip(outlooks, shares, strict=True):
        assert share <= CURVE.caught(outlook.looked / max(gaps, len(suggestions))) + 1e-9


@given(ranked, ranked, st.data())
def test_a_text_with_other_suggestions_promises_what_it_would_anew(
    stays: list[tuple[float, bool]], come: list[tuple[float, bool]], data: st.DataObject
) -> None:
    gone = data.draw(ranked)
    order = data.draw(st.permutations([*stays, *gone]))
    moved = Budget(order, 50, CURVE).spliced(gone, come, 60)
    fresh = Budget([*stays, *come], 60, CURVE)
    lines = [fresh.line_after(looked) for looked in range(fresh.total + 2)]
    assert [moved.line_after(looked) for looked in range(fresh.total + 2)] == lines
    assert list(map(moved.outlook, lines)) == list(map(fresh.outlook, lines))


def test_the_pace_is_measured_after_ten_decisions() -> None:
    pace = paced([0, *range(1, 30, 3)])
    assert pace.measured
    assert pace.seconds == 3


def test_breaks_do_not_slow_the_pace() -> None:
    assert paced([*range(0, 22, 2), *range(1000, 20_000, 1000)]).seconds == 2


def paced(times: Sequence[int]) -> Pace:
    clock = iter(times)
    pace = Pace(lambda: float(next(clock)))
    for _ in times:
        pace.note_decision()
    return pace
