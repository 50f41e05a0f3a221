from __future__ import annotations

from itertools import product
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.services.batch.circles import circles

PLACES = [Path(letter) for letter in "abcdef"]


@given(st.dictionaries(st.sampled_from(PLACES), st.sets(st.sampled_from(PLACES))))
def test_those_share_a_circle_who_can_reach_each_other(ways: dict[Path, set[Path]]) -> None:
    found = circles(ways)
    reached = {place: ways.get(place, set()) | {place} for place in PLACES}
    for middle, start in product(PLACES, PLACES):
        if middle in reached[start]:
            reached[start] = reached[start] | reached[middle]
    for one, other in product(found, found):
        mutual = other in reached[one] and one in reached[other]
        assert (found[one] == found[other]) == mutual
