"""What the editor did in one sitting: decisions by kind, and the time that they took."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from subpunct_app.review.budget import BREAK_SECONDS
from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Change, Decision, Edit, Standing, Verdict
from subpunct_app.text.words import Gap, Mark, Suggestion

_MANY = 100

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

    @property
    def read(self) -> int:
        """Return how many that were proposed the editor looked at and decided."""
        return self.accepted + self.changed + self.rejected

    @property
    def decided(self) -> int:
        """Return how many the editor decided one by one, proposed or not."""
        return self.read + self.answered + self.missed

    @property
    def acceptance(self) -> float | None:
        """Return the share of those looked at that was right as proposed, None without any."""
        return self.accepted / self.read if self.read else None


class Statistics:
    """Count the decisions about one text as they are made and taken back.

    The counts tell how things stand: what is undone was not decided. What was only asked about
    takes a decision too, but says nothing about what was proposed. Time runs between two signs of
    life that lie no more than a minute apart.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._latest: float | None = None
        self._seconds = 0.0
        self._one_by_one = 0
        self._session = ReviewSession()
        self._gaps: Sequence[Gap] = ()
        self._outcomes = Counter[tuple[SuggestionKind, Outcome]]()
        self._counted = True

    @property
    def seconds(self) -> float:
        """Return how long the editor has worked."""
        return self._seconds

    @property
    def left(self) -> int:
        """Return how many suggestions are undecided."""
        return self._session.open_count

    @property
    def total(self) -> Counts:
        """Return the decisions of all kinds."""
        outcomes = Counter[Outcome]()
        for (_, outcome), count in self._up_to_date().items():
            outcomes[outcome] += count
        return _counts(outcomes)

    @property
    def by_kind(self) -> Mapping[SuggestionKind, Counts]:
        """Return the decisions of each kind that has any, the most frequent kind first."""
        outcomes: dict[SuggestionKind, Counter[Outcome]] = defaultdict(Counter)
        for (kind, outcome), count in self._up_to_date().items():
            if count:
                outcomes[kind][outcome] = count
        found = {kind: _counts(counted) for kind, counted in outcomes.items()}
        return dict(sorted(found.items(), key=lambda item: (-item[1].read, item[0] or "")))

    @property
    def per_minute(self) -> float | None:
        """Return how many decisions were made one by one in a minute, None where nobody knows."""
        if self._seconds <= 0 or self._one_by_one <= 0:
            return None
        return 60 * self._one_by_one / self._seconds

    def restart(self, session: ReviewSession, gaps: Sequence[Gap]) -> None:
        """Count what is decided in another session; the time goes on."""
        self._take(session, gaps)
        self.note_activity()

    def stop(self) -> None:
        """Count nothing until another session comes."""
        self._take(ReviewSession(), ())

    def note_change(self, change: Change) -> None:
        """Count a change of the session that was made just now, be it by undoing another one."""
        if len(change.after) > _MANY:
            self._counted = False
        elif self._counted:
            self._recount(change.before.values(), -1)
            self._recount(change.after.values(), 1)
        if len(change.after) == 1:
            self._one_by_one += _decided(change.after) - _decided(change.before)
        self.note_activity()

    def note_activity(self) -> None:
        """Take a sign that the editor is at work."""
        now = self._clock()
        if self._latest is not None and now - self._latest <= BREAK_SECONDS:
            self._seconds += now - self._latest
        self._latest = now

    def _take(self, session: ReviewSession, gaps: Sequence[Gap]) -> None:
        self._session = session
        self._gaps = gaps
        self._counted = False

    def _recount(self, standings: Iterable[Standing], by: int) -> None:
        for suggestion, verdict in standings:
            outcome = _outcome(suggestion, verdict)
            if outcome is not None:
                current = self._gaps[suggestion.gap].current
                self._outcomes[kind_of(suggestion, current), outcome] += by

    def _up_to_date(self) -> Mapping[tuple[SuggestionKind, Outcome], int]:
        """Return the counts, after a change of many gaps from the whole session."""
        if not self._counted:
            self._outcomes.clear()
            self._recount(self._session.state_of(self._session.gaps), 1)
            self._counted = True
        return self._outcomes


def kind_of(suggestion: Suggestion, current: Mark) -> SuggestionKind:
    """Return the kind of a suggestion for a gap where this mark stands."""
    return suggestion.mark if suggestion.mark is not current else None


def _counts(outcomes: Mapping[Outcome, int]) -> Counts:
    return Counts(*(outcomes[outcome] for outcome in Outcome))


def _outcome(suggestion: Suggestion, verdict: Verdict) -> Outcome | None:
    if verdict.decision is Decision.OPEN:
        return None
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


def _decided(standings: Mapping[int, Standing]) -> int:
    return sum(verdict.decision is not Decision.OPEN for _, verdict in standings.values())
