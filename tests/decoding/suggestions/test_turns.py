from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Break, Case, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, NAME, NOTHING, STOP, says, shown


def test_the_text_ends_with_a_sentence_whatever_the_last_window_says() -> None:
    words, gaps = line_of("It rains")
    found = suggest(words, gaps, says(NOTHING, NOTHING), Options())
    assert [s.mark for s in found] == [Mark.PERIOD]


def test_another_speaker_ends_the_sentence() -> None:
    words, gaps = line_of("Really yes")
    gaps[1] = replace(gaps[1], turn=True)
    question = (Mark.COMMA, 0.6, Case.LOWER, 0.9)
    found = suggest(words, gaps, says(question, STOP), Options())
    assert found[0].mark.ends_sentence
    assert found[0].case is Case.CAPITALISED


@pytest.mark.parametrize(("goes_on", "written"), [(0.9, "One very man"), (0.4, "One. Very man")])
def test_a_turn_that_the_model_knows_of_may_lie_within_a_sentence(
    goes_on: float, written: str
) -> None:
    words, gaps = line_of("one very man", [Mark.NONE, Mark.NONE, Mark.PERIOD])
    gaps[1] = replace(gaps[1], turn=True)
    prediction = says(NOTHING, NOTHING, STOP)
    prediction.marks[0] = [goes_on, 0.0, 1 - goes_on, 0.0, 0.0, 0.0]
    told = replace(prediction, turns=np.array([True, False, False]))
    anew = Options(Mode.ANEW)
    assert shown(words, suggest(words, gaps, told, anew)) == written
    assert shown(words, suggest(words, gaps, prediction, anew)) == "One. Very man"


@pytest.mark.parametrize(("sure", "written"), [(0.9, "one very man"), (0.97, "one. Very man")])
def test_a_review_ends_no_sentence_at_a_turn_unless_it_is_sure(sure: float, written: str) -> None:
    words, gaps = line_of("one very man", [Mark.NONE, Mark.NONE, Mark.PERIOD])
    gaps[1] = replace(gaps[1], turn=True)
    prediction = says((Mark.PERIOD, sure, Case.LOWER, 0.95), NOTHING, STOP)
    told = replace(prediction, turns=np.array([True, False, False]))
    found = suggest(words, gaps, told, Options(mode=Mode.REVIEW))
    assert shown(words, tuple(s for s in found if s.gap)) == written


