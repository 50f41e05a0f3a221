from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.inference.doubt import unlikely
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.text.words import Break, Gap, Mark, Word
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import suggested

# How likely a sentence ends, and how likely a comma stands, behind a word with so many `~`.
ENDING = {0: (0.02, 0.03), 1: (0.4, 0.4), 2: (0.95, 0.02)}
SENTENCE = "we have seen it~~ "


def text_of(text: str, between: dict[str, Break]) -> tuple[list[Word], list[Gap], Prediction]:
    """Make a text of sentences with `/` and `//` for the ends of its lines, and a prediction.

    A word with one `~` ends a sentence or a part of one, the model cannot tell; one with two ends
    a sentence. `between` says what break each sign is.
    """
    shown = text.replace("/", " / ").replace(" /  / ", " // ").split()
    words, gaps = line_of(" ".join(part for part in shown if part not in between))
    breaks: list[Break] = []
    for part in shown:
        if part in between:
            breaks[-1] = between[part]
        else:
            breaks.append(Break.NONE)
    cut = [gaps[0], *(replace(gap, break_=at) for gap, at in zip(gaps[1:], breaks, strict=True))]
    return words, cut, says([len(word.text) - len(word.text.rstrip("~")) for word in words])


def says(signs: Sequence[int]) -> Prediction:
    marks = np.zeros((len(signs), len(MARKS)), dtype=np.float32)
    rows = np.array([ENDING[count] for count in signs], dtype=np.float32).reshape(-1, 2)
    ending, comma = rows.T
    marks[:, MARKS.index(Mark.PERIOD)], marks[:, MARKS.index(Mark.COMMA)] = ending, comma
    marks[:, 0] = 1 - ending - comma
    cases = np.tile(np.array([0.9, 0.1, 0, 0], dtype=np.float32), (len(signs), 1))
    bias = np.zeros_like(marks)
    return Prediction(MARKS, marks, cases, bias, unlikely(marks, bias))


LINES = {"/": Break.LINE, "//": Break.CUE}


def marks_of(words: Sequence[Word], gaps: Sequence[Gap], said: Prediction) -> dict[str, Mark]:
    """Return the mark that is proposed behind each word that stands once."""
    found = {one.gap: one.mark for one in suggested(words, gaps, said, Options())}
    return {word.text: found.get(at, Mark.NONE) for at, word in enumerate(words, 1)}


def test_a_line_ends_a_sentence_where_each_is_one() -> None:
    words, gaps, said = text_of(
        f"{SENTENCE}/" * 8 + "at home~ / by then~ it rained / for long", LINES
    )
    found = marks_of(words, gaps, said)
    assert found["home~"] is Mark.PERIOD
    assert found["then~"] is not Mark.PERIOD


def test_a_line_that_is_merely_full_tells_nothing() -> None:
    wrapped = "we have seen / it~~ we have / seen it~~ we / have seen it~~ " * 6
    words, gaps, said = text_of(f"{wrapped}at home~ / by then~ it rained / for long", LINES)
    whole = [replace(gap, break_=Break.NONE) for gap in gaps]
    assert Habits.of(words, gaps, said, "en").lines is None
    assert marks_of(words, gaps, said) == marks_of(words, whole, said)


def test_a_paragraph_ends_a_sentence_where_lines_do_not() -> None:
    paragraph = "we have seen / it~~ we have / seen it~~ //"
    words, gaps, said = text_of(
        f"{paragraph * 8} by then~ / it rained / at home~ // for long", LINES
    )
    found = marks_of(words, gaps, said)
    assert found["home~"] is Mark.PERIOD
    assert found["then~"] is not Mark.PERIOD


def test_cues_are_no_lines() -> None:
    words, gaps, said = text_of(f"{SENTENCE}//" * 8 + "at home~ // by now", LINES)
    timed = [replace(gap, pause_ms=0) if gap.break_ is Break.CUE else gap for gap in gaps]
    assert Habits.of(words, gaps, said, "en").lines is not None
    assert Habits.of(words, timed, said, "en").lines is None


def test_what_the_model_knew_of_lines_is_not_told_it_twice() -> None:
    words, gaps, said = text_of(f"{SENTENCE}/" * 8 + "at home~ / by now", LINES)
    assert Habits.of(words, gaps, said, "en").lines is not None
    assert Habits.of(words, gaps, replace(said, knows_breaks=True), "en").lines is None


@pytest.mark.parametrize("seed", range(5))
def test_lines_at_random_change_no_mark(seed: int) -> None:
    chance = random.Random(seed)
    signs = (chance.choice(("/ ", "", "", "")) for _ in range(400))
    text = " ".join(word + sign for word, sign in zip((SENTENCE * 100).split(), signs, strict=True))
    words, gaps, said = text_of(text, LINES)
    assert Habits.of(words, gaps, said, "en").lines is None


def test_a_part_of_a_text_goes_by_the_habits_of_the_whole() -> None:
    words, gaps, said = text_of(f"{SENTENCE}/" * 8 + "at home~ / by now we are", LINES)
    whole = Habits.of(words, gaps, said, "en")
    part = slice(len(words) - 6, len(words))
    asked = (words[part], [*gaps[part], gaps[-1]], said.part(part), Options())
    alone, known = suggested(*asked), suggested(*asked, habits=whole)
    assert not any(one.gap == 2 and one.mark is Mark.PERIOD for one in alone)
    assert any(one.gap == 2 and one.mark is Mark.PERIOD for one in known)


def test_an_empty_text_has_no_habits() -> None:
    assert Habits.of([], [Gap(0, 0, 0)], says([]), "en") == Habits()
