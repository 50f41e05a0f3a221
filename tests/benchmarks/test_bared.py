from __future__ import annotations

import pytest

from subpunct_app.benchmarks.bared import bared
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case
from tests.benchmarks.texts import BARE, SRT


def test_marks_and_capitals_are_taken_off() -> None:
    bare, _ = bared(parse(SRT), language="en")
    assert bare.to_bytes() == BARE


def test_all_capitals_and_a_share_of_the_marks_can_be_kept() -> None:
    text = b"So, she said, we go. " * 200
    bare, _ = bared(parse(text), kept=0.75, language="en")
    words, left = text.split(), bare.to_bytes().split()
    assert [word.strip(b",.") for word in left] == [word.strip(b",.") for word in words]
    assert 0.7 < bare.text.count(",") / 400 < 0.8
    assert 0.65 < bare.text.count(".") / 200 < 0.85
    assert bared(parse(text), kept=0.75, language="en")[0] == bare


def test_what_is_wanted_gives_the_text_back() -> None:
    bare, wanted = bared(parse(SRT), language="en")
    edits = {gap: Edit(mark, Case.spelled(word)) for gap, (mark, word) in enumerate(wanted[:-1])}
    edits[len(edits)] = Edit(wanted[-1][0], Case.KEEP)
    assert render(read_words(bare), edits).to_bytes() == SRT


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("It was J. Doe.", "It was J. Doe.", id="a dot of an initial"),
        pytest.param("It works\n(see page 3).", "It works\n(see page 3).", id="no sound"),
        pytest.param("We met Dr. Doe, too.", "we met dr. doe too", id="a dot of any case"),
    ],
)
def test_a_cue_keeps_marks_that_tell_its_words(text: str, left: str) -> None:
    bare, wanted = bared(parse(SRT.replace(b"Why not?", text.encode())), language="en")
    assert bare.text.splitlines()[7:] == left.splitlines()
    words = [word.text.lower() for word in read_words(bare).words]
    assert words == [word.lower() for _, word in wanted[:-1]]
