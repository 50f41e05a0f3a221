from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Break, Case, Mark, Suggestion
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, DOTTED, NAME, NOTHING, STOP, says, shown


@pytest.mark.parametrize("mode", [Mode.FILL, Mode.REVIEW])
@pytest.mark.parametrize("break_", [Break.NONE, Break.CUE])
@pytest.mark.parametrize(("other", "of"), [("Two", Case.KEEP), ("two", Case.CAPITALISED)])
def test_a_full_stop_before_a_small_letter_may_shorten_a_word(
    mode: Mode, break_: Break, other: str, of: Case
) -> None:
    marks = [Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.PERIOD, Mark.PERIOD]
    words, gaps = line_of(f"It rains {other} lbs of", marks)
    gaps[4] = replace(gaps[4], break_=break_)
    said = says(NOTHING, STOP, NOTHING, (Mark.NONE, 0.9, Case.LOWER, 0.9), STOP)
    cases = {s.gap: s.case for s in suggest(words, gaps, said, Options(mode))}
    assert cases.get(4, Case.KEEP) is of


@pytest.mark.parametrize(("letter", "begun"), [("K", False), ("I", True), ("k", True)])
def test_no_sentence_begins_small_behind_the_dot_of_an_initial(letter: str, begun: bool) -> None:
    ends = [Mark.NONE, Mark.PERIOD]
    words, gaps = line_of(
        f"We go We go We met {letter} when he", [*ends * 2, Mark.NONE, *ends, *[Mark.NONE] * 2]
    )
    said = says(*[NOTHING, STOP] * 2, NOTHING, NOTHING, STOP, NOTHING, NOTHING)
    found = suggest(words, gaps, said, ALL)
    assert (7 in {item.gap for item in found}) is begun


@pytest.mark.parametrize("mode", [Mode.RESTORE, Mode.ANEW])
@pytest.mark.parametrize(("before", "kept"), [("Michael", True), ("did", False)])
def test_an_i_between_names_keeps_its_dot(before: str, kept: bool, mode: Mode) -> None:
    words, gaps = line_of(f"We met {before} I Jordan", [*[Mark.NONE] * 3, *[Mark.PERIOD] * 2])
    said = says(NOTHING, NOTHING, NAME, NAME, DOTTED)
    found = suggest(words, gaps, said, Options(mode))
    assert (4 not in {item.gap for item in found}) is kept


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("so z b mag er", "de", "So z. B. Mag, er."),
        ("so d w z hij mag", "nl", "So d. w. z. Hij, mag."),
        ("so p ej el", "es", "So p. ej. el."),
        ("dr h c may", "de", "Dr. h. c. may."),
        ("so z b mag er", "es", "So Z, B, Mag, er."),
        ("so e g he may", "es", "So E, G, He, may."),
    ],
)
def test_what_leads_on_gets_the_dots_that_it_lost_and_no_other_mark(
    text: str, language: str, written: str
) -> None:
    words, gaps = line_of(text)
    listed = (Mark.COMMA, 0.9, Case.CAPITALISED, 0.9)
    said = says(NOTHING, *[listed] * (len(words) - 2), STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language=language)) == written


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("de ee uu no", "es", "De EE. UU. no."),
        ("ee uu no", "es", "EE. UU. no."),
        ("de ee uu", "es", "De EE. UU."),
        ("im jahr 44 v chr war", "de", "Im jahr 44 v. Chr. war."),
        ("in 9 n chr was", "nl", "In 9 n. Chr. was."),
        ("de ee uu no", "pt", "De ee uu no."),
    ],
)
def test_what_is_plain_without_its_dots_gets_them(text: str, language: str, written: str) -> None:
    words, gaps = line_of(text)
    said = says(*[NOTHING] * (len(words) - 1), STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language=language)) == written


def test_what_stands_in_capitals_was_meant_without_dots() -> None:
    words, gaps = line_of("de EE UU no")
    acronym = (Mark.NONE, 0.9, Case.UPPER, 0.9)
    found = suggest(words, gaps, says(NOTHING, acronym, acronym, STOP), ALL, language="es")
    assert shown(words, found) == "De EE UU no."


def test_a_sentence_may_end_with_what_got_its_dots() -> None:
    words, gaps = line_of("de ee uu no")
    said = says(NOTHING, (Mark.COMMA, 0.9, Case.LOWER, 0.9), STOP, STOP)
    found = suggest(words, gaps, said, ALL, language="es")
    assert shown(words, found) == "De EE. UU. No."


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("text", "wanted"),
    [("the ret general came", Mark.NONE), ("up max 40 men", Mark.NONE), ("u v m hier", Mark.COMMA)],
)
def test_a_full_stop_within_a_cue_stays_with_a_word_that_it_shortens(
    mode: Mode, text: str, wanted: Mark
) -> None:
    words, gaps = line_of(text, [Mark.NONE, Mark.PERIOD, *[Mark.NONE] * len(text.split()[2:])])
    row = (wanted, 0.98, Case.LOWER, 0.98)
    said = says(*[row if at == 1 else NOTHING for at in range(len(words))])
    found = {s.gap: s for s in suggest(words, gaps, said, Options(mode))}
    assert 2 not in found


