"""The open gaps of a review, from the most doubtful to the surest."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from subpunct_app.core.splice import Splice
from subpunct_app.core.text import Suggestion

Rank: TypeAlias = tuple[float, int]

_MANY = 100


class DoubtOrder:
    """Rank suggestions by confidence and place; those only asked about are counted apart too."""

    def __init__(self, suggestions: Iterable[Suggestion] = ()) -> None:
        self._all: list[Rank] = []
        self._asked: list[Rank] = []
        self._replace((), suggestions)

    def __len__(self) -> int:
        return len(self._all)

    def exchange(self, gone: Sequence[Suggestion], come: Sequence[Suggestion]) -> None:
        """Put out what is ranked here, and take others in; few of them in no time."""
        if len(gone) + len(come) > _MANY:
            self._replace({suggestion.gap for suggestion in gone}, come)
            return
        for suggestion in gone:
            for ranks in self._lists(suggestion):
                del ranks[bisect_left(ranks, _rank(suggestion))]
        for suggestion in come:
            for ranks in self._lists(suggestion):
                insort(ranks, _rank(suggestion))

    def spliced(self, splice: Splice, found: Iterable[Suggestion]) -> DoubtOrder:
        """Return the order after a splice of gaps, with what was found in the new ones."""
        order = DoubtOrder()
        order._all = _moved(self._all, splice)
        order._asked = _moved(self._asked, splice)
        order.exchange((), list(found))
        return order

    def count_below(self, confidence: float) -> int:
        """Return how many are less sure than this."""
        return bisect_left(self._all, (confidence, -1))

    def asked_from(self, confidence: float) -> int:
        """Return how many that are only asked about are at least this sure."""
        return len(self._asked) - bisect_left(self._asked, (confidence, -1))

    def at_least(self, confidence: float) -> list[int]:
        """Return the gaps that are at least this sure, in reading order."""
        return sorted([gap for _, gap in self._all[self.count_below(confidence) :]])

    def first(self, skipping: Collection[int]) -> int | None:
        """Return the most doubtful gap that is not to be skipped, None where there is none."""
        return next((gap for _, gap in self._all if gap not in skipping), None)

    def before(self, suggestion: Suggestion | None) -> int | None:
        """Return the next gap that is more doubtful, wrapping round; None where none is open."""
        at = 0 if suggestion is None else bisect_left(self._all, _rank(suggestion))
        return self._all[at - 1][1] if self._all else None

    def ahead_of(self, gap: int) -> list[int]:
        """Return the gaps that stand before one in the text, in reading order."""
        return sorted([ranked for _, ranked in self._all if ranked < gap])

    def _replace(self, gaps: Collection[int], suggestions: Iterable[Suggestion]) -> None:
        found = list(suggestions)
        self._all = _merged(_without(self._all, gaps), found)
        self._asked = _merged(_without(self._asked, gaps), [s for s in found if s.asked])

    def _lists(self, suggestion: Suggestion) -> tuple[list[Rank], ...]:
        return (self._all, self._asked) if suggestion.asked else (self._all,)


def _rank(suggestion: Suggestion) -> Rank:
    return suggestion.confidence, suggestion.gap


def _without(ranks: list[Rank], gaps: Collection[int]) -> list[Rank]:
    return [rank for rank in ranks if rank[1] not in gaps] if gaps else ranks


def _merged(ranks: list[Rank], suggestions: Iterable[Suggestion]) -> list[Rank]:
    return sorted([*ranks, *map(_rank, suggestions)])


def _moved(ranks: list[Rank], splice: Splice) -> list[Rank]:
    start, stop, by = splice.old.start, splice.old.stop, splice.by
    return [
        (sure, gap) if gap < start else (sure, gap + by)
        for sure, gap in ranks
        if not start <= gap < stop
    ]
