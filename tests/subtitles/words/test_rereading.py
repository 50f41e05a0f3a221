from __future__ import annotations

import pytest

from subpunct_app.subtitles.files.parse import parse
from subpunct_app.subtitles.words.reading import read_words
from subpunct_app.subtitles.words.rereading import reread
from tests.subtitles.words.test_reading import cues


def test_who_spoke_last_before_a_change_goes_on_behind_it() -> None:
    before = cues("ANN: so", "BOB: we", "went", "BOB: out", "in")
    after = before.with_texts({3: "BOB: out now"})
    found, splice = reread(read_words(before), after, [3])
    assert splice.new == range(2, 6)
    assert found == read_words(after)


def test_a_time_of_day_before_a_change_names_nobody() -> None:
    before = cues("BOB: we", "at 9:30", "went", "BOB: out", "in")
    after = before.with_texts({3: "BOB: out now"})
    found, _ = reread(read_words(before), after, [3])
    assert found == read_words(after)


def test_who_is_named_without_a_colon_goes_on_behind_a_change() -> None:
    before = cues("[Speaker 1] so", "we", "went", "[Speaker 1] out", "in")
    after = before.with_texts({3: "[Speaker 1] off"})
    found, _ = reread(read_words(before), after, [3])
    assert found == read_words(after)


@pytest.mark.parametrize(
    "texts",
    [
        ["Ann: so it is", "and so", "it was", "and so", "it is"],
        ["Ann: so it is", "and so Bob:", "it was", "and so", "it is"],
        ["Ann: so it is", "Bob:", "and so", "it was", "it is"],
        ["Ann: so it is", "and so\n- it was", "it was", "(laughs)", "it is"],
        ["so it is", "Ann:", "(laughs)", "it was", "it is"],
    ],
)
def test_who_spoke_last_is_known_wherever_the_name_stands(texts: list[str]) -> None:
    naming = ["Ann: yes", "Bob: no"] * 4
    for at in (3, 4):
        before = read_words(cues(*naming, *texts))
        place = len(naming) + at
        document = before.document.with_texts({place: "Cy: but it was"})
        assert reread(before, document, [place])[0] == read_words(document)
        document = before.document.with_texts({place: "but it was not"})
        assert reread(before, document, [place])[0] == read_words(document)


def test_metadata_before_a_change_tells_of_no_turn() -> None:
    before = cues("BOB: so", "we", '{"a":\n"b -c"}', "went", "BOB: out", "in")
    after = before.with_texts({4: "BOB: off"})
    found, _ = reread(read_words(before), after, [4])
    assert found == read_words(after)


@pytest.mark.parametrize("turn", [r"we\N- went", r"\h- we", "&#62;&#62; we", "&ndash; we", "- we"])
def test_an_unnamed_turn_before_a_change_is_one_however_it_is_written(turn: str) -> None:
    before = cues("ANN: so", turn, "out", "ANN: in")
    after = before.with_texts({3: "ANN: off"})
    found, _ = reread(read_words(before), after, [3])
    assert found == read_words(after)


def test_a_bracket_that_opens_takes_the_last_words_of_its_paragraph() -> None:
    before = parse(b"one two\n\nand\nthree\n(four) five\nsix)\n\nseven eight\n\nnine\n")
    after = before.with_texts({1: "and\nthree\n(four five"})
    found, _ = reread(read_words(before), after, [1])
    assert found == read_words(after)
    assert [word.text for word in found.words][2:5] == ["and", "three", "seven"]


def test_one_line_that_is_shown_again_may_make_all_captions_roll() -> None:
    flat = cues("we", "we\nsaw", "saw\nthe", "the\nbridge", "by night", "so")
    rolls = flat.with_texts({4: "bridge\nby night"})
    assert reread(read_words(flat), rolls, [4])[0] == read_words(rolls)
    assert reread(read_words(rolls), flat, [4])[0] == read_words(flat)
    assert len(read_words(rolls).words) < len(read_words(flat).words)


def test_an_armenian_stress_before_a_change_is_that_of_its_sentence() -> None:
    before = cues("ինչո՞ւ", "եկար", "նա", "գնաց։", "տուն")
    after = before.with_texts({3: "գնաց"})
    found, _ = reread(read_words(before, "hy"), after, [3])
    assert found == read_words(after, "hy")
