"""What an editor says about suggestions, and steps of it that can be done and undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from subpunct_app.core.text import Case, Mark, Suggestion


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
    """How things stand at one gap: the edit on offer, and what was decided about it.

    `seen` is false where it was settled together with everything above a line, unread.
    """

    edit: Edit
    decision: Decision = Decision.OPEN
    seen: bool = True


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


State: TypeAlias = tuple[tuple[Suggestion, Verdict], ...]


def says_same(one: Suggestion, other: Suggestion) -> bool:
    """Tell whether two suggestions for a gap want the same, however sure they are."""
    return (one.mark, one.case, one.asked) == (other.mark, other.case, other.asked)


def untouched(suggestion: Suggestion) -> Verdict:
    """Return how things stand at a gap that nobody has looked at."""
    return Verdict(Edit(suggestion.mark, suggestion.case))


def is_untouched(suggestion: Suggestion, verdict: Verdict) -> bool:
    """Tell whether things stand at a gap as if nobody had looked at it."""
    edit = verdict.edit
    same = edit.mark is suggestion.mark and edit.case is suggestion.case
    return same and verdict.decision is Decision.OPEN and verdict.seen


def case_for(mark: Mark, suggestion: Suggestion) -> Case:
    """Return the next word's case when the editor puts another mark than the proposed one."""
    if mark.ends_sentence == suggestion.mark.ends_sentence:
        return suggestion.case
    return Case.CAPITALISED if mark.ends_sentence else Case.KEEP
