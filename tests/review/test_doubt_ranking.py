"""Ranking are the sorted pairs, however they came about."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.doubt_ranking import DoubtRanking
from subpunct_app.text.words import Case, Mark, Suggestion

LINES = (0.0, 0.3, 0.5, 0.8, 1.0)
# Of more than a hundred all are sorted anew.
GAPS = range(150)


@st.composite
def suggestions(draw: st.DrawFn) -> list[Suggestion]:
    chance = draw(st.randoms(use_true_random=False))
    count = draw(st.integers(0, len(GAPS)))
    return [
        Suggestion(gap, Mark.COMMA, Case.KEEP, chance.choice(LINES), asked=chance.random() < 0.5)
        for gap in chance.sample(GAPS, count)
    ]


def counted(order: DoubtRanking) -> list[object]:
    counts = [(len(order), order.count_below(line), order.asked_from(line)) for line in LINES]
    return [counts, order.first(()), order.ahead_of(75), *map(order.at_least, LINES)]


@given(suggestions(), suggestions(), st.integers(0, len(GAPS)))
def test_what_gave_way_to_others_is_as_if_it_never_was(
    first: list[Suggestion], then: list[Suggestion], stay: int
) -> None:
    order, back = DoubtRanking(first), DoubtRanking(first)
    kept = first[:stay]
    taken = {one.gap for one in kept}
    come = [one for one in then if one.gap not in taken]
    order.exchange(first[stay:], come)
    assert counted(order) == counted(DoubtRanking([*kept, *come]))
    back.exchange(first[stay:], come)
    back.exchange(come, first[stay:])
    assert counted(back) == counted(DoubtRanking(first))
    assert counted(order.copied()) == counted(order)
