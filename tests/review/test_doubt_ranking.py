"""Ranking are the sorted pairs, however they came about."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.doubt_ranking import DoubtRanking, Ranking
from subpunct_app.text.words import Case, Mark, Suggestion

PAIRS = st.lists(st.tuples(st.sampled_from([0.2, 0.5, 0.8]), st.integers(0, 9)), unique=True)


def pairs_of(ranks: Ranking[int]) -> list[tuple[float, int]]:
    return list(zip(ranks.sure, ranks.ranked, strict=True))


@given(PAIRS, st.data())
def test_what_is_put_in_and_out_leaves_the_rest_sorted(
    pairs: list[tuple[float, int]], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(pairs)))
    ranks = Ranking(pairs[:first])
    before = ranks.copied()
    for pair in pairs[first:]:
        ranks.add(*pair)
    assert pairs_of(ranks) == sorted(pairs)
    assert len(ranks) == len(pairs)
    gone = pairs[data.draw(st.integers(0, len(pairs))) :]
    for pair in gone:
        ranks.remove(*pair)
    assert pairs_of(ranks) == sorted(set(pairs) - set(gone))
    assert pairs_of(before) == sorted(pairs[:first])


@given(PAIRS, st.sets(st.integers(0, 9)))
def test_some_are_left_out(pairs: list[tuple[float, int]], gone: set[int]) -> None:
    ranks = Ranking(pairs)
    left = ranks.without(gone, [sure for sure, number in pairs if number in gone])
    assert pairs_of(left) == sorted(pair for pair in pairs if pair[1] not in gone)
    assert pairs_of(ranks) == sorted(pairs)


@given(PAIRS, st.integers(0, 20))
def test_others_are_joined_in_their_places(pairs: list[tuple[float, int]], first: int) -> None:
    ranks = Ranking(pairs[:first])
    assert pairs_of(ranks.joined(pairs[first:])) == sorted(pairs)
    assert pairs_of(ranks) == sorted(pairs[:first])


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
