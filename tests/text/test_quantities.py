from __future__ import annotations

import pytest

from subpunct_app.text.quantities import counted, counted_are


@pytest.mark.parametrize(
    ("number", "noun", "verb"),
    [(0, "0 files", "are"), (1, "1 file", "is"), (2100, "2,100 files", "are")],
)
def test_one_thing_is_and_several_are(number: int, noun: str, verb: str) -> None:
    assert counted(number, "file") == noun
    assert counted_are(number, "file") == f"{noun} {verb}"
