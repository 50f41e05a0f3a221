"""What an editor says about suggestions, and steps of it that can be done and undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from subpunct_app.text.words import Case, Gap, Mark, Suggestion

# All marks and cases, and some words with capitals of their own.
_KINDS = 1024


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


# By gap, what is to be done to it.
Edits: TypeAlias = Mapping[int, Edit]


def marks_given_up(gaps: Sequence[Gap], edits: Edits) -> int:
    """Return how many marks that stand in a text are others after some edits, or none."""
    return sum(gaps[gap].current not in {Mark.NONE, edit.mark} for gap, edit in edits.items())


@dataclass(frozen=True, slots=True)
class Verdict:
    """How things stand at one gap: the edit on offer, and what was decided about it.

    `seen` is false where it was settled together with everything above a line, unread.
    """

    edit: Edit
    decision: Decision = Decision.OPEN
    seen: bool = True

    @property
    def settled(self) -> bool:
        """Tell whether the editor has read what is on offer, and decided about it."""
        return self.decision is not Decision.OPEN and self.seen

    def left(self, current: Mark) -> Mark:
        """Return the mark that it leaves at a gap where this one stands."""
        return self.edit.mark if self.decision is Decision.ACCEPTED else current


# What was proposed for a gap, as the editor saw it, and what was said about that.
Standing: TypeAlias = tuple[Suggestion, Verdict]
State: TypeAlias = tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One step that can be done and undone: how things stand at some gaps before and after it.

    `renewed` are the gaps where another suggestion shows after the step than before, which nobody
    knows of a step that is only planned.
    """

    label: str
    before: Mapping[int, Standing]
    after: Mapping[int, Standing]
    renewed: Sequence[int] = ()

    def __bool__(self) -> bool:
        return bool(self.after)

    def inverse(self) -> Change:
        """Return the change that takes this one back."""
        return Change(self.label, self.after, self.before)


def says_same(one: Suggestion, other: Suggestion) -> bool:
    """Tell whether two suggestions for a gap want the same, however sure they are."""
    return (one.mark, one.case, one.asked) == (other.mark, other.case, other.asked)


def untouched(suggestion: Suggestion) -> Verdict:
    """Return how things stand at a gap that nobody has looked at."""
    return _verdict(suggestion.mark, suggestion.case, Decision.OPEN, True)


def is_untouched(suggestion: Suggestion, verdict: Verdict) -> bool:
    """Tell whether things stand at a gap as if nobody had looked at it."""
    if verdict.decision is not Decision.OPEN or not verdict.seen:
        return False
    edit = verdict.edit
    return edit.mark == suggestion.mark and edit.case == suggestion.case


def is_open(suggestion: Suggestion, verdict: Verdict) -> bool:
    """Tell whether a model suggests something that nothing was decided about."""
    return verdict.decision is Decision.OPEN and not suggestion.by_editor


def open_in(standings: Iterable[Standing]) -> list[Suggestion]:
    """Return what is suggested, of much that is, that nothing was decided about."""
    undecided = Decision.OPEN
    found = [one for one, said in standings if said.decision is undecided]
    # To ask whose it is takes longer, and only what is asked can be the editor's.
    return [one for one in found if not (one.asked and one.by_editor)]


def open_at(standings: Mapping[int, Standing]) -> dict[int, Standing]:
    """Return how things stand at those of many gaps where `open_in` finds something."""
    undecided = Decision.OPEN
    found = {gap: one for gap, one in standings.items() if one[1].decision is undecided}
    own = [gap for gap, (one, _) in found.items() if one.asked and one.by_editor]
    for gap in own:
        del found[gap]
    return found


def as_proposed(standings: Mapping[int, Standing], *, seen: bool) -> dict[int, Standing]:
    """Return how things stand once the edits on offer are accepted, those only asked rejected."""
    after = {}
    for gap, (suggestion, verdict) in standings.items():
        decision = Decision.REJECTED if suggestion.asked else Decision.ACCEPTED
        after[gap] = suggestion, _verdict(verdict.edit.mark, verdict.edit.case, decision, seen)
    return after


def accepted_edits(verdicts: Iterable[tuple[int, Verdict]]) -> dict[int, Edit]:
    """Return what was accepted at which gap, and nothing else, as the renderer takes it."""
    return {gap: said.edit for gap, said in verdicts if said.decision is Decision.ACCEPTED}


def case_for(mark: Mark, suggestion: Suggestion) -> Case:
    """Return the next word's case when the editor puts another mark than the proposed one."""
    if mark.ends_sentence == suggestion.mark.ends_sentence or suggestion.case.spelling:
        return suggestion.case
    return Case.CAPITALISED if mark.ends_sentence else Case.KEEP


@lru_cache(maxsize=_KINDS)
def _verdict(mark: Mark, case: Case, decision: Decision, seen: bool) -> Verdict:
    """Return one value for all gaps where the same was said: a key may say it of thousands."""
    return Verdict(Edit(mark, case), decision, seen)
