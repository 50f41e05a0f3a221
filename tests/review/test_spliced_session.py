"""A session after an edit is as one that was made of what stands there now."""

from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Change, Decision, Edit, Standing, untouched
from subpunct_app.text.splice import Splice
from subpunct_app.text.words import Case, Mark, Suggestion

LINES = (0.0, 0.3, 0.5, 0.8, 1.0)
PLACES = st.integers(0, 12)
SURE = st.sampled_from(LINES[1:])
NONE = st.none()


def suggestions(gaps: range) -> st.SearchStrategy[list[Suggestion]]:
    proposed = st.builds(
        proposal, st.sampled_from(gaps) if gaps else st.nothing(), SURE, st.booleans(), SURE | NONE
    )
    return st.lists(proposed, unique_by=lambda one: one.gap)


def proposal(gap: int, sure: float, asked: bool, made_sure: float | None) -> Suggestion:
    made = Suggestion(gap, Mark.PERIOD, Case.KEEP, made_sure) if made_sure else None
    return Suggestion(gap, Mark.COMMA, Case.KEEP, sure, asked=asked, made=made)


def all_of(session: ReviewSession) -> list[object]:
    gaps = [None, *session.gaps]
    return [
        *map(session.count_above, LINES),
        *map(session.count_below, LINES),
        *(session.accept_above(line) for line in LINES),
        *(session.accept_before(gap, "") for gap in session.gaps),
        *map(session.next_open, gaps),
        *map(session.previous_open, gaps),
        *map(session.previous_doubtful, gaps),
        session.most_doubtful(),
        session.state_of(session.gaps),
        list(session.suggestions),
        session.suggestions[1:],
        session.verdicts(),
        session.made_otherwise(),
        list(map(session.made, session.gaps)),
        list(session.as_made().suggestions),
        list(session.made_by("other").suggestions),
        list(ReviewSession().with_decisions(session).suggestions),
        list(session.with_decisions(ReviewSession()).suggestions),
    ]


@st.composite
def splices(draw: st.DrawFn) -> tuple[Splice, dict[int, Standing]]:
    start, stop = sorted((draw(PLACES), draw(PLACES)))
    new = range(start, start + draw(st.integers(0, 6)))
    found = draw(suggestions(new))
    return Splice(range(start, stop), new), {one.gap: (one, untouched(one)) for one in found}


def whole(session: ReviewSession, splice: Splice, found: dict[int, Standing]) -> ReviewSession:
    state = {gap: session.state_of([gap])[0] for gap in session.gaps if gap not in splice.old}
    moved = {
        gap if gap < splice.old.stop else gap + splice.by: standing
        for gap, standing in state.items()
    }
    placed = {gap: (one.moved(gap - one.gap), verdict) for gap, (one, verdict) in moved.items()}
    every = placed | found
    verdicts = {gap: verdict for gap, (_, verdict) in every.items()}
    return ReviewSession((one for one, _ in every.values()), verdicts)


def change(session: ReviewSession, at: int, kind: int) -> list[Change]:
    """Have something happen to one of the gaps."""
    if not session.gaps:
        return []
    gap = session.gaps[at % len(session.gaps)]
    thought = Suggestion(gap, Mark.PERIOD, Case.CAPITALISED, 0.5, asked=kind == 0)
    if kind == 0:
        session.renew({gap: thought})
    elif kind == 1:
        session.suit({gap: thought})
    elif kind == 2:
        return [session.apply(session.decide([gap], Decision.ACCEPTED, ""))]
    elif kind == 3:
        edit = Edit(Mark.COLON, Case.KEEP)
        return [session.apply(session.choose(gap, edit, Decision.OPEN, ""))]
    else:
        return [session.apply(session.accept_above(0.5))]
    return []


@given(
    suggestions(range(13)),
    st.lists(st.tuples(splices(), st.lists(st.tuples(PLACES, st.integers(0, 4)))), max_size=3),
)
def test_an_edit_leaves_what_is_read_as_if_anew(
    proposed: list[Suggestion],
    edits: list[tuple[tuple[Splice, dict[int, Standing]], list[tuple[int, int]]]],
) -> None:
    session = ReviewSession(proposed)
    for (splice, found), deeds in edits:
        before = all_of(session)
        after, plain = session.spliced(splice, found), whole(session, splice, found)
        assert all_of(after) == all_of(plain)
        made = [change(after, at, kind) for at, kind in deeds]
        assert made == [change(plain, at, kind) for at, kind in deeds]
        assert all_of(after) == all_of(plain)
        for step in [step for steps in reversed(made) for step in steps]:
            after.apply(step.inverse())
            plain.apply(step.inverse())
        assert all_of(after) == all_of(plain)
        assert all_of(session) == before
        session = after


@given(suggestions(range(13)), splices(), PLACES, st.integers(0, 4))
def test_what_is_decided_once_an_edit_is_undone_does_not_reach_it(
    proposed: list[Suggestion], edit: tuple[Splice, dict[int, Standing]], at: int, kind: int
) -> None:
    session = ReviewSession(proposed)
    after, plain = session.spliced(*edit), whole(session, *edit)
    change(session, at, kind)
    assert all_of(after) == all_of(plain)


@given(suggestions(range(13)), st.lists(st.tuples(PLACES, st.integers(0, 4)), max_size=3))
def test_a_copy_knows_nothing_of_what_comes(
    proposed: list[Suggestion], deeds: list[tuple[int, int]]
) -> None:
    session = ReviewSession(proposed)
    for at, kind in deeds:
        copy, before = session.copied(), all_of(session)
        change(session, at, kind)
        assert all_of(copy) == before
        after, other = all_of(session), session.copied()
        change(other, at + 1, kind)
        assert all_of(session) == after


def test_a_copy_costs_nothing_before_anything_changes() -> None:
    session = ReviewSession(Suggestion(gap, Mark.COMMA, Case.KEEP, 0.5) for gap in range(30_000))
    tracemalloc.start()
    copy = session.copied()
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken < 10_000
    assert copy.gaps is session.gaps
    session.apply(session.decide([5], Decision.ACCEPTED, ""))
    assert (copy.open_count, session.open_count) == (30_000, 29_999)
