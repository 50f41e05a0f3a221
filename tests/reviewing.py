"""What may happen in a review, for properties that hold whatever happens."""

from __future__ import annotations

from abc import abstractmethod

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Change, Decision, Edit, Verdict, untouched
from subpunct_app.text.words import Case, Mark, Suggestion

COUNT = 8
# Gaps for which nothing is proposed.
BARE = range(COUNT, COUNT + 2)

gaps = st.integers(0, COUNT - 1)
edits = st.builds(Edit, st.sampled_from([Mark.COMMA, Mark.COLON]), st.just(Case.KEEP))
thoughts = st.builds(
    Suggestion,
    st.just(0),
    st.sampled_from([Mark.NONE, Mark.COMMA, Mark.PERIOD]),
    st.sampled_from([Case.KEEP, Case.CAPITALISED]),
    st.sampled_from([0.2, 0.5, 0.8]),
    asked=st.booleans(),
)
found = st.dictionaries(gaps, thoughts).map(
    lambda thoughts: {gap: thought.moved(gap) for gap, thought in thoughts.items()}
)


def begun() -> ReviewSession:
    """Return a review with a comma at each gap, one surer than the other."""
    return ReviewSession(
        Suggestion(gap, Mark.COMMA, Case.KEEP, (gap + 1) / COUNT) for gap in range(COUNT)
    )


class Editor(RuleBasedStateMachine):
    """Say at random what an editor may say of the suggestions of a session."""

    session: ReviewSession

    @rule(some=st.sets(gaps, min_size=1), decision=st.sampled_from(Decision))
    def decide(self, some: set[int], decision: Decision) -> None:
        self.push(self.session.decide(some, decision, ""))

    @rule(gap=gaps, edit=edits, decision=st.sampled_from(Decision))
    def choose(self, gap: int, edit: Edit, decision: Decision) -> None:
        self.push(self.session.choose(gap, edit, decision, ""))

    @rule(gap=st.sampled_from(BARE), edit=edits)
    def put(self, gap: int, edit: Edit) -> None:
        self.session.point_at(gap)
        self.push(self.session.choose(gap, edit, Decision.ACCEPTED, ""))

    @rule(edits=st.dictionaries(st.sampled_from(BARE), edits, min_size=2))
    def put_at_once(self, edits: dict[int, Edit]) -> None:
        put = {
            gap: Suggestion.of_editor(gap, Mark.NONE) for gap in edits.keys() - self.session.gaps
        }
        before = {gap: (one, untouched(one)) for gap, one in put.items()}
        after = {gap: (one, Verdict(edits[gap], Decision.ACCEPTED)) for gap, one in put.items()}
        self.push(Change("", before, after))

    @rule(minimum=st.sampled_from([0.0, 0.5, 0.9]))
    def accept_above(self, minimum: float) -> None:
        self.push(self.session.accept_above(minimum))

    @rule(gap=st.integers(0, BARE.stop))
    def accept_before(self, gap: int) -> None:
        self.push(self.session.accept_before(gap, ""))

    @abstractmethod
    def push(self, change: Change) -> None:
        """Make a change as a step of its own, if it is one."""
