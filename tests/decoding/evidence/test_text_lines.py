"""What the lines of a text tell of its sentences."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace

import pytest

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.text.words import Gap
from tests.decoding.texts import TEXTS, bare, proposed, read, wrong_ends


def in_lines(text: str, between: str = "\n") -> str:
    """Return a text without its marks, with one sentence a line."""
    return between.join(bare(one.strip()) for one in re.findall(r".*?[.?](?:\s|$)", text))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_lines_tell_where_sentences_end_where_each_is_one(language: str, between: str) -> None:
    right = TEXTS[language]
    in_one = wrong_ends(proposed(bare(right), language), right)
    assert wrong_ends(proposed(in_lines(right, between), language), right) <= min(1, in_one - 2)


@pytest.mark.parametrize("language", ["en", "es"])
def test_paragraphs_tell_it_where_their_lines_do_not(language: str) -> None:
    right = TEXTS[language]
    paragraphs = in_lines(right).split("\n")
    text = "\n\n".join(textwrap.fill(paragraph, 30) for paragraph in paragraphs)
    assert wrong_ends(proposed(text, language), right) <= 1


@pytest.mark.parametrize("language", list(TEXTS))
@pytest.mark.parametrize("width", [20, 40])
def test_lines_that_are_merely_full_tell_nothing(language: str, width: int) -> None:
    text = bare(TEXTS[language])
    wrapped = textwrap.fill(text, width, break_on_hyphens=False)
    assert proposed(wrapped, language).split() == proposed(text, language).split()


def test_cues_are_no_lines_nor_is_a_model_told_twice_that_knows_them() -> None:
    words, gaps, said = read(in_lines(TEXTS["en"]))
    timed = [replace(gap, pause_ms=0) if gap.break_ else gap for gap in gaps]
    assert Habits.of(words, gaps, said, "en").lines is not None
    assert Habits.of(words, timed, said, "en").lines is None
    assert Habits.of(words, gaps, replace(said, knows_breaks=True), "en").lines is None


def test_an_empty_text_has_no_habits() -> None:
    _, _, said = read("we stay")
    assert Habits.of([], [Gap(0, 0, 0)], said.part(slice(0, 0)), "en") == Habits()
