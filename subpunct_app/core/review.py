"""Decisions about suggestions: made, taken back, counted, and turned into edits."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from subpunct_app.core.text import Case, Mark, Suggestion

_MANY = 100


class Decision(StrEnum):
    """What the editor said about a suggestion."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Edit:
    """What an accepted decision does to a gap: the mark that stands there, the next word's case."""

    mark: Mark
    case: Case


@dataclass(frozen=True, slots=True)
class Verdict:
    """How things stand at one gap: the edit on offer, and what was decided about it."""

    edit: Edit
    decision: Decision = Decision.OPEN


@dataclass(frozen=True, slots=True)
class Change:
    """One step that can be done and undone: the verdicts of some gaps before and after it."""

    label: str
    before: Mapping[int, Verdict]
    after: Mapping[int, Verdict]

    def __bool__(self) -> bool:
        return bool(self.after)

    def inverse(self) -> Change:
        """Return the change that takes this one back."""
        return Change(self.label, self.after, self.before)


class ReviewSession:
    """Hold the suggestions of one text, keyed by gap, and what was decided about each.

    Methods that return a Change only plan it; `apply` is the one way to change the session.
    """

    def __init__(self, suggestions: Iterable[Suggestion] = ()) -> None:
        self._suggestions = {s.gap: s for s in sorted(suggestions, key=lambda s: s.gap)}
        self._verdicts = {
            gap: Verdict(Edit(s.mark, s.case)) for gap, s in self._suggestions.items()
        }
        self._gaps = tuple(self._suggestions)
        self._doubts = self._open_by_doubt()

    def __len__(self) -> int:
        return len(self._gaps)

    def __contains__(self, gap: object) -> bool:
        return gap in self._suggestions

    @property
    def gaps(self) -> Sequence[int]:
        """Return the gaps that have a suggestion, in reading order."""
        return self._gaps

    @property
    def open_count(self) -> int:
        """Return how many suggestions are still undecided."""
        return len(self._doubts)

    def suggestion(self, gap: int) -> Suggestion:
        """Return what the model proposed at a gap; KeyError where it proposed nothing."""
        return self._suggestions[gap]

    def verdict(self, gap: int) -> Verdict:
        """Return how things stand at a gap; KeyError where nothing was proposed."""
        return self._verdicts[gap]

    def with_decisions(self, other: ReviewSession) -> ReviewSession:
        """Return a session with every decision of another one, and these suggestions elsewhere."""
        decided = {
            gap: verdict
            for gap, verdict in other._verdicts.items()
            if verdict.decision is not Decision.OPEN
        }
        kept = {gap: other._suggestions[gap] for gap in decided}
        session = ReviewSession((self._suggestions | kept).values())
        session.apply(Change("Keep decisions", {}, decided))
        return session

    def decide(self, gaps: Iterable[int], decision: Decision, label: str) -> Change:
        """Plan one decision for several gaps; those decided so already are left out."""
        return self._plan(
            label, ((gap, replace(self._verdicts[gap], decision=decision)) for gap in gaps)
        )

    def choose(self, gap: int, edit: Edit, decision: Decision, label: str) -> Change:
        """Plan another edit than the proposed one at a gap, together with a decision."""
        return self._plan(label, [(gap, Verdict(edit, decision))])

    def accept_above(self, minimum: float, label: str = "Accept all above") -> Change:
        """Plan to accept every open suggestion that is at least this sure."""
        return self.decide(self._open_above(minimum), Decision.ACCEPTED, label)

    def count_above(self, minimum: float) -> int:
        """Return how many suggestions `accept_above` would accept."""
        return len(self._doubts) - bisect_left(self._doubts, (minimum, -1))

    def apply(self, change: Change) -> None:
        """Make a change; a decision takes no longer in a long text than in a short one."""
        if len(change.after) > _MANY:
            self._verdicts.update(change.after)
            self._doubts = self._open_by_doubt()
            return
        for gap, verdict in change.after.items():
            self._recount(gap, verdict.decision is Decision.OPEN)
            self._verdicts[gap] = verdict

    def next_open(self, gap: int | None) -> int | None:
        """Return the first open gap after this one, wrapping round; None when all is decided."""
        at = 0 if gap is None else bisect_right(self._gaps, gap)
        return self._first_open(chain(range(at, len(self._gaps)), range(at)))

    def previous_open(self, gap: int | None) -> int | None:
        """Return the last open gap before this one, wrapping round; None when all is decided."""
        count = len(self._gaps)
        at = count if gap is None else bisect_left(self._gaps, gap)
        return self._first_open(chain(range(at - 1, -1, -1), range(count - 1, at - 1, -1)))

    def next_doubtful(self, gap: int | None) -> int | None:
        """Return the open gap after this one in the order of doubt, wrapping round."""
        at = 0 if gap is None else bisect_right(self._doubts, self._doubt(gap))
        return self._doubts[at % len(self._doubts)][1] if self._doubts else None

    def previous_doubtful(self, gap: int | None) -> int | None:
        """Return the open gap before this one in the order of doubt, wrapping round."""
        at = 0 if gap is None else bisect_left(self._doubts, self._doubt(gap))
        return self._doubts[at - 1][1] if self._doubts else None

    def suggested(self, gaps: Iterable[int]) -> Iterator[int]:
        """Yield those of the gaps that have a suggestion."""
        return (gap for gap in gaps if gap in self._suggestions)

    def open_among(self, gaps: Iterable[int]) -> Iterator[int]:
        """Yield those of the gaps that are still undecided."""
        return (gap for gap in self.suggested(gaps) if self._is_open(gap))

    def edits(self) -> dict[int, tuple[Mark, Case]]:
        """Return what was accepted, and nothing else, as the renderer takes it."""
        return {
            gap: (verdict.edit.mark, verdict.edit.case)
            for gap, verdict in self._verdicts.items()
            if verdict.decision is Decision.ACCEPTED
        }

    def pending(self, gaps: Iterable[int]) -> dict[int, tuple[Mark, Case]]:
        """Return the edits that would stand at these gaps if all open ones were accepted."""
        verdicts = {gap: self._verdicts[gap] for gap in self.suggested(gaps)}
        return {
            gap: (verdict.edit.mark, verdict.edit.case)
            for gap, verdict in verdicts.items()
            if verdict.decision is not Decision.REJECTED
        }

    def _plan(self, label: str, wanted: Iterable[tuple[int, Verdict]]) -> Change:
        after = {gap: verdict for gap, verdict in wanted if verdict != self._verdicts[gap]}
        return Change(label, {gap: self._verdicts[gap] for gap in after}, after)

    def _recount(self, gap: int, opens: bool) -> None:
        doubt = self._doubt(gap)
        if opens and not self._is_open(gap):
            insort(self._doubts, doubt)
        elif not opens and self._is_open(gap):
            del self._doubts[bisect_left(self._doubts, doubt)]

    def _open_by_doubt(self) -> list[tuple[float, int]]:
        return sorted(self._doubt(gap) for gap in self._gaps if self._is_open(gap))

    def _doubt(self, gap: int) -> tuple[float, int]:
        """Return what sorts gaps from the most doubtful to the surest."""
        return self._suggestions[gap].confidence, gap

    def _first_open(self, positions: Iterable[int]) -> int | None:
        return next((self._gaps[at] for at in positions if self._is_open(self._gaps[at])), None)

    def _open_above(self, minimum: float) -> Iterator[int]:
        return (
            gap
            for gap, suggestion in self._suggestions.items()
            if suggestion.confidence >= minimum and self._is_open(gap)
        )

    def _is_open(self, gap: int) -> bool:
        return self._verdicts[gap].decision is Decision.OPEN


def case_for(mark: Mark, suggestion: Suggestion) -> Case:
    """Return the next word's case when the editor puts another mark than the proposed one."""
    if mark.ends_sentence == suggestion.mark.ends_sentence:
        return suggestion.case
    return Case.CAPITALISED if mark.ends_sentence else Case.KEEP


def toggle_capital(case: Case, word: str) -> Case:
    """Return the case that turns a word's capital round, KEEP where that is how it stands."""
    shown = case.apply(word)
    wanted = Case.LOWER if shown != Case.LOWER.apply(shown) else Case.CAPITALISED
    return Case.KEEP if wanted.apply(word) == word else wanted
