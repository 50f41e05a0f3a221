from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.labels import scheme_marks
from subpunct_app.text.words import Break, Case, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, NOTHING, STOP, says


@pytest.mark.parametrize("mode", list(Mode))
def test_what_agrees_with_the_model_is_left_alone(mode: Mode) -> None:
    marks = [Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.PERIOD]
    words, gaps = line_of("It rains We stay", marks)
    prediction = says(NOTHING, STOP, NOTHING, STOP)
    assert suggest(words, gaps, prediction, Options(mode=mode)) == ()


def test_fill_adds_marks_but_never_replaces_one() -> None:
    words, gaps = line_of("It rains We stay", [Mark.COMMA, Mark.NONE, Mark.NONE, Mark.QUESTION])
    found = suggest(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options(mode=Mode.FILL))
    assert [(s.gap, s.mark) for s in found] == [(2, Mark.PERIOD)]


def test_review_speaks_only_when_it_is_sure() -> None:
    words, gaps = line_of("It rains We stay", [Mark.COMMA, Mark.NONE, Mark.NONE, Mark.PERIOD])
    unsure = (Mark.PERIOD, 0.6, Case.LOWER, 0.9)
    sure = (Mark.NONE, 0.97, Case.LOWER, 0.9)
    found = suggest(words, gaps, says(sure, unsure, NOTHING, STOP), Options(mode=Mode.REVIEW))
    assert [(s.gap, s.mark) for s in found] == [(1, Mark.NONE)]


@pytest.mark.parametrize(
    ("standing", "common"),
    [(Mark.EXCLAMATION, Mark.PERIOD), (Mark.COLON, Mark.COMMA), (Mark.SEMICOLON, Mark.PERIOD)],
)
def test_a_rare_mark_is_not_taken_for_a_common_one(standing: Mark, common: Mark) -> None:
    words, gaps = line_of("Stop It rains", [standing, Mark.NONE, Mark.PERIOD])
    best = (common, 0.9, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(best, (Mark.NONE, 0.95, Case.CAPITALISED, 0.9), STOP), ALL)
    assert found == ()


def test_a_mark_that_is_switched_off_is_neither_put_nor_taken() -> None:
    words, gaps = line_of("It rains we stay", [Mark.NONE, Mark.NONE, Mark.COMMA, Mark.NONE])
    options = Options(marks=frozenset({Mark.PERIOD}))
    comma = (Mark.COMMA, 0.9, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(NOTHING, comma, NOTHING, STOP), options)
    assert [(s.gap, s.mark) for s in found] == [(4, Mark.PERIOD)]


@pytest.mark.parametrize("scheme", [4, 6, 9])
def test_every_mark_that_the_model_knows_is_open_unless_told_otherwise(scheme: int) -> None:
    known = scheme_marks(scheme)
    words, gaps = line_of(" ".join(["so"] * len(known)))
    wanted = [(mark, 0.9, Case.LOWER, 0.95) for mark in (*known[1:], Mark.PERIOD)]
    found = suggest(words, gaps, says(*wanted, labels=known), Options(case=False))
    assert [s.mark for s in found] == [*known[1:], Mark.PERIOD]


def test_a_mark_that_the_model_does_not_know_stays() -> None:
    words, gaps = line_of("It rains we stay", [Mark.NONE, Mark.NONE, Mark.SEMICOLON, Mark.PERIOD])
    prediction = says(NOTHING, NOTHING, NOTHING, STOP)
    assert suggest(words, gaps, prediction, Options()) == ()
    opened = Options(marks=frozenset({Mark.SEMICOLON}))
    assert [s.mark for s in suggest(words, gaps, prediction, opened)] == [Mark.NONE]


def test_a_fixed_gap_keeps_what_stands_there() -> None:
    words, gaps = line_of("It rains we stay", [Mark.NONE, Mark.ELLIPSIS, Mark.NONE, Mark.PERIOD])
    gaps[2] = replace(gaps[2], fixed=True)
    comma = (Mark.COMMA, 0.9, Case.LOWER, 0.95)
    assert suggest(words, gaps, says(NOTHING, comma, NOTHING, STOP), Options()) == ()


