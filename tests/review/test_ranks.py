"""Ranks are the sorted pairs, however they came about."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.ranks import Ranks

PAIRS = st.lists(st.tuples(st.sampled_from([0.2, 0.5, 0.8]), st.integers(0, 9)), unique=True)


def pairs_of(ranks: Ranks[int]) -> list[tuple[float, int]]:
    return list(zip(ranks.sure, ranks.ranked, strict=True))


@given(PAIRS, st.data())
def test_what_is_put_in_and_out_leaves_the_rest_sorted(
    pairs: list[tuple[float, int]], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(pairs)))
    ranks = Ranks(pairs[:first])
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
    ranks = Ranks(pairs)
    left = ranks.without(gone, [sure for sure, number in pairs if number in gone])
    assert pairs_of(left) == sorted(pair for pair in pairs if pair[1] not in gone)
    assert pairs_of(ranks) == sorted(pairs)


@given(PAIRS, st.integers(0, 20))
def test_others_are_joined_in_their_places(pairs: list[tuple[float, int]], first: int) -> None:
    ranks = Ranks(pairs[:first])
    assert pairs_of(ranks.joined(pairs[first:])) == sorted(pairs)
    assert pairs_of(ranks) == sorted(pairs[:first])
