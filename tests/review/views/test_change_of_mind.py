"""Whatever is asked anew in the middle of a review, decisions stay, and count for who made them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from subpunct_app.review.learning.recalibration import lessons_from
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.opened import Review
from subpunct_app.text.verdicts import Change, Decision, Verdict
from subpunct_app.text.words import Suggestion
from tests.review.journal.test_journal_round_trip import TRANSCRIPT
from tests.reviewing import BARE, COUNT, Editor, begun, thoughts

models = st.sampled_from(["one", "two", "three"])
everywhere = st.tuples(*[thoughts] * COUNT).map(
    lambda found: {gap: thought.moved(gap) for gap, thought in enumerate(found)}
)
temperatures = st.sampled_from([0.5, 1.0, 2.0])


class Wavering(Editor):
    """Review a text, and ask one model or another at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[partial[None]] = []
        self.lie(Review(TRANSCRIPT, begun(), model="one"), dict.fromkeys(begun().gaps, "one"))

    @rule(found=everywhere, model=models, temperature=temperatures)
    def ask_again(self, found: Mapping[int, Suggestion], model: str, temperature: float) -> None:
        before, said = self.review, self.decided()
        asked = ReviewSession(found.values())
        review = Review(TRANSCRIPT, asked, model=model, temperature=temperature)
        makers = dict.fromkeys(found, model) | {
            gap: self.makers[gap] for gap in said if gap not in BARE
        }
        self.steps.append(partial(self.lie, before, self.makers))
        self.lie(review.continuing(before), makers)
        assert self.decided() == said
        assert all(self.session.made(gap) == found[gap] for gap in found.keys() - said.keys())

    @precondition(lambda self: self.steps)
    @rule()
    def undo(self) -> None:
        self.steps.pop()()

    def push(self, change: Change) -> None:
        if change.after:
            before = self.session.verdicts()
            made = self.review.apply(change)
            self.steps.append(partial(self.take_back, made, before))

    def take_back(self, made: Change, before: Mapping[int, Verdict]) -> None:
        self.review.apply(made.inverse())
        assert self.session.verdicts() == before

    def lie(self, review: Review, makers: Mapping[int, str]) -> None:
        self.review, self.session, self.makers = review, review.session, makers

    def decided(self) -> dict[int, Verdict]:
        verdicts = self.session.verdicts().items()
        return {gap: said for gap, said in verdicts if said.decision is not Decision.OPEN}

    @invariant()
    def each_lesson_is_for_the_model_that_it_is_about(self) -> None:
        made, review = self.session.suggestions, self.review
        verdicts, gaps = self.session.verdicts(), TRANSCRIPT.gaps
        lessons = lessons_from(gaps, made, verdicts, review.model, temperature=review.temperature)
        told = {lesson.suggestion.gap: lesson.model for lesson in lessons}
        assert told == {gap: self.makers[gap] for gap in self.decided() if gap not in BARE}


Wavering.TestCase.settings = settings(max_examples=15, stateful_step_count=15)
TestWavering = pytest.mark.slow(Wavering.TestCase)