@pytest.mark.parametrize("behind", [Mark.NONE, Mark.COMMA])
@pytest.mark.parametrize("break_", list(Break))
def test_a_name_keeps_its_exclamation_mark_where_the_sentence_goes_on(
    behind: Mark, break_: Break
) -> None:
    words, gaps = line_of("It was late Then Yahoo went on")
    gaps[3] = replace(gaps[3], current=Mark.PERIOD)
    gaps[5] = replace(gaps[5], current=Mark.EXCLAMATION, break_=break_)
    named = (behind, 0.9, Case.CAPITALISED, 0.95)
    said = says(NOTHING, NOTHING, STOP, NOTHING, named, NOTHING, STOP)
    assert {item.gap for item in suggest(words, gaps, said, ALL)} == {7}
    assert 5 in {item.gap for item in suggest(words, gaps, said, Options(Mode.ANEW))}


@pytest.mark.parametrize(
    ("name", "wanted", "turn", "language", "put"),
    [
        ("you", Mark.NONE, False, "en", (Mark.NONE, Case.KEEP)),
        ("Friday", Mark.COMMA, False, "en", (Mark.COMMA, Case.KEEP)),
        ("yahoo", Mark.NONE, False, "en", (Mark.NONE, Case.KEEP)),
        ("Yahoo", Mark.PERIOD, False, "en", (Mark.EXCLAMATION, Case.CAPITALISED)),
        ("Yahoo", Mark.NONE, True, "en", (Mark.EXCLAMATION, Case.CAPITALISED)),
        ("Yahoo", Mark.NONE, False, "de", (Mark.NONE, Case.KEEP)),
    ],
)
def test_an_exclamation_ends_a_sentence_or_goes_where_no_known_name_brings_it(
    name: str, wanted: Mark, turn: bool, language: str, put: tuple[Mark, Case]
) -> None:
    words, gaps = line_of(f"It rains It was late Then {name} went on")
    for at in (2, 5):
        gaps[at] = replace(gaps[at], current=Mark.PERIOD)
    gaps[7] = replace(gaps[7], current=Mark.EXCLAMATION, turn=turn)
    ends = (wanted, 0.97, Case.LOWER, 0.95)
    said = says(NOTHING, STOP, NOTHING, NOTHING, STOP, NOTHING, ends, NOTHING, STOP)
    found = suggest(words, gaps, said, ALL, language=language)
    assert [(item.mark, item.case) for item in found if item.gap == 7] == [put]


def test_an_exclamation_before_a_small_word_gives_way_where_all_sentences_begin_small() -> None:
    words, gaps = line_of("it was late then Yahoo went on")
    gaps[3] = replace(gaps[3], current=Mark.PERIOD)
    gaps[5] = replace(gaps[5], current=Mark.EXCLAMATION)
    said = says(NOTHING, NOTHING, STOP, NOTHING, NOTHING, NOTHING, STOP)
    assert 5 in {item.gap for item in suggest(words, gaps, said, ALL)}


@pytest.mark.parametrize(
    ("current", "wanted", "put"),
    [
        (Mark.NONE, Mark.COMMA, Mark.NONE),
        (Mark.NONE, Mark.COLON, Mark.NONE),
        (Mark.PERIOD, Mark.SEMICOLON, Mark.NONE),
        (Mark.COMMA, Mark.COMMA, Mark.NONE),
        (Mark.NONE, Mark.PERIOD, Mark.PERIOD),
    ],
)
def test_no_mark_within_a_sentence_is_put_before_a_bracket(
    current: Mark, wanted: Mark, put: Mark
) -> None:
    words, gaps = line_of("The plan so", [Mark.NONE, current, Mark.PERIOD])
    gaps[2] = replace(gaps[2], bracketed=True)
    said = says(NOTHING, (wanted, 0.9, Case.LOWER, 0.95), STOP)
    found = suggest(words, gaps, said, Options(Mode.ANEW, ask=True))
    assert [s.mark for s in found if s.gap == 2] == [put] * (put is not Mark.NONE)


@pytest.mark.parametrize("mode", [Mode.RESTORE, Mode.REVIEW])
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("see Hill et al. , 1995 too", True),
        ("al. , 9 so it is", False),
        ("so (Hill and Ray , 1995a too", True),
        ("so (Hill and Ray , 95 too", False),
        ("so Hill and Ray , 1995 too", False),
    ],
)
def test_a_comma_before_the_year_of_a_source_stays(mode: Mode, text: str, kept: bool) -> None:
    at = text.split().index(",")
    words, gaps = line_of(text.replace(" ,", "").replace("(", ""))
    gaps[at] = replace(gaps[at], current=Mark.COMMA)
    gaps[1] = replace(gaps[1], bracketed="(" in text)
    sure = (Mark.NONE, 0.999, Case.LOWER, 0.95)
    found = suggest(
        words, gaps, says(*[sure] * (len(words) - 1), STOP), Options(mode), language="it"
    )
    assert all(suggestion.gap != at for suggestion in found) is kept
