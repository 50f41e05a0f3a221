"""Decisions, counting, navigation and undo of a review."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Change, Decision, Edit, case_for
from subpunct_app.text.words import Case, Mark, Suggestion, toggle_capital
from tests.growth import calls_in


def make_session(count: int = 5) -> ReviewSession:
    return ReviewSession(
        Suggestion(gap * 3, Mark.COMMA, Case.KEEP, gap / count) for gap in range(count)
    )


def accept(session: ReviewSession, *gaps: int) -> Change:
    change = session.decide(gaps, Decision.ACCEPTED, "Accept")
    session.apply(change)
    return change


def test_nothing_is_accepted_at_first() -> None:
    session = make_session()
    assert session.open_count == len(session) == 5
    assert session.edits() == {}


def test_only_accepted_suggestions_become_edits() -> None:
    session = make_session()
    accept(session, 3)
    session.apply(session.decide([6], Decision.REJECTED, "Reject"))
    assert session.edits() == {3: Edit(Mark.COMMA, Case.KEEP)}
    assert session.pending([0, 3, 6, 7]) == {
        0: Edit(Mark.COMMA, Case.KEEP),
        3: Edit(Mark.COMMA, Case.KEEP),
    }


def test_deciding_where_nothing_was_proposed_is_an_error() -> None:
    with pytest.raises(KeyError):
        make_session().decide([1], Decision.ACCEPTED, "Accept")


def test_the_editor_may_choose_another_mark() -> None:
    session = make_session()
    chosen = Edit(Mark.QUESTION, Case.CAPITALISED)
    session.apply(session.choose(6, chosen, Decision.ACCEPTED, "Put ?"))
    assert session.edits() == {6: Edit(Mark.QUESTION, Case.CAPITALISED)}
    assert session.suggestion(6).mark is Mark.COMMA


def test_accepting_above_a_threshold_leaves_decided_ones_alone() -> None:
    session = make_session()
    session.apply(session.decide([12], Decision.REJECTED, "Reject"))
    assert session.count_above(0.4) == 2
    session.apply(session.accept_above(0.4))
    assert sorted(session.edits()) == [6, 9]


def test_decisions_survive_other_suggestions() -> None:
    session = make_session()
    accept(session, 3)
    session.apply(session.choose(6, Edit(Mark.COLON, Case.KEEP), Decision.REJECTED, "Reject"))
    others = [Suggestion(gap, Mark.PERIOD, Case.CAPITALISED, 0.9) for gap in (3, 5, 9)]
    merged = ReviewSession(others).with_decisions(session)
    assert list(merged.gaps) == [3, 5, 6, 9]
    assert merged.edits() == {3: Edit(Mark.COMMA, Case.KEEP)}
    assert merged.verdict(6) == session.verdict(6)
    assert merged.suggestion(9).mark is Mark.PERIOD
    assert (merged.open_count, merged.count_above(0.9)) == (2, 2)
    assert session.open_count == 3


def test_a_step_about_many_and_its_undo_take_few_calls_for_each() -> None:
    session = make_session(500)

    def accept_and_undo() -> None:
        session.apply(session.apply(session.accept_above(0.0)).inverse())

    assert calls_in(accept_and_undo) < 4 * 500
    assert session.open_count == 500


@given(st.sets(st.integers(0, 4)), st.none() | st.integers(-1, 13))
def test_next_and_previous_go_round_through_all_that_is_open(
    decided: set[int], gap: int | None
) -> None:
    session = make_session()
    accept(session, *(at * 3 for at in decided))
    left = [at * 3 for at in range(5) if at not in decided]
    behind = [at for at in left if gap is None or at > gap]
    before = [at for at in left if gap is None or at < gap]
    assert session.next_open(gap) == next(iter(behind + left), None)
    assert session.previous_open(gap) == next(iter(before[::-1] + left[::-1]), None)


def test_what_is_open_far_behind_thousands_of_decisions_is_found_at_once() -> None:
    session = make_session(2_000)
    accept(session, *session.gaps[1:-1])
    first, last = session.gaps[0], session.gaps[-1]
    assert calls_in(lambda: session.next_open(first)) < 1_000
    assert session.next_open(first) == session.previous_open(first) == last
    assert session.previous_open(last) == session.next_open(last) == first


def test_there_is_no_next_when_all_is_decided() -> None:
    session = make_session()
    accept(session, *session.gaps)
    assert session.next_open(0) is None
    assert session.previous_open(0) is None


def test_the_order_of_doubt_wraps_over_decided_ones() -> None:
    session = ReviewSession(
        Suggestion(gap, Mark.COMMA, Case.KEEP, sure)
        for gap, sure in {2: 0.9, 4: 0.5, 6: 0.7, 8: 0.7}.items()
    )
    assert [session.previous_doubtful(gap) for gap in (None, 2, 8, 6, 4)] == [2, 8, 6, 4, 2]
    assert session.most_doubtful() == 4
    accept(session, 6, 2)
    assert [session.previous_doubtful(gap) for gap in (2, 8, 6, 4)] == [8, 4, 4, 8]
    accept(session, 4, 8)
    assert session.most_doubtful() is session.previous_doubtful(None) is None


@pytest.mark.parametrize(
    ("mark", "proposed", "case", "expected"),
    [
        (Mark.PERIOD, Mark.COMMA, Case.KEEP, Case.CAPITALISED),
        (Mark.COMMA, Mark.PERIOD, Case.CAPITALISED, Case.KEEP),
        (Mark.QUESTION, Mark.PERIOD, Case.CAPITALISED, Case.CAPITALISED),
        (Mark.NONE, Mark.COMMA, Case.CAPITALISED, Case.CAPITALISED),
        (Mark.PERIOD, Mark.COMMA, Case.spelled("iPhone"), Case.spelled("iPhone")),
        (Mark.NONE, Mark.PERIOD, Case.spelled("iPhone"), Case.spelled("iPhone")),
    ],
)
def test_the_case_follows_the_chosen_mark(
    mark: Mark, proposed: Mark, case: Case, expected: Case
) -> None:
    assert case_for(mark, Suggestion(0, proposed, case, 1.0)) == expected


@pytest.mark.parametrize(
    ("case", "word", "expected"),
    [
        (Case.KEEP, "today", Case.CAPITALISED),
        (Case.CAPITALISED, "today", Case.KEEP),
        (Case.KEEP, "Today", Case.LOWER),
        (Case.LOWER, "Today", Case.KEEP),
        (Case.KEEP, "'42'", Case.KEEP),
        (Case.KEEP, "", Case.KEEP),
    ],
)
def test_the_capital_is_turned_round(case: Case, word: str, expected: Case) -> None:
    assert toggle_capital(case, word) is expected


@pytest.mark.parametrize(
    ("word", "suggested", "turns"),
    [
        ("voc", Case.UPPER, ["voc", "Voc", "VOC"]),
        ("Voc", Case.UPPER, ["voc", "Voc", "VOC"]),
        ("x", Case.UPPER, ["x", "X"]),
        ("iphone", Case.spelled("iPhone"), ["iphone", "iPhone"]),
        ("today", Case.CAPITALISED, ["today", "Today"]),
        ("NATO", Case.KEEP, ["nato", "Nato", "NATO"]),
        ("iPhone", Case.KEEP, ["iphone", "iPhone"]),
    ],
)
def test_what_is_suggested_or_stands_comes_back_when_the_capital_is_turned_on(
    word: str, suggested: Case, turns: list[str]
) -> None:
    case, shown = suggested, []
    for _ in turns:
        case = toggle_capital(case, word, suggested=suggested)
        shown.append(case.apply(word))
    assert shown == turns


marks = st.sampled_from(Mark)
cases = st.sampled_from(Case)
suggestions = st.lists(
    st.builds(Suggestion, st.integers(0, 40), marks, cases, st.floats(0, 1)),
    min_size=1,
    max_size=12,
    unique_by=lambda s: s.gap,
)


def questions() -> ReviewSession:
    proposed = [Suggestion(gap, Mark.COMMA, Case.KEEP, gap / 10) for gap in (5, 9)]
    asked = [Suggestion(gap, Mark.PERIOD, Case.KEEP, gap / 10, asked=True) for gap in (6, 8)]
    return ReviewSession([*proposed, *asked])


def test_above_a_line_what_is_only_asked_is_left_out() -> None:
    session = questions()
    assert (session.count_above(0.55), session.count_below(0.55)) == (1, 1)
    session.apply(session.accept_above(0.55))
    assert session.edits() == {9: Edit(Mark.COMMA, Case.KEEP)}
    assert session.open_count == 1
    assert not session.verdict(8).seen


def test_what_is_open_before_a_gap_is_done_as_proposed_and_was_read() -> None:
    session = questions()
    session.apply(session.accept_before(8, ""))
    assert session.edits() == {5: Edit(Mark.COMMA, Case.KEEP)}
    assert [*session.open_among(session.gaps)] == [8, 9]
    assert session.verdict(6).decision is Decision.REJECTED
    assert all(session.verdict(gap).seen for gap in (5, 6))


def test_a_question_is_answered_by_accepting_it() -> None:
    session = questions()
    assert session.asked([5, 6, 8]).keys() == {6, 8}
    session.apply(session.decide([6], Decision.ACCEPTED, ""))
    assert session.edits() == {6: Edit(Mark.PERIOD, Case.KEEP)}
    assert session.count_above(0.0) == 2


def test_what_is_pending_leaves_questions_out() -> None:
    assert questions().pending([5, 6, 8, 9]).keys() == {5, 9}


def adapted(gap: int, sure: float = 0.4) -> Suggestion:
    return Suggestion(gap, Mark.PERIOD, Case.CAPITALISED, sure)


def test_what_is_shown_by_taste_is_accepted_and_what_the_model_made_is_known() -> None:
    session = make_session()
    made = session.suggestion(3)
    assert session.suit({3: adapted(3), 4: adapted(4)}) == [3]
    assert session.suggestion(3) == adapted(3)
    assert session.made(3) == made
    accept(session, 3)
    assert session.edits() == {3: Edit(Mark.PERIOD, Case.CAPITALISED)}


def test_as_made_holds_decisions_and_what_the_model_proposed_elsewhere() -> None:
    session = make_session()
    session.suit({3: adapted(3), 6: adapted(6)})
    accept(session, 3)
    made = session.as_made()
    assert made.suggestions == make_session().suggestions
    assert made.edits() == session.edits()
    assert [gap for gap in made.gaps if made.verdict(gap).decision is Decision.OPEN] == [
        0,
        6,
        9,
        12,
    ]
    assert made.verdict(6) == make_session().verdict(6)


def test_what_a_model_proposes_no_more_is_asked_about_last() -> None:
    session = make_session()
    assert session.renew({0: None}) == [0]
    assert session.asked([0]).keys() == {0}
    assert (session.most_doubtful(), session.previous_doubtful(0)) == (3, 12)
