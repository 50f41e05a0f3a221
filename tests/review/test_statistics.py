"""What is counted in a sitting, and for how long somebody worked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.session import ReviewSession
from subpunct_app.review.statistics import Counts, Statistics, kind_of
from subpunct_app.text.decisions import Change, Decision, Edit
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


class Sitting:
    """A session under review, with everything counted."""

    def __init__(self, *suggestions: Suggestion) -> None:
        self.clock = Clock()
        self.session = ReviewSession(suggestions or SUGGESTIONS)
        self.statistics = Statistics(self.clock)
        self.statistics.restart(self.session, GAPS)

    def decide(self, *gaps: int, decision: Decision, after: float = 4.0) -> None:
        self.clock.now += after
        self.apply(self.session.decide(gaps, decision, ""))

    def apply(self, change: Change) -> None:
        self.session.apply(change)
        self.statistics.note_change(change)

    def counted_anew(self) -> Statistics:
        fresh = Statistics(self.clock)
        fresh.restart(self.session, GAPS)
        return fresh


@pytest.fixture
def sitting() -> Sitting:
    return Sitting()


def test_nothing_is_known_before_the_first_decision(sitting: Sitting) -> None:
    statistics = sitting.statistics
    assert statistics.total == Counts()
    assert statistics.total.acceptance is None
    assert statistics.per_minute is None
    assert (statistics.left, statistics.seconds) == (5, 0.0)


def test_decisions_are_counted_by_kind(sitting: Sitting) -> None:
    sitting.decide(1, decision=Decision.ACCEPTED)
    sitting.decide(5, decision=Decision.REJECTED)
    sitting.decide(2, 3, 4, decision=Decision.ACCEPTED)
    assert sitting.statistics.by_kind == {
        Mark.COMMA: Counts(accepted=1, rejected=1),
        Mark.PERIOD: Counts(accepted=1),
        Mark.NONE: Counts(accepted=1),
        None: Counts(accepted=1),
    }
    assert next(iter(sitting.statistics.by_kind)) is Mark.COMMA
    assert sitting.statistics.total == Counts(accepted=4, rejected=1)
    assert sitting.statistics.total.acceptance == 0.8
    assert sitting.statistics.left == 0


def test_another_mark_than_the_proposed_one_is_a_change_by_hand(sitting: Sitting) -> None:
    session = sitting.session
    change = session.choose(1, Edit(Mark.PERIOD, Case.KEEP), Decision.ACCEPTED, "")
    session.apply(change)
    sitting.statistics.note_change(change)
    assert sitting.statistics.by_kind == {Mark.COMMA: Counts(changed=1)}
    assert sitting.statistics.total.acceptance == 0.0


def test_what_nobody_read_says_nothing_about_the_model(sitting: Sitting) -> None:
    change = sitting.session.accept_above(0.8)
    sitting.session.apply(change)
    sitting.statistics.note_change(change)
    sitting.decide(1, decision=Decision.REJECTED)
    assert sitting.statistics.total == Counts(rejected=1, unread=2)
    assert sitting.statistics.total.acceptance == 0.0


def test_what_is_undone_was_not_decided(sitting: Sitting) -> None:
    change = sitting.session.decide([1], Decision.ACCEPTED, "")
    for step in (change, change.inverse()):
        sitting.clock.now += 5
        sitting.session.apply(step)
        sitting.statistics.note_change(step)
    assert sitting.statistics.total == Counts()
    assert sitting.statistics.by_kind == {}
    assert sitting.statistics.per_minute is None
    assert sitting.statistics.seconds == 10


def test_an_idle_minute_is_not_work(sitting: Sitting) -> None:
    sitting.decide(1, decision=Decision.ACCEPTED, after=60)
    sitting.decide(2, decision=Decision.ACCEPTED, after=61)
    sitting.decide(3, decision=Decision.ACCEPTED, after=20)
    assert sitting.statistics.seconds == 80


def test_only_decisions_one_by_one_make_the_pace(sitting: Sitting) -> None:
    sitting.decide(1, decision=Decision.ACCEPTED, after=10)
    sitting.decide(2, 3, 4, decision=Decision.ACCEPTED, after=10)
    sitting.decide(5, decision=Decision.REJECTED, after=10)
    assert sitting.statistics.per_minute == 4


def test_what_is_only_asked_about_is_a_decision_and_no_proposal() -> None:
    sitting = Sitting(*SUGGESTIONS[:2], replace(SUGGESTIONS[4], asked=True))
    sitting.decide(1, decision=Decision.REJECTED, after=10)
    sitting.decide(5, decision=Decision.ACCEPTED, after=10)
    statistics = sitting.statistics
    assert statistics.total == Counts(rejected=1, answered=1)
    assert (statistics.total.decided, statistics.total.acceptance) == (2, 0.0)
    assert statistics.per_minute == 60 * statistics.total.decided / statistics.seconds


def test_other_suggestions_start_the_counts_anew_but_not_the_time(sitting: Sitting) -> None:
    sitting.decide(1, decision=Decision.ACCEPTED)
    sitting.statistics.restart(ReviewSession(SUGGESTIONS), GAPS)
    assert sitting.statistics.total == Counts()
    assert sitting.statistics.seconds == 4


@pytest.mark.parametrize(
    ("mark", "current", "kind"),
    [
        (Mark.COMMA, Mark.NONE, Mark.COMMA),
        (Mark.NONE, Mark.COMMA, Mark.NONE),
        (Mark.COMMA, Mark.COMMA, None),
        (Mark.NONE, Mark.NONE, None),
    ],
)
def test_the_kind_is_what_is_proposed(mark: Mark, current: Mark, kind: Mark | None) -> None:
    assert kind_of(Suggestion(1, mark, Case.KEEP, 0.5), current) is kind


def test_thousands_at_once_are_counted_when_somebody_asks() -> None:
    session = ReviewSession(Suggestion(gap, Mark.COMMA, Case.KEEP, 0.5) for gap in range(1, 301))
    statistics = Statistics(Clock())
    statistics.restart(session, tuple(Gap(0, at, at) for at in range(301)))
    assert statistics.total == Counts()
    for gaps in (range(1, 201), [201], range(202, 301)):
        change = session.decide(gaps, Decision.ACCEPTED, "")
        session.apply(change)
        statistics.note_change(change)
    assert statistics.by_kind == {Mark.COMMA: Counts(accepted=300)}


steps = st.tuples(
    st.lists(st.sampled_from([1, 2, 3, 4, 5]), min_size=1, unique=True),
    st.sampled_from(Decision),
    st.booleans(),
)


@given(st.lists(steps))
def test_counting_step_by_step_is_counting_anew(
    played: list[tuple[list[int], Decision, bool]],
) -> None:
    sitting = Sitting()
    for gaps, decision, undone in played:
        change = sitting.session.decide(gaps, decision, "")
        for step in (change, change.inverse()) if undone else (change,):
            sitting.session.apply(step)
            sitting.statistics.note_change(step)
    assert sitting.statistics.by_kind == sitting.counted_anew().by_kind
    assert sitting.statistics.left == sitting.session.open_count


def test_what_the_editor_put_alone_was_missed(sitting: Sitting) -> None:
    sitting.session.point_at(0)
    change = sitting.session.choose(0, Edit(Mark.NONE, Case.CAPITALISED), Decision.ACCEPTED, "")
    sitting.statistics.note_change(sitting.session.apply(change))
    assert sitting.statistics.total == Counts(missed=1)
    assert (sitting.statistics.total.decided, sitting.statistics.total.acceptance) == (1, None)
    sitting.statistics.note_change(sitting.session.apply(change.inverse()))
    assert sitting.statistics.total == Counts()
