from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.speech.alignment.align import align
from tests.media import Media
from tests.speech.sentences import record

INTRODUCTION = (
    "Today we have a guest who has written three books about gardens.",
    "Before we begin, a word from the people who pay for all this.",
    "They make soap that smells of lemons, and it is cheap.",
    "And now, without further delay, here is the speech that you asked for.",
)
SPEECH = (
    "No.",
    "It was never my plan to become a teacher in a small town.",
    "I wanted to see the ocean and work on a ship.",
    "But my mother was ill, and somebody had to stay at home.",
    "So I took the first job that was offered to me at the school.",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "between"), [(INTRODUCTION, ()), ((), ()), (INTRODUCTION[:2], INTRODUCTION[1:2])]
)
def test_the_first_word_is_found_where_it_is_said_whoever_speaks_before_or_behind(
    before: tuple[str, ...], between: tuple[str, ...], media: Media
) -> None:
    path: Path = media.folder / "introduced.wav"
    said = record(path, (*before, *SPEECH[:1], *between, *SPEECH[1:]))
    words = align(" ".join(SPEECH).split(), path).words
    assert words[0].start_ms == pytest.approx(said.spans[len(before)][0], abs=150)
