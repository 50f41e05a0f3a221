"""Which cues are pending, doubtful, changed or without marks, kept up to date cue by cue."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from subpunct_app.review.views.open_review import Review
    from subpunct_app.subtitles.bare_stretches import BareRun
    from subpunct_app.subtitles.formats.document import Document


class Filter(StrEnum):
    """Which cues are listed.

    PENDING ones hold an undecided suggestion, DOUBTFUL ones such a suggestion below the line of
    the budget, CHANGED ones read otherwise than in the file that was opened, and BARE ones lie in
    stretches that had lost their marks there.
    """

    ALL = "all"
    PENDING = "pending"
    DOUBTFUL = "doubtful"
    CHANGED = "changed"
    BARE = "bare"


def cues_within(runs: Iterable[BareRun]) -> Collection[int]:
    """Return the cues of stretches that had lost their marks."""
    return frozenset(chain.from_iterable(range(run.first_cue - 1, run.last_cue) for run in runs))


class CueStates:
    """Hold what each cue is, as far as `recount` has come."""

    def __init__(
        self,
        original: Document,
        document: Document,
        review: Review | None = None,
        *,
        bare: Collection[int] = (),
        line: float = 0.0,
    ) -> None:
        self._original = original
        self._document = document
        self._review = review
        self._line = line
        self._doubts: dict[int, float] = {}
        self._doubtful: set[int] = set()
        self._changed: set[int] = set()
        self._every = range(len(original.cues))
        self._bare = bare

    def cues(self, wanted: Filter) -> Collection[int]:
        """Return the cues that a filter lets through."""
        sets: dict[Filter, Collection[int]] = {
            Filter.ALL: self._every,
            Filter.PENDING: self._doubts.keys(),
            Filter.DOUBTFUL: self._doubtful,
            Filter.CHANGED: self._changed,
            Filter.BARE: self._bare,
        }
        return sets[wanted]

    def refresh(self, cues: Iterable[int]) -> None:
        """Look at some cues again."""
        for cue in cues:
            self._note_doubt(cue)
            self._note_change(cue)

    def draw_line(self, line: float) -> None:
        """Take other suggestions for doubtful: those less sure than the line."""
        self._line = line
        self._doubtful = {cue for cue, doubt in self._doubts.items() if doubt < line}

    def recount(self) -> Iterator[None]:
        """Look at all cues again, in steps that take microseconds.

        What is decided in the meantime may be missed: then `refresh` those cues at the end.
        """
        for cue in self._every:
            self.refresh([cue])
            yield

    def _note_doubt(self, cue: int) -> None:
        self._doubts.pop(cue, None)
        self._doubtful.discard(cue)
        if self._review is None:
            return
        session = self._review.session
        gaps = session.open_among(self._review.suggested_in(cue))
        sure = min(map(session.confidence, gaps), default=None)
        if sure is not None:
            self._doubts[cue] = sure
            if sure < self._line:
                self._doubtful.add(cue)

    def _note_change(self, cue: int) -> None:
        source = self._review
        text = source.result_text(cue) if source else self._document.cue_text(cue)
        if text != self._original.cue_text(cue):
            self._changed.add(cue)
        else:
            self._changed.discard(cue)
