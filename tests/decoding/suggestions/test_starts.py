from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Break, Case, Gap, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, NAME, NOTHING, SMALL, STOP, says, shown


def test_a_small_word_behind_a_full_stop_gets_its_capital() -> None:
    words, gaps = line_of("We go We go We go we go", [Mark.NONE, Mark.PERIOD] * 4)
    found = suggest(words, gaps, says(*[NOTHING, STOP] * 4), ALL)
    assert [(s.gap, s.case) for s in found] == [(6, Case.CAPITALISED)]


def test_review_lowers_a_capital_only_with_the_full_stop_before_it() -> None:
    words, gaps = line_of("We Stay Here", [Mark.NONE, Mark.PERIOD, Mark.PERIOD])
    sure = (Mark.NONE, 0.99, Case.LOWER, 0.99)
    found = suggest(words, gaps, says(sure, sure, STOP), Options(mode=Mode.REVIEW))
    assert [(s.gap, s.mark, s.case) for s in found] == [(2, Mark.NONE, Case.LOWER)]


@pytest.mark.parametrize("mode", [Mode.RESTORE, Mode.REVIEW])
@pytest.mark.parametrize(("sure", "written"), [(0.45, "We come, and stay"), (0.9, "We come, And")])
def test_a_capital_goes_with_the_full_stop_that_brought_it(
    mode: Mode, sure: float, written: str
) -> None:
    words, gaps = line_of("We come And stay", [Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.PERIOD])
    prediction = says(NOTHING, (Mark.COMMA, 0.96, Case.LOWER, 0.9), NOTHING, STOP)
    prediction.marks[1] = [0.0, 0.96, 0.04, 0.0, 0.0, 0.0]
    prediction.cases[2] = [1 - sure, sure, 0.0, 0.0]
    assert written in shown(words, suggest(words, gaps, prediction, Options(mode)))


@pytest.mark.parametrize("break_", [Break.NONE, Break.CUE])
@pytest.mark.parametrize("broken_off", [Mark.ELLIPSIS, Mark.DASH])
def test_a_capital_stays_behind_what_is_broken_off(broken_off: Mark, break_: Break) -> None:
    words, gaps = line_of("I mean Never mind", [Mark.NONE, broken_off, Mark.NONE, Mark.PERIOD])
    gaps[2] = replace(gaps[2], break_=break_)
    assert suggest(words, gaps, says(NAME, NOTHING, SMALL, STOP), ALL) == ()


@pytest.mark.parametrize(("sure", "written"), [(0.98, "It rains we"), (0.998, "It rains We")])
def test_a_sentence_without_its_mark_brings_no_capital(sure: float, written: str) -> None:
    words, gaps = line_of("it rains we", [Mark.NONE, Mark.NONE, Mark.PERIOD])
    start = (Mark.PERIOD, 0.9, Case.CAPITALISED, sure)
    found = suggest(words, gaps, says(NOTHING, STOP, start), Options(marks=frozenset({Mark.COMMA})))
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("stands", "break_", "start", "written"),
    [
        (Mark.ELLIPSIS, Break.NONE, 0.6, "It rains We"),
        (Mark.ELLIPSIS, Break.NONE, 0.4, "It rains we"),
        (Mark.DASH, Break.NONE, 0.6, "It rains we"),
        (Mark.DASH, Break.CUE, 0.6, "It rains We"),
    ],
)
def test_behind_what_stays_a_sentence_begins_where_the_model_thinks_so(
    stands: Mark, break_: Break, start: float, written: str
) -> None:
    words, gaps = line_of("It rains we", [Mark.NONE, stands, Mark.PERIOD])
    gaps[2] = replace(gaps[2], fixed=True, break_=break_)
    prediction = says(NOTHING, STOP, STOP)
    prediction.cases[2] = [1 - start, start, 0.0, 0.0]
    assert shown(words, suggest(words, gaps, prediction, ALL)).replace(stands, "") == written


@pytest.mark.parametrize("broken_off", [Mark.ELLIPSIS, Mark.DASH])
def test_who_breaks_in_begins_a_sentence(broken_off: Mark) -> None:
    words, gaps = line_of("It rains we", [Mark.NONE, broken_off, Mark.PERIOD])
    gaps[2] = replace(gaps[2], fixed=True, turn=True)
    found = suggest(words, gaps, says(NOTHING, NOTHING, NOTHING), ALL)
    assert [(s.gap, s.mark, s.case) for s in found] == [(2, broken_off, Case.CAPITALISED)]


@pytest.mark.parametrize(
    ("other", "written"),
    [("we", "It rains. We stay etc. But we."), ("We", "It rains We stay etc. but we.")],
)
def test_a_sentence_may_begin_behind_a_word_with_its_own_full_stop(
    other: str, written: str
) -> None:
    marks = [Mark.NONE, Mark.PERIOD, *[Mark.NONE] * 5]
    words, gaps = line_of(f"It rains {other} stay etc. but we", marks)
    said = says(
        NOTHING, STOP, NOTHING, NOTHING, STOP, (Mark.NONE, 0.9, Case.CAPITALISED, 0.9), STOP
    )
    assert shown(words, suggest(words, gaps, said, ALL)) == written


