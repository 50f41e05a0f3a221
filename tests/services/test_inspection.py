from __future__ import annotations

import pytest

from subpunct_app.services.inspection import Pace, inspect
from subpunct_app.subtitles.parse import parse


@pytest.mark.parametrize(
    "text", ["so we went to an <i>inn</i>.", "我们今天要去北京看一看长城和故宫，好不好呢"]
)
def test_the_pace_counts_the_characters_that_are_read(text: str) -> None:
    document = parse(f"1\n00:00:01,000 --> 00:00:03,000\n{text}\n".encode())
    found = inspect(document).pace
    assert found == Pace(10.0, 10.0, 0, 2.0, 2.0)
