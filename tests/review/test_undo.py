"""Undo takes back what the editor said; what is open is as the model has it by now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import settings
from hypothesis.stateful import invariant, precondition, rule

from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import (
    Change,
    Decision,
    Edit,
    Standing,
    is_untouched,
    untouched,
)
from subpunct_app.text.splice import Splice
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.reviewing import Editor, begun, found

GAP = 3
OLD = Suggestion(GAP, Mark.COMMA, Case.KEEP, 0.6)
NEW = Suggestion(GAP, Mark.PERIOD, Case.CAPITALISED, 0.8)


def test_a_decision_that_is_undone_again_leaves_the_newest_suggestion() -> None:
    session = ReviewSession([OLD])
    change = session.decide([GAP], Decision.ACCEPTED, "")
    session.apply(change)
    session.apply(change.inverse())
    session.renew({GAP: NEW})
    session.apply(change)
    assert session.edits() == {GAP: Edit(Mark.COMMA, Case.KEEP)}
    session.apply(change.inverse())
    assert (session.suggestion(GAP), session.verdict(GAP)) == (NEW, untouched(NEW))


def test_what_a_model_says_of_a_decided_gap_shows_once_it_is_open() -> None:
    session = ReviewSession([OLD])
    change = session.decide([GAP], Decision.ACCEPTED, "")
    session.apply(change)
    assert session.renew({GAP: NEW}) == []
    assert session.suggestion(GAP) == OLD
    session.apply(change.inverse())
    assert (session.suggestion(GAP), session.verdict(GAP)) == (NEW, untouched(NEW))
    assert session.most_doubtful() == GAP


def test_an_edit_on_offer_that_is_undone_leaves_the_newest_suggestion() -> None:
    session = ReviewSession([OLD])
    change = session.choose(GAP, Edit(Mark.COLON, Case.KEEP), Decision.OPEN, "")
    session.apply(change)
    session.suit({GAP: NEW})
    assert session.verdict(GAP).edit.mark is Mark.COLON
    session.apply(change.inverse())
    assert (session.suggestion(GAP), session.verdict(GAP)) == (NEW, untouched(NEW))
    assert session.made(GAP) == OLD


def test_what_a_model_comes_to_think_as_the_style_has_it_is_told() -> None:
    session = ReviewSession([OLD])
    session.suit({GAP: NEW})
    assert session.renew({GAP: NEW}) == [GAP]
    assert session.made(GAP) == NEW
    assert session.renew({GAP: NEW}) == []


class Reviewing(Editor):
    """Decide, undo and redo at random while a model and a style change what they propose."""

    def __init__(self) -> None:
        super().__init__()
        self.session = begun()
        self.latest = {one.gap: one for one in self.session.suggestions}
        # Each step with what the editor had said before and after it.
        self.steps: list[tuple[Change, dict[int, Standing], dict[int, Standing]]] = []
        self.done = 0

    @precondition(lambda self: self.done > 0)
    @rule()
    def undo(self) -> None:
        self.done -= 1
        change, before, _ = self.steps[self.done]
        self.make(change.inverse())
        assert self.said() == before

    @precondition(lambda self: self.done < len(self.steps))
    @rule()
    def redo(self) -> None:
        change, _, after = self.steps[self.done]
        self.done += 1
        self.make(change)
        assert self.said() == after

    @rule(found=found)
    def think_again(self, found: Mapping[int, Suggestion]) -> None:
        self.session.renew(found)
        self.latest |= found

    @rule(found=found)
    def follow_a_style(self, found: Mapping[int, Suggestion]) -> None:
        self.session.suit(found)
        for gap, one in found.items():
            self.latest[gap] = replace(one, made=self.latest[gap].original)

    @rule()
    def forget_the_style(self) -> None:
        self.session.suit(self.session.made_otherwise())
        self.latest = {gap: latest.original for gap, latest in self.latest.items()}

    @invariant()
    def what_is_open_is_as_the_model_has_it_by_now(self) -> None:
        said = self.said()
        for gap, latest in self.latest.items():
            assert self.session.latest(gap) == latest
            assert self.session.latest(gap).original == latest.original
            if gap not in said:
                assert self.session.suggestion(gap) == latest
                assert self.session.made(gap) == latest.original

    @invariant()
    def all_is_ranked_as_if_begun_anew(self) -> None:
        session = self.session
        fresh = ReviewSession(session.suggestions, session.verdicts())
        assert session.open_count == fresh.open_count
        for gap in fresh.gaps:
            assert session.previous_doubtful(gap) == fresh.previous_doubtful(gap)
        for sure in (0.0, 0.5, 0.9):
            assert session.count_above(sure) == fresh.count_above(sure)

    @invariant()
    def an_edit_moves_all_of_it_along(self) -> None:
        moved = self.session.spliced(Splice(range(0), range(2)), {})
        assert [moved.latest(gap + 2).moved(-2) for gap in self.latest] == [*self.latest.values()]

    def push(self, change: Change) -> None:
        if change:
            before = self.said()
            self.make(change)
            self.steps[self.done :] = [(change, before, self.said())]
            self.done += 1

    def make(self, change: Change) -> None:
        self.session.apply(change)

    def said(self) -> dict[int, Standing]:
        """Return what the editor said, and about which suggestions."""
        standings = zip(self.session.gaps, self.session.state_of(self.session.gaps), strict=True)
        return {gap: standing for gap, standing in standings if not is_untouched(*standing)}


Reviewing.TestCase.settings = settings(max_examples=50, stateful_step_count=20)
TestReviewing = Reviewing.TestCase