@pytest.mark.parametrize(
    ("text", "case", "language", "written"),
    [
        ("WE MET AT 3 P.M. THEN WE", Case.CAPITALISED, "en", "We met at 3 p.m. Then we."),
        ("WE MET AT 3 P.M. SHARP WE", Case.LOWER, "en", "We met at 3 p.m. sharp we."),
        ("AT 1 WE LEFT THE U.S. NOW WE", Case.CAPITALISED, "en", "At 1 we left the U.S. Now we."),
        ("AT 3 P.M. THEN WE", Case.CAPITALISED, "en", "At 3 p.m. then we."),
        ("IN THE U.S. THEN WE", Case.CAPITALISED, "en", "In the U.S. then we."),
        ("WIR WOLLEN WIE Z.B. BEI UNS", Case.CAPITALISED, "de", "Wir wollen wie z.B. bei uns."),
    ],
)
def test_in_capitals_a_model_tells_what_a_word_with_its_full_stop_ends_unless_led_into(
    text: str, case: Case, language: str, written: str
) -> None:
    words, gaps = line_of(f"GO {text}")
    gaps[1] = replace(gaps[1], current=Mark.PERIOD)
    ahead = [SMALL] * (len(words) - 4)
    said = says(STOP, *ahead, STOP, (Mark.NONE, 0.95, case, 0.95), STOP)
    found = suggest(words, gaps, said, ALL, language=language)
    assert shown(words, found) == f"Go. {written}"


@pytest.mark.parametrize("text", ["at 3 p.m. we go", "AT 3 P.M. WE GO"])
def test_behind_a_word_with_its_own_full_stop_a_turn_begins(text: str) -> None:
    words, gaps = line_of(text)
    gaps[3] = replace(gaps[3], turn=True)
    said = says(SMALL, SMALL, STOP, SMALL, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "At 3 p.m. We go."


def test_no_sentence_begins_within_an_abbreviation() -> None:
    words, gaps = line_of("a. m. we")
    said = says(STOP, (Mark.NONE, 0.9, Case.CAPITALISED, 0.9), STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language="es")) == "A. m. we."


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    "gap",
    [
        Gap(0, 0, 0, Mark.QUESTION, quoted=True),
        Gap(0, 0, 0, Mark.QUESTION, aside=True),
        Gap(0, 0, 0, Mark.PERIOD, led_on=True, fixed=True),
        Gap(0, 0, 0, Mark.ELLIPSIS, led_on=True, fixed=True, turn=True),
        Gap(0, 0, 0, Mark.EXCLAMATION, goes_on=True, fixed=True),
        Gap(0, 0, 0, Mark.DASH, break_=Break.LINE, fixed=True),
    ],
)
def test_a_small_word_stays_where_its_sentence_goes_on(mode: Mode, gap: Gap) -> None:
    stop = Mark.PERIOD
    words, gaps = line_of("Go On Why so Go", [stop, stop, stop, Mark.NONE, stop])
    gaps[3] = gap
    ends, begins = ((mark, 0.99, Case.CAPITALISED, 0.99) for mark in (stop, Mark.NONE))
    asks = (gap.current if gap.quoted or gap.aside else stop, 0.99, Case.CAPITALISED, 0.99)
    found = suggest(words, gaps, says(ends, ends, asks, begins, ends), Options(mode))
    assert not any(s.gap == 3 for s in found)


@pytest.mark.parametrize(
    ("first", "written"), [("'cause", "'Cause we."), ("’tis", "’Tis we."), ("'90s", "'90s we.")]
)
def test_an_apostrophe_keeps_no_sentence_from_its_capital(first: str, written: str) -> None:
    words, gaps = line_of(f"{first} we")
    assert shown(words, suggest(words, gaps, says(NOTHING, STOP), ALL)) == written


def test_behind_a_link_no_sentence_begins() -> None:
    words, gaps = line_of("go there")
    gaps[0] = replace(gaps[0], fixed=True)
    assert shown(words, suggest(words, gaps, says(NOTHING, STOP), ALL)) == "go there."


def test_behind_a_link_and_its_comma_a_sentence_goes_on() -> None:
    words, gaps = line_of("See there and go", [Mark.NONE, Mark.COMMA, Mark.NONE, Mark.PERIOD])
    gaps[2] = replace(gaps[2], fixed=True)
    said = says(NAME, STOP, (Mark.NONE, 0.95, Case.CAPITALISED, 0.8), STOP)
    assert suggest(words, gaps, said, ALL) == ()


def test_behind_a_bracket_that_opens_a_sentence_it_begins() -> None:
    words, gaps = line_of("go old king bring it")
    gaps[1] = replace(gaps[1], bracketed=True)
    gaps[3] = replace(gaps[3], remarked=True, fixed=True)
    said = says(STOP, NOTHING, STOP, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "Go. Old king Bring it."
    said = says(NOTHING, NOTHING, STOP, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "Go old king bring it."


def test_a_small_word_behind_a_bracket_stays_so_where_sentences_begin_large() -> None:
    words, gaps = line_of("Once we go We stay", [Mark.NONE, *[Mark.NONE, Mark.PERIOD] * 2])
    gaps[1] = replace(gaps[1], remarked=True, fixed=True)
    found = suggest(words, gaps, says(NOTHING, NOTHING, STOP, NOTHING, STOP), ALL)
    assert not found


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("IL Y A. MAIS NON", "Il y a. Mais non."),
        ("OUI MAIS D. H. LA", "Oui mais d. h. la."),
        ("OUI MAIS M. LE REY", "Oui mais m. le rey."),
    ],
)
def test_a_letter_that_is_small_may_end_a_sentence_in_capitals(text: str, written: str) -> None:
    words, gaps = line_of(text)
    language = "de" if "H." in text else "fr"
    said = says(*[NOTHING] * (len(words) - 1), STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language=language)) == written