@pytest.mark.parametrize(
    ("text", "wanted"), [("u. v. mit hier", Mark.COMMA), ("u. v. m hier", Mark.QUESTION)]
)
def test_a_full_stop_that_shortens_nothing_gives_way(text: str, wanted: Mark) -> None:
    words, gaps = line_of(text.replace(".", ""), [Mark.PERIOD] * 3 + [Mark.NONE])
    found = suggest(words, gaps, says(NOTHING, NOTHING, (wanted, 0.9, Case.LOWER, 0.9), STOP), ALL)
    assert [(s.gap, s.mark) for s in found if 0 < s.gap < 4] == [(3, wanted)]


@pytest.mark.parametrize(
    ("text", "ends", "gone"),
    [
        ("u. v. m. hier", {3}, set()),
        ("It rains. We go. We sat. so lbs. of", {2, 4, 6}, set()),
        ("It rains. We sat. so lbs. of", {2, 4}, {6}),
    ],
)
def test_a_full_stop_shortens_where_few_end_sentences_or_most_of_those_begin_large(
    text: str, ends: set[int], gone: set[int]
) -> None:
    marks = [Mark.PERIOD if word.endswith(".") else Mark.NONE for word in text.split()]
    words, gaps = line_of(text.replace(".", ""), marks)
    said = says(*[STOP if at in ends else NOTHING for at in range(1, len(words) + 1)])
    assert gaps_without_marks(suggest(words, gaps, said, ALL)) == gone


@pytest.mark.parametrize("wanted", [Mark.NONE, Mark.COMMA])
@pytest.mark.parametrize(("word", "gone"), [("st", set()), ("tues", set()), ("rain", {4})])
def test_a_full_stop_stays_with_a_known_title_where_all_sentences_begin_small(
    word: str, gone: set[int], wanted: Mark
) -> None:
    words, gaps = line_of(f"we sat on {word} near us so we", [Mark.NONE, Mark.PERIOD] * 4)
    row = (wanted, 0.9, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(NOTHING, STOP, NOTHING, row, *[NOTHING, STOP] * 2), ALL)
    assert {one.gap for one in found if one.mark is wanted and one.gap == 4} == gone


@pytest.mark.parametrize(("break_", "begins"), [(Break.CUE, True), (Break.NONE, False)])
@pytest.mark.parametrize("word", ["St", "Co", "rep", "fri"])
def test_the_model_ends_a_sentence_with_a_cue_behind_a_word_that_may_be_shortened(
    word: str, break_: Break, begins: bool
) -> None:
    words, gaps = line_of(f"It rains We left It is Oak {word} it was")
    for at in (2, 4):
        gaps[at] = replace(gaps[at], current=Mark.PERIOD)
    gaps[8] = replace(gaps[8], current=Mark.PERIOD, break_=break_)
    name = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
    end = (Mark.PERIOD, 0.9, Case.CAPITALISED, 0.95)
    said = says(*[NOTHING, STOP] * 2, NOTHING, NOTHING, name, end, NOTHING, STOP)
    assert (8 in {item.gap for item in suggest(words, gaps, said, ALL)}) is begins


@pytest.mark.parametrize(("turn", "gone"), [(False, set()), (True, {2})])
def test_a_full_stop_before_a_turn_shortens_nothing(turn: bool, gone: set[int]) -> None:
    words, gaps = line_of("u v m hier", [Mark.PERIOD] * 3 + [Mark.NONE])
    gaps[2] = replace(gaps[2], turn=turn)
    told = replace(says(*[NOTHING] * 4), turns=np.array([False, True, False, False]))
    assert gaps_without_marks(suggest(words, gaps, told, ALL)) == gone


def gaps_without_marks(suggestions: tuple[Suggestion, ...]) -> set[int]:
    return {one.gap for one in suggestions if one.gap and one.mark is Mark.NONE}


@pytest.mark.parametrize("break_", [Break.NONE, Break.CUE])
def test_a_full_stop_goes_where_a_cue_ends_or_sentences_begin_small(break_: Break) -> None:
    marks = [Mark.PERIOD, Mark.NONE, Mark.PERIOD, Mark.NONE]
    words, gaps = line_of("rain we stay dry", marks)
    gaps[3] = replace(gaps[3], break_=break_)
    first = NOTHING if break_ is Break.CUE else STOP
    found = suggest(words, gaps, says(first, NOTHING, NOTHING, STOP), ALL)
    assert {s.gap: s.mark for s in found}[3] is Mark.NONE


@pytest.mark.parametrize(
    ("text", "written"),
    [("aus Hof i. Br. war", "Aus Hof i. Br. war."), ("aus Hof z. B. war", "Aus Hof, z. B. war.")],
)
def test_what_belongs_to_the_word_before_is_not_parted_from_it(text: str, written: str) -> None:
    words, gaps = line_of(text)
    comma = (Mark.COMMA, 0.9, Case.CAPITALISED, 0.95)
    said = says(NOTHING, comma, NOTHING, NAME, STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language="de")) == written
