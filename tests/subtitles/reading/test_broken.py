from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.reading import read_words
from subpunct_app.text.words import Mark
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues


def broken(text: str) -> list[tuple[int, Mark, bool]]:
    gaps = read_words(parse(text.encode())).gaps
    return [(at, gap.current, gap.fixed) for at, gap in enumerate(gaps) if gap.broken]


@pytest.mark.parametrize(
    "text",
    [
        "it is impor-\ntant, so",
        "it was so-\ncalled so",
        "IT IS IMPOR-\nTANT SO",
        "it is well‐\nknown so",
        "it is impor-\n\ntant so",
    ],
)
def test_a_word_goes_on_behind_a_hyphen_at_the_end_of_a_line(text: str) -> None:
    assert broken(text) == [(3, Mark.NONE, True)]


@pytest.mark.parametrize(
    "text",
    [
        "I was go-\nWhat?",
        "i was go-\nwhat",
        "in pre-\nand post-war times",
        "drei-\nund vierfach",
        "I saw th-\nthe man",
        "I saw the-\nladies",
        "I am sor-\n- no",
        "I am sor-\n...rily done",
        "I am sor-\n[laughs] rily",
        "I am sor --\nrily",
        "I am sor -\nrily",
        "I am sor- rily",
        "a G-\nforce",
        "SO IMPOR-\ntant",
    ],
)
def test_who_breaks_off_leaves_the_gap_as_it_is(text: str) -> None:
    assert broken(text) == []


@pytest.mark.parametrize(("start", "expected"), [("01.2", True), ("01.9", False)])
def test_a_word_goes_on_in_the_next_cue_unless_there_is_silence(start: str, expected: bool) -> None:
    first, second = "00:00.000 --> 00:01.000\nimpor-", f"00:{start}00 --> 00:03.000\ntant"
    found = broken(f"WEBVTT\n\n{first}\n\n{second}\n")
    assert bool(found) is expected


def test_hyphens_are_read_in_linear_time() -> None:
    check_linear(lambda count: cues("impor-\ntant " * count), read_words, 8_000)
