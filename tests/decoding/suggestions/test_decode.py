from __future__ import annotations

import pytest

from subpunct_app.decoding.proposing.pipeline import accepted
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.decoding.texts import TEXTS, bare, proposal_for, some_marks_lost

SHORT = "i did not know what to say she looked at me and smiled"


def suggested(text: str, options: Options) -> tuple[Suggestion, ...]:
    return proposal_for(text, options=options).suggestions


def test_a_sentence_and_its_capital_are_one_suggestion() -> None:
    assert [(one.gap, one.mark, one.case) for one in suggested(SHORT, Options())] == [
        (0, Mark.NONE, Case.CAPITALISED),
        (7, Mark.PERIOD, Case.CAPITALISED),
        (13, Mark.PERIOD, Case.KEEP),
    ]


def test_without_case_no_letter_is_proposed_to_change() -> None:
    found = suggested(bare(TEXTS["en"]), Options(case=False))
    assert len(found) > 20
    assert {one.case for one in found} == {Case.KEEP}


def test_only_the_marks_that_are_wanted_are_put() -> None:
    found = suggested(bare(TEXTS["en"]), Options(marks=frozenset({Mark.COMMA}), case=False))
    assert {one.mark for one in found} == {Mark.COMMA}


def test_the_minimum_hides_what_is_less_sure() -> None:
    found = suggested(bare(TEXTS["en"]), Options())
    sure = {one.gap for one in found if one.confidence >= 0.8}
    assert 0 < len(sure) < len(found)
    assert set(accepted(found, 0.8)) == sure


def test_alternatives_are_ranked_and_add_up() -> None:
    for one in suggested(bare(TEXTS["en"]), Options(case=False)):
        odds = [odd for _, odd in one.alternatives]
        assert one.alternatives[0][0] is one.mark
        assert odds == sorted(odds, reverse=True)
        assert sum(odds) == pytest.approx(1, abs=1e-4)


def test_doubtful_gaps_are_asked_about_on_request_and_never_put_unseen() -> None:
    text = some_marks_lost(TEXTS["en"], 1).lower()
    proposal = proposal_for(text, options=Options(ask=True))
    asked = [one for one in proposal.suggestions if one.asked]
    assert asked
    assert not {one.gap for one in asked} & set(accepted(proposal.suggestions, 0.0))
    assert not any(proposal.transcript.gaps[one.gap].current for one in asked)
    assert not any(one.asked for one in suggested(text, Options()))


def test_nobody_is_asked_about_marks_that_may_not_be_put() -> None:
    text = bare(TEXTS["en"])
    assert not any(one.asked for one in suggested(text, Options(Mode.REVIEW, ask=True)))
    ends = suggested(text, Options(ask=True, marks=frozenset({Mark.PERIOD})))
    assert {one.mark for one in ends if one.asked} <= {Mark.PERIOD}
