from __future__ import annotations

import pytest

from subpunct_app.review.editing.locating import cue_near, locate
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.formats.parse import parse

TWO = parse(b"1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:01:03,000 --> 00:01:04,500\nb\n")


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        *(("1", 0), (" #2 ", 1), ("0:00", 0), ("0:01,999", 0), ("0:02", 1)),
        *(("1:04,4", 1), ("0:01:04.4", 1)),
    ],
)
def test_a_number_or_a_time_means_a_cue(text: str, cue: int) -> None:
    assert locate(TWO, text) == cue


@pytest.mark.parametrize("text", ["0", "3", "2 b", "1:04,5", "1:03 b", "1:2:3:4", ""])
def test_what_is_no_cue_and_no_time_is_told(text: str) -> None:
    with pytest.raises(SettingsError):
        locate(TWO, text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_cue_of_a_line_or_the_one_after_it(end: str) -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb\nc\n\nrest\n"
    document = parse(text.replace("\n", end).encode(), name="a.srt")
    first_cue = [cue_near(document, line) for line in (1, 2, 3)]
    assert (first_cue, {cue_near(document, line) for line in range(4, 12)}) == ([0, 0, 0], {1})
    assert cue_near(document, 99) in {0, 1}
