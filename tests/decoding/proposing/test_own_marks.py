from __future__ import annotations

import pytest

from subpunct_app.decoding.proposing.own_marks import OwnMarks


@pytest.mark.parametrize(
    ("standing", "given_up", "worth_keeping"),
    [(10, 1, True), (11, 1, False), (9, 9, False), (10, 0, False), (100, 73, True)],
    ids=["one in ten", "fewer", "hardly any marks", "none changed", "most"],
)
def test_a_text_with_marks_of_which_many_would_change_is_better_filled(
    standing: int, given_up: int, worth_keeping: bool
) -> None:
    assert OwnMarks(300, standing, given_up).worth_keeping is worth_keeping
