"""What became of the suggestions of a text, and for how long somebody worked."""

from __future__ import annotations

from dataclasses import replace

from subpunct_app.review.session import ReviewSession
from subpunct_app.review.statistics import Counts, Statistics, WorkTime
from subpunct_app.text.decisions import Decision, Edit
from subpunct_app.text.words import Case, Gap, Mark, Suggestion

GAPS = tuple(Gap(0, at, at, Mark.COLON if at == 4 else Mark.NONE) for at in range(6))
SUGGESTIONS = (
    Suggestion(1, Mark.COMMA, Case.KEEP, 0.6),
    Suggestion(2, Mark.PERIOD, Case.CAPITALISED, 0.9),
    Suggestion(3, Mark.NONE, Case.CAPITALISED, 0.8),
    Suggestion(4, Mark.NONE, Case.KEEP, 0.7),
    Suggestion(5, Mark.COMMA, Case.KEEP, 0.5),
)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def decide(session: ReviewSession, *gaps: int, decision: Decision) -> None:
    session.apply(session.decide(gaps, decision, ""))


def test_nothing_is_known_before_the_first_decision() -> None:
    statistics = Statistics.of(ReviewSession(SUGGESTIONS), GAPS)
    assert statistics == Statistics(left=5)
    assert statistics.total.acceptance is None


def test_decisions_are_counted_by_kind_the_most_frequent_first() -> None:
    session = ReviewSession(SUGGESTIONS)
    decide(session, 1, 2, 3, 4, decision=Decision.ACCEPTED)
    decide(session, 5, decision=Decision.REJECTED)
    statistics = Statistics.of(session, GAPS)
    assert statistics.by_kind == {
        Mark.COMMA: Counts(accepted=1, rejected=1),
        Mark.PERIOD: Counts(accepted=1),
        Mark.NONE: Counts(accepted=1),
        None: Counts(accepted=1),
    }
    assert next(iter(statistics.by_kind)) is Mark.COMMA
    assert statistics.total == Counts(accepted=4, rejected=1)
    assert (statistics.total.acceptance, statistics.left) == (0.8, 0)


def test_another_mark_than_the_proposed_one_is_a_change_by_hand() -> None:
    session = ReviewSession(SUGGESTIONS)
    session.apply(session.choose(1, Edit(Mark.PERIOD, Case.KEEP), Decision.ACCEPTED, ""))
    statistics = Statistics.of(session, GAPS)
    assert statistics.by_kind == {Mark.COMMA: Counts(changed=1)}
    assert statistics.total.acceptance == 0.0


def test_what_nobody_read_says_nothing_about_the_model() -> None:
    session = ReviewSession(SUGGESTIONS)
    session.apply(session.accept_above(0.8))
    decide(session, 1, decision=Decision.REJECTED)
    total = Statistics.of(session, GAPS).total
    assert (total, total.acceptance) == (Counts(rejected=1, unread=2), 0.0)


def test_what_is_only_asked_about_is_a_decision_and_no_proposal() -> None:
    session = ReviewSession((*SUGGESTIONS[:2], replace(SUGGESTIONS[4], asked=True)))
    decide(session, 1, decision=Decision.REJECTED)
    decide(session, 5, decision=Decision.ACCEPTED)
    total = Statistics.of(session, GAPS).total
    assert total == Counts(rejected=1, answered=1)
    assert (total.decided, total.acceptance) == (2, 0.0)


def test_what_the_editor_put_alone_was_missed() -> None:
    session = ReviewSession(SUGGESTIONS)
    session.point_at(0)
    session.apply(session.choose(0, Edit(Mark.NONE, Case.CAPITALISED), Decision.ACCEPTED, ""))
    total = Statistics.of(session, GAPS).total
    assert (total, total.decided, total.acceptance) == (Counts(missed=1), 1, None)


def test_an_idle_minute_is_not_work() -> None:
    clock = Clock()
    work = WorkTime(clock)
    for seconds in (10, 60, 61, 20):
        clock.now += seconds
        work.note_activity()
    assert work.seconds == 80
