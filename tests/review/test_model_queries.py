"""Marks that are settled near a gap."""

from __future__ import annotations

from collections.abc import Iterable

from subpunct_app.review.model_queries import decided_marks_near
from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Case, Gap, Mark, Suggestion


def session_at(gaps: Iterable[int]) -> ReviewSession:
    return ReviewSession(Suggestion(gap, Mark.COMMA, Case.KEEP, 0.5) for gap in gaps)


def decide(session: ReviewSession, *gaps: int, as_: Decision = Decision.ACCEPTED) -> None:
    session.apply(session.decide(gaps, as_, ""))


def test_what_was_decided_unseen_is_not_settled() -> None:
    session = session_at((0, 3, 6, 9, 12))
    decide(session, 9)
    decide(session, 6, as_=Decision.REJECTED)
    session.apply(session.accept_above(0.0))
    assert decided_marks_near(session, 0, [Gap(0, 0, 0)] * 13) == {6: Mark.NONE, 9: Mark.COMMA}


def test_what_is_more_than_80_gaps_away_is_not_near() -> None:
    far = (0, 1, 161, 162)
    session = session_at(far)
    decide(session, *far)
    assert decided_marks_near(session, 81, [Gap(0, 0, 0)] * 163).keys() == {1, 161}


def test_a_mark_that_an_editor_put_where_nothing_was_proposed_is_settled() -> None:
    session = session_at((0, 3))
    session.point_at(2)
    decide(session, 2)
    assert decided_marks_near(session, 1, [Gap(0, 0, 0)] * 5) == {2: Mark.NONE}
