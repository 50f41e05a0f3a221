from __future__ import annotations

import pytest

from subpunct_app.decoding.proposing.pipeline import accepted
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Case, Gap, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import NOTHING, STOP, UNSURE, says, shown, suggested


def test_bare_words_become_sentences() -> None:
    words, gaps = line_of("it rains we stay")
    found = suggested(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options())
    assert shown(words, found) == "It rains. We stay."


def test_a_sentence_and_its_capital_are_one_suggestion() -> None:
    words, gaps = line_of("it rains we stay")
    found = suggested(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options())
    assert [(s.gap, s.mark, s.case) for s in found] == [
        (0, Mark.NONE, Case.CAPITALISED),
        (2, Mark.PERIOD, Case.CAPITALISED),
        (4, Mark.PERIOD, Case.KEEP),
    ]


def test_without_case_no_letter_is_proposed_to_change() -> None:
    words, gaps = line_of("it rains we stay")
    found = suggested(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options(case=False))
    assert {s.case for s in found} == {Case.KEEP}


def test_the_minimum_hides_what_is_less_sure() -> None:
    words, gaps = line_of("It rains we stay")
    unsure = (Mark.COMMA, 0.6, Case.LOWER, 0.95)
    found = suggested(words, gaps, says(NOTHING, unsure, NOTHING, STOP), Options())
    assert list(accepted(found, 0.8)) == [4]


def test_alternatives_are_ranked_and_add_up() -> None:
    words, gaps = line_of("It rains")
    (found,) = suggested(words, gaps, says(NOTHING, STOP), Options())
    odds = [odd for _, odd in found.alternatives]
    assert found.alternatives[0][0] is found.mark
    assert odds == sorted(odds, reverse=True)
    assert sum(odds) == pytest.approx(1, abs=1e-4)


def test_no_words_give_no_suggestions() -> None:
    assert suggested([], [Gap(0, 0, 0)], says(NOTHING), Options()) == ()


def test_a_doubtful_gap_is_asked_about_on_request() -> None:
    words, gaps = line_of("it rains we stay")
    prediction = says(NOTHING, UNSURE, NOTHING, STOP)
    asked = [s for s in suggested(words, gaps, prediction, Options(ask=True)) if s.asked]
    assert [(s.gap, s.mark, s.case) for s in asked] == [(2, Mark.COMMA, Case.KEEP)]
    assert asked[0].confidence == pytest.approx(0.7)
    assert not any(s.asked for s in suggested(words, gaps, prediction, Options()))


def test_what_is_only_asked_is_never_put_unseen() -> None:
    words, gaps = line_of("it rains we stay")
    found = suggested(words, gaps, says(NOTHING, UNSURE, NOTHING, STOP), Options(ask=True))
    assert 2 not in accepted(found, 0.0)


@pytest.mark.parametrize(
    "options",
    [
        Options(ask=True, mode=Mode.REVIEW),
        Options(ask=True, marks=frozenset({Mark.PERIOD})),
    ],
)
def test_nobody_is_asked_about_marks_that_may_not_be_put(options: Options) -> None:
    words, gaps = line_of("it rains we stay")
    found = suggested(words, gaps, says(NOTHING, UNSURE, NOTHING, STOP), options)
    assert not any(s.asked for s in found)


def test_a_mark_that_stands_is_no_question() -> None:
    words, gaps = line_of("it rains we stay", [Mark.NONE, Mark.COMMA, Mark.NONE, Mark.PERIOD])
    doubtful = (Mark.COMMA, 0.6, Case.LOWER, 0.95)
    found = suggested(words, gaps, says(NOTHING, doubtful, NOTHING, STOP), Options(ask=True))
    assert not any(s.asked for s in found)
