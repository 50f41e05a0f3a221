from __future__ import annotations

import pytest

from subpunct_app.services.editing.locating import cue_near
from subpunct_app.subtitles.files.parse import parse


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_cue_of_a_line_or_the_one_after_it(end: str) -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb\nc\n\nrest\n"
    document = parse(text.replace("\n", end).encode(), name="a.srt")
    first_cue = [cue_near(document, line) for line in (1, 2, 3)]
    assert (first_cue, {cue_near(document, line) for line in range(4, 12)}) == ([0, 0, 0], {1})
    assert cue_near(document, 99) in {0, 1}
