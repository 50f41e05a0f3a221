"""The suggestions of one text: decided about, counted, gone through, and turned into edits."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from subpunct_app.review.decision_table import DecisionTable, come_about, moved_to
from subpunct_app.review.doubt_ranking import DoubtRanking
from subpunct_app.text.decisions import (
    Change,
    Decision,
    Edit,
    Standing,
    State,
    Verdict,
    accepted_edits,
    as_proposed,
    is_open,
    is_untouched,
    open_at,
    open_in,
    untouched,
)
from subpunct_app.text.splice import Splice
from subpunct_app.text.words import Mark, Suggestion

# A model that proposes nothing and does not ask is surer than this that nothing is missing.
_LEFT_ALONE = 0.9
# Past so many decided gaps in a row it is quicker to look through those that are open.
_NEAR = 100


class ReviewSession:
    """Hold the suggestions of one text, keyed by gap, and what was decided about each.

    Methods that return a Change only plan it; `apply` is the one way to change a verdict. Where
    the editor has said something, a renewed suggestion waits until that is taken back.

    An editor may decide about any gap. A gap without a suggestion is in the session while the
    editor points at it, and stays there once something is decided; it never counts as open.
    """

    def __init__(
        self,
        suggestions: Iterable[Suggestion] = (),
        verdicts: Mapping[int, Verdict] | None = None,
    ) -> None:
        said, found = verdicts or {}, sorted(suggestions, key=attrgetter("gap"))
        self._standings = DecisionTable(
            {one.gap: (one, said.get(one.gap) or untouched(one)) for one in found}
        )
        self._order = DoubtRanking(open_in(self._standings.values()))
        # The latest suggestions, where the editor has said something about an earlier one.
        self._deferred: dict[int, Suggestion] = {}
        self._pointed: Suggestion | None = None
        self._shared = False

    def __len__(self) -> int:
        return len(self._standings)

    def __contains__(self, gap: object) -> bool:
        return gap in self._standings or gap == self.pointed

    @property
    def pointed(self) -> int | None:
        """Return the gap that the editor points at although nothing is proposed there."""
        return self._pointed.gap if self._pointed else None

    @property
    def gaps(self) -> Sequence[int]:
        """Return the gaps that have a suggestion, in reading order."""
        return self._standings.gaps

    def gaps_within(self, gaps: range) -> Sequence[int]:
        """Return the gaps in a range that have a suggestion, in reading order."""
        return self._standings.within(gaps)

    @property
    def suggestions(self) -> Sequence[Suggestion]:
        """Return what the model proposed, in reading order."""
        return self._standings.suggestions

    @property
    def open_count(self) -> int:
        """Return how many suggestions are still undecided."""
        return len(self._order)

    def suggestion(self, gap: int) -> Suggestion:
        """Return the suggestion that shows at a gap; KeyError where there is none."""
        return self._at(gap)[0]

    def latest(self, gap: int) -> Suggestion:
        """Return the latest suggestion at a gap, also where a decision is about an earlier one."""
        return self._deferred.get(gap) or self.suggestion(gap)

    def made(self, gap: int) -> Suggestion:
        """Return what the model proposed at a gap, before it was adapted to the editor."""
        return self.suggestion(gap).original

    def verdict(self, gap: int) -> Verdict:
        """Return how things stand at a gap; KeyError where nothing was proposed."""
        return self._as_stored(gap)[1]

    def confidence(self, gap: int) -> float:
        """Return how sure a model is of its suggestion at a gap."""
        return self._as_stored(gap)[0].confidence

    def is_by_editor(self, gap: int) -> bool:
        """Tell whether only the editor suggests anything at a gap."""
        return self._as_stored(gap)[0].by_editor

    def verdicts(self) -> dict[int, Verdict]:
        """Return how things stand at every gap that has a suggestion."""
        return dict(self._standings.verdicts)

    def decided(self) -> Iterator[Standing]:
        """Yield what was decided about which suggestion, in reading order."""
        for gap, verdict in self._standings.verdicts:
            if verdict.decision is not Decision.OPEN:
                yield self._standings[gap]

    def standing(self, gap: int) -> tuple[Suggestion, Verdict]:
        """Return what the model proposed at a gap and what the editor did there, if anything."""
        made, verdict = self.made(gap), self.verdict(gap)
        return made, untouched(made) if self._is_untouched(gap) else verdict

    def made_otherwise(self) -> dict[int, Suggestion]:
        """Return by gap the suggestion of the model itself where the latest one is adapted."""
        may_be = dict.fromkeys([*self._standings.adapted, *self._deferred])
        return {gap: made for gap in may_be if (made := self.latest(gap).made)}

    def as_made(self) -> ReviewSession:
        """Return a session of what the model proposed, with all that the editor did."""
        if not self._standings.adapted:
            return self
        verdicts = {gap: self.verdict(gap) for gap in self.gaps if not self._is_untouched(gap)}
        return ReviewSession(map(self.made, self.gaps), verdicts)

    def made_by(self, model: str) -> ReviewSession:
        """Return the same session, whose suggestions say of which model they are."""
        signed = (replace(one, model=one.model or model) for one in self.suggestions)
        return ReviewSession(signed, self.verdicts())

    def with_decisions(self, other: ReviewSession) -> ReviewSession:
        """Return a session with every decision of another one, and these suggestions elsewhere."""
        decided = {
            gap: verdict
            for gap, verdict in other.verdicts().items()
            if verdict.decision is not Decision.OPEN
        }
        kept = {gap: other.made(gap) for gap in decided}
        here = dict(zip(self.gaps, self.suggestions, strict=True))
        return ReviewSession((here | kept).values(), decided)

    def spliced(
        self, splice: Splice, found: Mapping[int, tuple[Suggestion, Verdict]]
    ) -> ReviewSession:
        """Return the session after an edit: others in its gaps, and those behind moved along."""
        session = ReviewSession()
        session._standings = self._standings.spliced(splice, found)
        gone = map(self._standings.__getitem__, self.gaps_within(splice.old))
        closed, opened = open_in(gone), open_in(found.values())
        session._order = self._order.spliced(splice, closed, opened)
        waiting = [gap for gap in self._deferred if gap not in splice.old]
        session._deferred = {
            gap: moved_to(self._deferred[old], gap)
            for old, gap in zip(waiting, splice.moved_along(waiting), strict=True)
        }
        return session

    def copied(self) -> ReviewSession:
        """Return a copy that later changes of this session do not reach, for a thread, too."""
        session = ReviewSession()
        session._standings, session._order = self._standings, self._order
        session._deferred = dict(self._deferred)
        session._shared = self._shared = True
        return session

    def point_at(self, gap: int | None, current: Mark = Mark.NONE) -> None:
        """Let the editor point at one gap where nothing is proposed, and at no other gap.

        `current` is the mark that stands there. With None, or where something is proposed, no gap
        is pointed at.
        """
        unknown = gap is not None and gap not in self._standings
        self._pointed = Suggestion.of_editor(gap, current) if gap is not None and unknown else None

    def decide(self, gaps: Iterable[int], decision: Decision, label: str) -> Change:
        """Plan one decision for several gaps; those decided so already are left out."""
        return self._plan(label, ((gap, Verdict(self.verdict(gap).edit, decision)) for gap in gaps))

    def choose(self, gap: int, edit: Edit, decision: Decision, label: str) -> Change:
        """Plan another edit than the proposed one at a gap, together with a decision."""
        return self._plan(label, [(gap, Verdict(edit, decision))])

    def accept_above(self, minimum: float, label: str = "Accept all above") -> Change:
        """Plan to accept unread what is at least this sure; what is only asked is rejected."""
        return self._as_proposed(label, self._order.at_least(minimum), seen=False)

    def accept_before(self, gap: int, label: str) -> Change:
        """Plan to accept as read what is open before a gap; what is only asked is rejected."""
        ahead = self.gaps_within(range(gap))
        if len(ahead) > self.open_count:
            return self._as_proposed(label, self._order.ahead_of(gap), seen=True)
        return self._as_proposed(label, ahead, seen=True)

    def sides_of(self, minimum: float) -> tuple[int, int]:
        """Return how many suggestions `accept_above` would leave open, and how many accept."""
        below, asked = self.count_below(minimum), self._order.asked_from(minimum)
        return below, self.open_count - below - asked

    def count_above(self, minimum: float) -> int:
        """Return how many suggestions `accept_above` would accept."""
        _, above = self.sides_of(minimum)
        return above

    def count_below(self, minimum: float) -> int:
        """Return how many open suggestions `accept_above` would leave open."""
        return self._order.count_below(minimum)

    def renew(self, found: Mapping[int, Suggestion | None]) -> list[int]:
        """Take renewed suggestions for some gaps, and return the gaps that show another one now.

        Gaps with a decision or an edit by the editor stay as they are. With None, for nothing is
        proposed any more, the old suggestion becomes a question: only the editor can accept it.
        """
        return [
            gap
            for gap, suggestion in found.items()
            if gap in self._standings and (suggestion or not self.suggestion(gap).by_editor)
            if self._show(suggestion or self._question(gap))
        ]

    def suit(self, found: Mapping[int, Suggestion]) -> list[int]:
        """Show suggestions that are adapted to the editor, and otherwise do as `renew` does.

        What the model itself proposed at these gaps is remembered.
        """
        made = {gap: self.latest(gap).original for gap in self.suggested(found)}
        return [
            gap
            for gap, one in made.items()
            if self._show(one if found[gap] == one else replace(found[gap], made=one))
        ]

    def apply(self, change: Change) -> Change:
        """Make a change, and return it as it was made, so that its inverse undoes just that.

        A gap that it leaves without a decision shows the latest suggestion. One decision takes no
        longer in a long text than in a short one.
        """
        self._own()
        made = come_about(change, self._before(change.after), self._deferred)
        before, after = made.before, made.after
        bare = {
            gap: one
            for gap, (one, said) in after.items()
            if one.asked and one.by_editor and is_untouched(one, said)
        }
        self._standings.take(after, gone=bare)
        for suggestion in bare.values():
            self._pointed = suggestion
        if self.pointed in self._standings:
            self._pointed = None
        self._order.exchange(open_in(before.values()), open_in(after.values()))
        return made

    def next_open(self, gap: int | None) -> int | None:
        """Return the first open gap after this one, wrapping round; None when all is decided."""
        at = 0 if gap is None else bisect_right(self.gaps, gap)
        near = self._first_open(self.gaps[at : at + _NEAR])
        return self._order.behind(gap) if near is None else near

    def previous_open(self, gap: int | None) -> int | None:
        """Return the last open gap before this one, wrapping round; None when all is decided."""
        at = len(self) if gap is None else bisect_left(self.gaps, gap)
        near = self._first_open(self.gaps[max(0, at - _NEAR) : at][::-1])
        return self._order.in_front_of(gap) if near is None else near

    def most_doubtful(self, skipping: Collection[int | None] = ()) -> int | None:
        """Return the first open gap in the order of doubt that is not to be skipped, if any."""
        return self._order.first(skipping)

    def previous_doubtful(self, gap: int | None) -> int | None:
        """Return the open gap before this one in the order of doubt, wrapping round."""
        return self._order.before(None if gap is None else self.suggestion(gap))

    def suggested(self, gaps: Iterable[int]) -> Iterator[int]:
        """Yield those of the gaps that have a suggestion."""
        return (gap for gap in gaps if gap in self)

    def state_of(self, gaps: Iterable[int]) -> State:
        """Return all that is proposed for some gaps and was said about it."""
        return tuple([self._at(gap) for gap in self.suggested(gaps)])

    def open_among(self, gaps: Iterable[int]) -> Iterator[int]:
        """Yield those of the gaps that are still undecided."""
        return (gap for gap in gaps if self.is_open(gap))

    def offered(self, edit: Edit, gaps: Iterable[int]) -> list[int]:
        """Return those of the gaps that are still undecided, where just this edit is on offer."""
        standings = self._standings.among(gaps).items()
        return [gap for gap, (one, said) in standings if said.edit == edit and is_open(one, said)]

    def edits(self) -> dict[int, Edit]:
        """Return what was accepted, and nothing else, as the renderer takes it."""
        return accepted_edits(self._standings.verdicts)

    def accepted(self, gaps: Iterable[int]) -> dict[int, Edit]:
        """Return the edits that were accepted at these gaps."""
        return self._edits(gaps, self._is_accepted)

    def pending(self, gaps: Iterable[int]) -> dict[int, Edit]:
        """Return the edits at these gaps that were accepted, or are proposed and still open."""
        return self._edits(gaps, lambda gap: self.is_proposed(gap) or self._is_accepted(gap))

    def asked(self, gaps: Iterable[int]) -> dict[int, Edit]:
        """Return the edits at these gaps that are open and only asked about."""
        return self._edits(gaps, lambda gap: self.is_open(gap) and not self.is_proposed(gap))

    def is_open(self, gap: int) -> bool:
        """Tell whether something is suggested at a gap that nothing was decided about."""
        return gap in self and is_open(*self._as_stored(gap))

    def is_proposed(self, gap: int) -> bool:
        """Tell whether a suggestion is open and more than a question."""
        return self.is_open(gap) and not self.suggestion(gap).asked

    def _plan(self, label: str, wanted: Iterable[tuple[int, Verdict]]) -> Change:
        before, after = {}, {}
        for gap, verdict in wanted:
            standing = self._at(gap)
            if verdict != standing[1]:
                before[gap], after[gap] = standing, (standing[0], verdict)
        return Change(label, before, after)

    def _at(self, gap: int) -> Standing:
        if self._pointed is not None and gap == self._pointed.gap:
            return self._pointed, untouched(self._pointed)
        return self._standings[gap]

    def _as_stored(self, gap: int) -> Standing:
        """Return the same, the suggestion maybe as it was before edits moved it to this gap."""
        return self._at(gap) if gap == self.pointed else self._standings.as_stored(gap)

    def _before(self, wanted: Mapping[int, Standing]) -> dict[int, Standing]:
        """Return suggestion and verdict of the gaps of a change as they are now."""
        known = self._standings.among(wanted)
        if len(known) == len(wanted):
            return known
        bare = {gap: (one, untouched(one)) for gap, (one, _) in wanted.items()}
        return bare | known

    def _show(self, suggestion: Suggestion) -> bool:
        """Put a suggestion in the place of an untouched one; tell whether it is another one.

        It is if it reads alike and was made otherwise, too.
        """
        gap = suggestion.gap
        if not self._is_untouched(gap):
            self._deferred[gap] = suggestion
            return False
        self._own()
        old, verdict = self._at(gap)
        if suggestion == old and suggestion.original == old.original:
            self._standings.take({gap: (suggestion, verdict)})
            return False
        self._order.exchange([old], [suggestion])
        self._standings.take({gap: (suggestion, untouched(suggestion))})
        return True

    def _own(self) -> None:
        """Stop sharing with copies of this session, before anything of it changes."""
        if self._shared:
            self._standings, self._order = self._standings.copied(), self._order.copied()
            self._shared = False

    def _is_untouched(self, gap: int) -> bool:
        return is_untouched(*self._as_stored(gap))

    def _question(self, gap: int) -> Suggestion:
        latest = self.latest(gap).original
        return replace(latest, asked=True, confidence=_LEFT_ALONE, model="")

    def _first_open(self, gaps: Iterable[int]) -> int | None:
        return next((gap for gap in gaps if self.is_open(gap)), None)

    def _as_proposed(self, label: str, gaps: Iterable[int], *, seen: bool) -> Change:
        """Plan to accept what is open at some gaps, and to reject there what is only asked."""
        before = open_at(self._standings.among(gaps))
        return Change(label, before, as_proposed(before, seen=seen))

    def _edits(self, gaps: Iterable[int], wanted: Callable[[int], bool]) -> dict[int, Edit]:
        return {gap: self.verdict(gap).edit for gap in self.suggested(gaps) if wanted(gap)}

    def _is_accepted(self, gap: int) -> bool:
        return self.verdict(gap).decision is Decision.ACCEPTED
