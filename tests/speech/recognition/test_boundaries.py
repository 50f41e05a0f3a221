"""Where cues and lines may end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from subpunct_app.speech.recognition.boundaries import Boundary, boundaries
from subpunct_app.speech.recognition.spoken import SpokenWord

PAUSE_MS = 1_000


def after(text: str, *, pause_ms: int = 0) -> list[Boundary]:
    """Return the boundary after each word of an English text, with a pause between any two."""
    words = [
        SpokenWord(word, at * (300 + pause_ms), at * (300 + pause_ms) + 300)
        for at, word in enumerate(text.split())
    ]
    return boundaries(words, PAUSE_MS, "en")


@pytest.mark.parametrize("text", ["Dr. Watson", "well… maybe", "so but"])
def test_no_sentence_ends_after_titles_and_before_small_letters(text: str) -> None:
    assert not after(text, pause_ms=5 * PAUSE_MS)[0].sentence


def test_the_better_a_place_is_the_less_it_costs() -> None:
    costs = [after(text)[0].cost for text in ("It. And", "it, and", "it and", "it goes", "The end")]
    assert all(better < worse for better, worse in pairwise(costs))


def test_a_pause_counts_in_full_from_some_length_on() -> None:
    none, half, whole, longer = (
        after("it goes", pause_ms=ms)[0].cost for ms in (0, PAUSE_MS // 2, PAUSE_MS, 9 * PAUSE_MS)
    )
    assert none > half > whole == longer > 0


def test_a_bracket_that_was_never_opened_holds_nothing() -> None:
    assert after("fun :) he said. Go on")[3].cost == 0


def test_nothing_ends_between_brackets() -> None:
    costs = [boundary.cost for boundary in after("people (they all laugh) leave (at last) early")]
    outside, inside = [costs[at] for at in (0, 3, 4, 6)], [costs[at] for at in (1, 2, 5)]
    assert min(inside) > 5 * max(outside)
