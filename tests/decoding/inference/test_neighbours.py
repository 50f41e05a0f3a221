from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.inference.neighbours import sums_near


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1), st.integers(0, 12))
def test_near_are_the_places_within_reach_on_either_side(
    rows: list[tuple[int, int]], reach: int
) -> None:
    values = np.array(rows, dtype=np.float64)
    near = [values[max(0, at - reach) : at + reach + 1].sum(axis=0) for at in range(len(rows))]
    assert sums_near(values, reach).tolist() == np.array(near).tolist()
    assert sums_near(values[:, 0], reach).tolist() == np.array(near)[:, 0].tolist()