@pytest.mark.parametrize("word", ["the", "my", "and", "because", "they're", "a"])
def test_who_is_interrupted_ends_no_sentence_but_who_interrupts_begins_one(word: str) -> None:
    words, gaps = line_of(f"so {word} no we go {word}")
    gaps[2] = replace(gaps[2], turn=True)
    said = says(NOTHING, STOP, STOP, NOTHING, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == f"So {word} No. We go {word}"
    told = replace(said, turns=np.array([False, True, *[False] * 4]))
    assert shown(words, suggest(words, gaps, told, ALL)) == f"So {word} No. We go {word}"
    asked = suggest(words, gaps, told, Options(mode=Mode.REVIEW, ask=True))
    assert {2, 6}.isdisjoint(item.gap for item in asked)


@pytest.mark.parametrize(("text", "turn"), [("and no", 1), ("so and no", 2), ("and", 1)])
def test_a_word_alone_may_ask(text: str, turn: int) -> None:
    words, gaps = line_of(text)
    gaps = [replace(gap, turn=at in (1, turn)) for at, gap in enumerate(gaps)]
    found = suggest(words, gaps, says(*[(Mark.QUESTION, 0.9, Case.LOWER, 0.9)] * len(words)), ALL)
    assert {item.mark for item in found if item.gap} == {Mark.QUESTION}


def test_a_letter_or_a_full_stop_that_stands_may_end_a_turn() -> None:
    words, gaps = line_of("vitamin a no the", [Mark.NONE] * 3 + [Mark.PERIOD])
    gaps[2] = replace(gaps[2], turn=True)
    letter = (Mark.PERIOD, 0.9, Case.CAPITALISED, 0.95)
    found = suggest(words, gaps, says(NOTHING, letter, STOP, NOTHING), ALL)
    assert shown(words, found)[:14] == "Vitamin A. No."
    assert 4 not in {item.gap for item in found}


def test_other_languages_may_end_with_words_that_english_does_not() -> None:
    words, gaps = line_of("bist du as")
    found = suggest(words, gaps, says(NOTHING, NOTHING, STOP), ALL, language="de")
    assert shown(words, found) == "Bist du as."


def test_a_colon_makes_no_speaker_of_what_a_turn_begins_with() -> None:
    name = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
    colon = (Mark.COLON, 0.6, Case.CAPITALISED, 0.95)
    words, gaps = line_of("yes john smith who is this")
    gaps[1] = replace(gaps[1], turn=True)
    said = says(STOP, name, colon, NOTHING, NOTHING, STOP)
    assert ":" not in shown(words, suggest(words, gaps, said, ALL))
    said = says(STOP, NOTHING, colon, NOTHING, NOTHING, STOP)
    assert ":" not in shown(words, suggest(words, gaps, said, ALL))
    said = says(STOP, name, name, colon, NOTHING, STOP)
    assert ":" not in shown(words, suggest(words, gaps, said, ALL))
    said = says(STOP, NOTHING, NOTHING, colon, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "Yes. John smith Who: is this."


def test_a_colon_behind_what_a_turn_begins_with_may_stay() -> None:
    words, gaps = line_of("Yes Note this")
    gaps[1] = replace(gaps[1], turn=True, current=Mark.PERIOD)
    gaps[2] = replace(gaps[2], current=Mark.COLON)
    colon = (Mark.COLON, 0.6, Case.LOWER, 0.95)
    assert 2 not in {item.gap for item in suggest(words, gaps, says(STOP, colon, STOP), ALL)}


@pytest.mark.parametrize(
    ("text", "mode", "gone"),
    [
        ("Ann Lee so we", Mode.RESTORE, False),
        ("Ann Lee so we", Mode.ANEW, True),
        ("Ann went so we", Mode.RESTORE, True),
    ],
)
def test_a_colon_stays_behind_what_reads_like_a_name(text: str, mode: Mode, gone: bool) -> None:
    words, gaps = line_of(text, [Mark.NONE, Mark.COLON, Mark.NONE, Mark.PERIOD])
    gaps[0] = replace(gaps[0], break_=Break.CUE)
    name = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
    asked = (Mark.QUESTION, 0.99, Case.CAPITALISED, 0.95)
    found = suggest(words, gaps, says(name, asked, NOTHING, STOP), Options(mode))
    assert (2 in {item.gap for item in found}) is gone


@pytest.mark.parametrize("mode", [Mode.RESTORE, Mode.ANEW, Mode.FILL])
def test_a_speaker_in_small_letters_keeps_the_colon_and_begins_large(mode: Mode) -> None:
    words, gaps = line_of("we left tom it rains")
    gaps[2], gaps[3] = replace(gaps[2], turn=True), replace(gaps[3], current=Mark.COLON)
    said = says(NOTHING, STOP, NAME, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, Options(mode))) == "We left. Tom: It rains."


@pytest.mark.parametrize(("name", "begun"), [("tom", True), ("Listen", False)])
def test_a_small_word_is_meant_only_behind_a_large_one_with_a_colon(name: str, begun: bool) -> None:
    ends = [Mark.NONE, Mark.PERIOD]
    words, gaps = line_of(f"{'We go ' * 3}{name} it rains", [*ends * 3, Mark.COLON, *ends])
    gaps[6] = replace(gaps[6], turn=True)
    found = suggest(words, gaps, says(*[NOTHING, STOP] * 3, NAME, NOTHING, STOP), ALL)
    assert (7 in {item.gap for item in found}) is begun
