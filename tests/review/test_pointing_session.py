"""Decisions of an editor about gaps for which no model proposes anything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Change, Decision, Edit
from subpunct_app.text.words import Case, Mark, Suggestion

COMMA = Edit(Mark.COMMA, Case.KEEP)
PERIOD = Edit(Mark.PERIOD, Case.CAPITALISED)


def make_session() -> ReviewSession:
    return ReviewSession(
        Suggestion(gap, Mark.COMMA, Case.KEEP, gap / 20) for gap in (0, 3, 6, 9, 12)
    )


def put(session: ReviewSession, gap: int, edit: Edit = PERIOD) -> Change:
    session.point_at(gap)
    return session.apply(session.choose(gap, edit, Decision.ACCEPTED, "Put"))


def test_a_gap_without_a_suggestion_is_known_while_it_is_pointed_at() -> None:
    session = make_session()
    session.point_at(4)
    assert 4 in session
    assert list(session.suggested(range(7))) == [0, 3, 4, 6]
    session.point_at(None)
    assert 4 not in session
    with pytest.raises(KeyError):
        session.verdict(4)


def test_a_mark_can_be_put_where_nothing_is_proposed() -> None:
    session = make_session()
    put(session, 4)
    assert session.edits() == {4: Edit(Mark.PERIOD, Case.CAPITALISED)}
    assert session.gaps == (0, 3, 4, 6, 9, 12)
    assert session.open_count == 5
    assert session.pointed is None


def test_undo_takes_the_mark_back_and_stays_at_its_place() -> None:
    session = make_session()
    change = put(session, 4)
    session.point_at(None)
    session.apply(change.inverse())
    assert session.edits() == {}
    assert session.gaps == (0, 3, 6, 9, 12)
    assert session.pointed == 4
    session.point_at(9)
    assert 4 not in session


def test_what_an_editor_put_alone_is_neither_trusted_nor_doubted() -> None:
    session = make_session()
    put(session, 4)
    session.apply(session.accept_above(0.0))
    assert session.open_count == 0
    assert session.verdict(4).edit == PERIOD
    assert session.most_doubtful() is session.previous_doubtful(4) is None


def test_a_model_that_still_proposes_nothing_there_asks_nothing() -> None:
    session = make_session()
    change = put(session, 4)
    assert session.renew({4: None}) == []
    session.apply(change.inverse())
    assert session.gaps == (0, 3, 6, 9, 12)


def test_what_a_model_proposes_there_by_now_shows_once_the_mark_is_taken_back() -> None:
    session = make_session()
    change = put(session, 4)
    latest = Suggestion(4, Mark.COMMA, Case.KEEP, 0.7)
    assert session.renew({4: latest}) == []
    session.apply(change.inverse())
    assert session.suggestion(4) is latest
    assert session.is_open(4)
    assert session.open_count == 6
    session.apply(change)
    assert session.verdict(4).edit == PERIOD
    assert session.open_count == 5


STEPS = st.lists(
    st.tuples(
        st.integers(0, 12), st.sampled_from([None, COMMA, PERIOD, Edit(Mark.NONE, Case.KEEP)])
    )
)


@given(STEPS)
def test_undoing_everything_leads_back_to_what_was_proposed(
    steps: list[tuple[int, Edit | None]],
) -> None:
    session, fresh, done = make_session(), make_session(), []
    for gap, edit in steps:
        session.point_at(gap)
        if edit is not None:
            done.append(session.apply(session.choose(gap, edit, Decision.ACCEPTED, "")))
            assert session.edits()[gap] == edit
    ends = session.edits(), session.gaps
    for change in reversed(done):
        session.apply(change.inverse())
    session.point_at(None)
    assert session.gaps == fresh.gaps
    assert session.verdicts() == fresh.verdicts()
    assert session.open_count == fresh.open_count
    for change in done:
        session.apply(change)
    assert (session.edits(), session.gaps) == ends
