"""Where cues and lines may end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from subpunct_app.speech.recognition.boundaries import Boundary, boundaries
from subpunct_app.speech.recognition.cues import build_cues
from subpunct_app.speech.recognition.spoken import SpokenWord

PAUSE_MS = 1_000
_LONG = (
    "I wonder now whether you could look at No. 7 and then ask the old Gen. Lee or perhaps his "
    "friend Capt. Cook about what it was that Dr. Watson had seen"
)


def after(text: str, *, pause_ms: int = 0, language: str = "en") -> list[Boundary]:
    """Return the boundary after each word of a text, with a pause between any two."""
    words = [
        SpokenWord(word, at * (300 + pause_ms), at * (300 + pause_ms) + 300)
        for at, word in enumerate(text.split())
    ]
    return boundaries(words, PAUSE_MS, language)


@pytest.mark.parametrize("text", ["Dr. Watson", "well… maybe", "so but"])
def test_no_sentence_ends_after_titles_and_before_small_letters(text: str) -> None:
    assert not after(text, pause_ms=5 * PAUSE_MS)[0].sentence


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I met him on Jan. 5th and asked Gen. Lee or Capt. Cook about it."),
        ("en", "Please see No. 7 and p. 12, i.e. 40 pages at Acme Inc. of (Mr. Lee)."),
        ("en", "MEET GEN. LEE AND DR. COOK"),
        ("de", "Das ist z. B. am 3. Mai mit Hrn. Maier geplant."),
        ("fr", "Demandez à M. Dupont, p. 12."),
        ("xx-Latn", "so spoke Dr. Watson."),
    ],
)
def test_only_the_last_dot_ends_a_sentence(language: str, text: str) -> None:
    ends = [boundary.sentence for boundary in after(text, language=language)]
    assert not any(ends[:-1])


def test_a_title_and_a_number_stay_with_what_they_belong_to() -> None:
    words = [SpokenWord(word, 300 * at, 300 * at + 300) for at, word in enumerate(_LONG.split())]
    lines = [cue.text for cue in build_cues(words)]
    text = "\n".join(lines)
    assert all(pair in text for pair in ("No. 7", "Gen. Lee", "Capt. Cook", "Dr. Watson"))


def test_a_sentence_may_end_with_what_is_shortened_but_need_not() -> None:
    costs = [after(text)[0].cost for text in ("p.m. We", "etc. We", "Dr. Watson")]
    assert costs[0] == costs[1] < costs[2]


def test_the_last_word_ends_its_sentence_however_it_is_shortened() -> None:
    assert after("at 5 p.m.")[-1].sentence


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
