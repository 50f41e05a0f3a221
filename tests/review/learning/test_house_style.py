"""Open suggestions follow what was decided about others of the same text."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.learning.house_style import (
    HouseStyle,
    following,
    learn_style,
)
from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Decision, Edit
from subpunct_app.text.words import Break, Case, Gap, Mark, Suggestion

COUNT = 40


def gaps(current: Mark = Mark.NONE) -> list[Gap]:
    """Return gaps of which every other one ends a cue."""
    breaks = (Break.CUE, Break.NONE)
    return [Gap(0, at, at, current, None, breaks[at % 2]) for at in range(COUNT + 2)]


def comma(gap: int, sure: float = 0.6, case: Case = Case.KEEP) -> Suggestion:
    rest = ((Mark.NONE, 1 - sure - 0.02), (Mark.PERIOD, 0.015), (Mark.QUESTION, 0.005))
    return Suggestion(gap, Mark.COMMA, case, sure, ((Mark.COMMA, sure), *rest))


def commas() -> ReviewSession:
    return ReviewSession(comma(gap) for gap in range(1, COUNT + 1))


def decide(session: ReviewSession, decided: Sequence[int], decision: Decision) -> None:
    session.apply(session.decide(decided, decision, ""))


def put_stops(session: ReviewSession, places: Sequence[int]) -> None:
    for gap in places:
        edit = Edit(Mark.PERIOD, Case.CAPITALISED)
        session.apply(session.choose(gap, edit, Decision.ACCEPTED, ""))


def follow(
    session: ReviewSession, places: Sequence[Gap] | None = None, *, capitals: bool = True
) -> HouseStyle:
    style = learn_style(session, places or gaps(), capitals=capitals)
    session.suit(following(session, session.gaps, style, places or gaps()))
    return style


def test_who_rejects_commas_is_only_asked_about_the_others() -> None:
    session = commas()
    decide(session, range(1, 15), Decision.REJECTED)
    follow(session)
    others = [session.suggestion(gap) for gap in range(15, COUNT + 1)]
    assert all(one.asked and one.mark is Mark.COMMA for one in others)
    assert others[0].confidence > 0.5
    assert dict(others[0].alternatives)[Mark.NONE] > dict(others[0].alternatives)[Mark.COMMA]
    session.apply(session.accept_above(0.0))
    assert session.edits() == {}


def test_a_name_keeps_its_capitals_where_the_mark_before_it_goes() -> None:
    name = Case.spelled("iPhone")
    marked = [comma(gap, case=name if gap > 30 else Case.KEEP) for gap in range(1, COUNT)]
    stop = ((Mark.PERIOD, 0.5), (Mark.NONE, 0.4), (Mark.COMMA, 0.08), (Mark.QUESTION, 0.02))
    session = ReviewSession([*marked, Suggestion(COUNT, Mark.PERIOD, name, 0.5, stop)])
    decide(session, range(1, 25), Decision.REJECTED)
    follow(session)
    shown = session.suggestion(35)
    assert (shown.mark, shown.case, shown.asked) == (Mark.NONE, name, False)
    put_stops(session, range(25, 29))
    follow(session)
    assert session.suggestion(COUNT).case == name


def test_commas_that_are_unwanted_at_cue_ends_stay_elsewhere() -> None:
    session = commas()
    decide(session, range(2, 24, 2), Decision.REJECTED)
    decide(session, range(1, 23, 2), Decision.ACCEPTED)
    follow(session)
    assert session.suggestion(30).asked
    assert not session.suggestion(31).asked
    assert session.suggestion(31).confidence > 0.6


def test_a_question_becomes_a_proposal_for_who_says_yes() -> None:
    asked = [
        Suggestion(gap, Mark.COMMA, Case.KEEP, 0.6, ((Mark.NONE, 0.6), (Mark.COMMA, 0.4)), True)
        for gap in range(1, COUNT + 1)
    ]
    session = ReviewSession(asked)
    decide(session, range(1, 12), Decision.ACCEPTED)
    follow(session)
    assert not session.suggestion(20).asked
    assert session.suggestion(20).confidence > 0.5


def test_what_was_decided_and_what_was_touched_stay() -> None:
    session = commas()
    decide(session, range(1, 15), Decision.REJECTED)
    decide(session, [20], Decision.ACCEPTED)
    session.apply(session.choose(21, Edit(Mark.PERIOD, Case.CAPITALISED), Decision.OPEN, ""))
    follow(session)
    assert session.suggestion(20) == comma(20)
    assert session.suggestion(21) == comma(21)
    assert session.verdict(21).edit.mark is Mark.PERIOD


def test_what_was_accepted_unread_teaches_nothing() -> None:
    session = ReviewSession([*(comma(gap, 0.9) for gap in range(1, 30)), comma(31)])
    session.apply(session.accept_above(0.8))
    follow(session)
    assert session.suggestion(31) == comma(31)


def test_what_is_taken_back_is_forgotten() -> None:
    session = commas()
    change = session.decide(range(1, 15), Decision.REJECTED, "")
    session.apply(change)
    follow(session)
    session.apply(change.inverse())
    follow(session)
    assert [session.suggestion(gap).asked for gap in range(1, COUNT + 1)] == [False] * COUNT
    assert session.suggestion(20).confidence == pytest.approx(0.6, abs=0.01)


def test_a_full_stop_that_is_wanted_brings_its_capital_unless_capitals_are_not() -> None:
    likely = ((Mark.COMMA, 0.5), (Mark.PERIOD, 0.48), (Mark.NONE, 0.02))
    stop = ((Mark.PERIOD, 0.9), (Mark.COMMA, 0.08), (Mark.NONE, 0.02))
    for capitals, case in ((True, Case.CAPITALISED), (False, Case.KEEP)):
        session = ReviewSession(
            Suggestion(gap, Mark.COMMA, Case.KEEP, 0.5, likely)
            if gap > 1
            else Suggestion(gap, Mark.PERIOD, Case.CAPITALISED, 0.9, stop)
            for gap in range(1, COUNT + 1)
        )
        put_stops(session, range(2, 16))
        follow(session, capitals=capitals)
        assert (session.suggestion(20).mark, session.suggestion(20).case) == (Mark.PERIOD, case)


def test_who_keeps_the_marks_of_the_file_is_not_offered_to_take_them_out() -> None:
    likely = ((Mark.NONE, 0.5), (Mark.PERIOD, 0.1), (Mark.COMMA, 0.4))
    session = ReviewSession(
        Suggestion(gap, Mark.NONE, Case.KEEP, 0.5, likely) for gap in range(1, COUNT + 1)
    )
    decide(session, range(1, 15), Decision.REJECTED)
    follow(session, gaps(current=Mark.COMMA))
    kept = session.suggestion(20)
    assert (kept.mark, kept.case, kept.asked) == (Mark.COMMA, Case.KEEP, False)
    session.apply(session.accept_above(0.0))
    assert session.edits()[20] == Edit(Mark.COMMA, Case.KEEP)


def test_a_full_stop_that_stays_keeps_the_capital_after_it() -> None:
    likely = ((Mark.COMMA, 0.55), (Mark.PERIOD, 0.45))
    session = ReviewSession(
        Suggestion(gap, Mark.COMMA, Case.LOWER, 0.55, likely) for gap in range(1, COUNT + 1)
    )
    decide(session, range(1, 15), Decision.REJECTED)
    follow(session, gaps(current=Mark.PERIOD))
    assert session.suggestion(20).asked
    session.apply(session.accept_above(0.0))
    assert session.edits() == {}


def test_marks_of_the_file_give_way_to_nothing_new() -> None:
    likely = ((Mark.NONE, 0.4), (Mark.PERIOD, 0.39), (Mark.COMMA, 0.21))
    session = ReviewSession(
        Suggestion(gap, Mark.NONE, Case.KEEP, 0.5, likely) for gap in range(1, COUNT + 1)
    )
    put_stops(session, range(1, 15))
    follow(session, gaps(current=Mark.COMMA))
    marks = {session.suggestion(gap).mark for gap in range(15, COUNT + 1)}
    assert marks <= {Mark.NONE, Mark.COMMA}


SHARES = st.lists(st.floats(0.01, 1), min_size=4, max_size=4)
MARKS = (Mark.NONE, Mark.COMMA, Mark.PERIOD, Mark.QUESTION)


@st.composite
def proposals(draw: st.DrawFn) -> list[Suggestion]:
    """Draw suggestions as a model makes them: the likeliest mark, or a question about another."""
    found = []
    for gap in draw(st.sets(st.integers(0, COUNT), min_size=1)):
        shares = draw(SHARES)
        odds = sorted(zip(MARKS, shares, strict=True), key=lambda pair: -pair[1])
        ranked = tuple((mark, share / sum(shares)) for mark, share in odds)
        asked = ranked[0][0] is Mark.NONE
        mark = ranked[1 if asked else 0][0]
        case = Case.CAPITALISED if mark.ends_sentence else Case.KEEP
        found.append(Suggestion(gap, mark, case, draw(st.floats(0, 1)), ranked, asked))
    return found


@given(proposals(), st.lists(st.tuples(st.integers(0, COUNT), st.sampled_from(Decision))))
def test_whatever_is_decided_nothing_decided_changes_and_all_can_be_as_it_was(
    proposed: list[Suggestion], said: list[tuple[int, Decision]]
) -> None:
    session = ReviewSession(proposed)
    for count, (gap, decision) in enumerate(said):
        decide(session, [gap] if gap in session else [], decision)
        if count % 3 == 2:
            before = {at: session.suggestion(at) for at in session.gaps}
            follow(session)
            for at in session.gaps:
                if session.verdict(at).decision is not Decision.OPEN:
                    assert session.suggestion(at) == before[at]
    offered = {suggestion.mark for suggestion in proposed}
    assert {session.suggestion(at).mark for at in session.gaps} <= offered | {Mark.NONE}
    assert session.as_made().suggestions == ReviewSession(proposed).suggestions
    assert session.as_made().edits() == session.edits()
    session.suit(session.made_otherwise())
    assert session.made_otherwise() == {} or any(
        session.verdict(at).decision is not Decision.OPEN for at in session.made_otherwise()
    )
