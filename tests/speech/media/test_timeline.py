"""Cues by time, however they overlap."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.speech.media.timeline import Timeline
from subpunct_app.subtitles.formats.document import Cue

moments = st.integers(0, 60)
cues = st.lists(st.builds(lambda a, b: Cue(0, 0, a, b), moments, moments), max_size=12)


@given(cues, moments)
def test_all_cues_of_a_moment_are_found(listed: list[Cue], moment: int) -> None:
    wanted = [
        (cue.start_ms, cue.end_ms, index)
        for index, cue in enumerate(listed)
        if (cue.start_ms or 0) <= moment < (cue.end_ms or 0)
    ]
    assert Timeline(listed).at(moment) == [index for *_, index in sorted(wanted)]


def test_text_without_times_has_none() -> None:
    assert Timeline([Cue(0, 5)]).at(0) == []
