from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.inspection import Pace, inspect


@pytest.mark.parametrize(
    "text", ["so we went to an <i>inn</i>.", "我们今天要去北京看一看长城和故宫，好不好呢"]
)
def test_the_pace_counts_the_characters_that_are_read(text: str) -> None:
    document = parse(f"1\n00:00:01,000 --> 00:00:03,000\n{text}\n".encode())
    found = inspect(document).pace
    assert found == Pace(10.0, 10.0, 0, 2.0, 2.0)


def test_cues_that_are_shown_for_no_time_have_no_pace() -> None:
    cues = [
        ("01", "03", "so we went to an inn."),
        ("05", "06", "so we went to an inn."),
        ("07", "07", "so"),
    ]
    blocks = (f"00:00:{start},000 --> 00:00:{end},000\n{said}\n" for start, end, said in cues)
    found = inspect(parse("\n".join(["WEBVTT\n", *blocks]).encode())).pace
    assert found is not None
    assert (found.median_seconds, found.longest_seconds) == (1.5, 2.0)
    assert (found.median_speed, found.top_speed) == (15.0, 20.0)
