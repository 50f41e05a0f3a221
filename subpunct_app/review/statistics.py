"""What became of the suggestions of a text, by kind, and how long the editor has worked."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import TypeAlias

from subpunct_app.review.budget import BREAK_SECONDS
from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Decision, Edit, Verdict
from subpunct_app.text.words import Gap, Mark, Suggestion

# The mark that was proposed, Mark.NONE where one was to go, None where only the case changes.
SuggestionKind: TypeAlias = Mark | None


class Outcome(StrEnum):
    """What became of a suggestion.

    CHANGED ones were accepted with another mark or case, UNREAD ones together with everything
    above a line. ANSWERED ones were only asked about: whatever was decided, nothing was proposed.
    MISSED ones were put by the editor alone.
    """

    ACCEPTED = "accepted"
    CHANGED = "changed"
    REJECTED = "rejected"
    UNREAD = "unread"
    ANSWERED = "answered"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Counts:
    """How many suggestions came to each outcome."""

    accepted: int = 0
    changed: int = 0
    rejected: int = 0
    unread: int = 0
    answered: int = 0
    missed: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Counts:
        """Count outcomes."""
        counts = Counter(outcomes)
        return cls(*(counts[outcome] for outcome in Outcome))

    @property
    def read(self) -> int:
        """Return how many that were proposed the editor looked at and decided."""
        return self.accepted + self.changed + self.rejected

    @property
    def decided(self) -> int:
        """Return how many the editor looked at and decided, proposed or not."""
        return self.read + self.answered + self.missed

    @property
    def acceptance(self) -> float | None:
        """Return the share of those looked at that was right as proposed, None without any."""
        return self.accepted / self.read if self.read else None


@dataclass(frozen=True, slots=True)
class Statistics:
    """How things stand in a text; `by_kind` begins with the kind that was read most."""

    total: Counts = Counts()
    by_kind: Mapping[SuggestionKind, Counts] = field(default_factory=dict)
    left: int = 0

    @classmethod
    def of(cls, session: ReviewSession, gaps: Sequence[Gap]) -> Statistics:
        """Count what was decided about a text with these gaps."""
        found: dict[SuggestionKind, list[Outcome]] = defaultdict(list)
        for suggestion, verdict in session.decided():
            if outcome := _outcome(suggestion, verdict):
                changes_mark = suggestion.mark is not gaps[suggestion.gap].current
                found[suggestion.mark if changes_mark else None].append(outcome)
        by_kind = {kind: Counts.of(outcomes) for kind, outcomes in found.items()}
        ranked = sorted(by_kind.items(), key=lambda item: (-item[1].read, item[0] or ""))
        total = Counts.of(chain.from_iterable(found.values()))
        return cls(total, dict(ranked), session.open_count)


class WorkTime:
    """Add up the time between signs of life that lie no more than a minute apart."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._latest: float | None = None
        self.seconds = 0.0

    def note_activity(self) -> None:
        """Take a sign that the editor is at work."""
        now = self._clock()
        if self._latest is not None and now - self._latest <= BREAK_SECONDS:
            self.seconds += now - self._latest
        self._latest = now


def _outcome(suggestion: Suggestion, verdict: Verdict) -> Outcome | None:
    if suggestion.by_editor:
        return Outcome.MISSED if verdict.decision is Decision.ACCEPTED else None
    if suggestion.asked:
        return Outcome.ANSWERED if verdict.seen else None
    if verdict.decision is Decision.REJECTED:
        return Outcome.REJECTED
    if not verdict.seen:
        return Outcome.UNREAD
    proposed = verdict.edit == Edit(suggestion.mark, suggestion.case)
    return Outcome.ACCEPTED if proposed else Outcome.CHANGED
