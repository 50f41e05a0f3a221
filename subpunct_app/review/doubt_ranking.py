"""The open gaps of a review, from the most doubtful to the surest."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from itertools import compress
from typing import Generic, TypeAlias, TypeVar

from subpunct_app.text.splice import Splice
from subpunct_app.text.words import Suggestion

T = TypeVar("T", int, float)
_Pairs: TypeAlias = Sequence[tuple[float, int]]

# Of more than this it is quicker to go through all.
_MANY = 100


class Ranking(Generic[T]):
    """Numbers sorted by confidence; those of equal confidence by their own value.

    `sure` holds the confidences and `ranked` the numbers. They are two lists, as the numbers of
    many places change at once after an edit, and pairs would have to be rebuilt one by one.
    """

    def __init__(self, pairs: Iterable[tuple[float, T]] = ()) -> None:
        found = sorted(pairs)
        self.sure = [confidence for confidence, _ in found]
        self.ranked: list[T] = [number for _, number in found]

    def __len__(self) -> int:
        return len(self.sure)

    def place(self, confidence: float, number: T) -> int:
        """Return the index of a number, or the one at which it would be inserted."""
        start = bisect_left(self.sure, confidence)
        stop = bisect_right(self.sure, confidence, start)
        return bisect_left(self.ranked, number, start, stop)

    def add(self, confidence: float, number: T) -> None:
        """Put a number in its place."""
        at = self.place(confidence, number)
        self.sure.insert(at, confidence)
        self.ranked.insert(at, number)

    def remove(self, confidence: float, number: T) -> None:
        """Remove a number that is there."""
        at = self.place(confidence, number)
        del self.sure[at], self.ranked[at]

    def copied(self) -> Ranking[T]:
        """Return a copy that later changes of this ranking do not reach."""
        ranking = Ranking[T]()
        ranking.sure, ranking.ranked = self.sure.copy(), self.ranked.copy()
        return ranking

    def without(self, numbers: Collection[T]) -> Ranking[T]:
        """Return the same ranking without some numbers."""
        stays = [number not in numbers for number in self.ranked]
        ranking = Ranking[T]()
        ranking.sure = list(compress(self.sure, stays))
        ranking.ranked = list(compress(self.ranked, stays))
        return ranking

    def joined(self, pairs: Iterable[tuple[float, T]]) -> Ranking[T]:
        """Return this ranking with other pairs merged in, quicker than all would be sorted."""
        come, joined, at = Ranking[T](pairs), Ranking[T](), 0
        for confidence, number in zip(come.sure, come.ranked, strict=True):
            place = bisect_left(self.sure, confidence, at)
            if self.sure[place : place + 1] == [confidence]:
                place = self.place(confidence, number)
            joined.ranked += self.ranked[at:place]
            joined.ranked.append(number)
            at = place
        joined.ranked += self.ranked[at:]
        joined.sure = sorted(self.sure + come.sure)
        return joined


class DoubtRanking:
    """Rank suggestions by confidence, then by place; questions among them are counted, too."""

    def __init__(self, suggestions: Iterable[Suggestion] = ()) -> None:
        every = list(suggestions)
        self._all = Ranking(_pairs(every))
        self._asked = Ranking(_pairs(one for one in every if one.asked))

    def __len__(self) -> int:
        return len(self._all)

    def exchange(self, gone: Sequence[Suggestion], come: Sequence[Suggestion]) -> None:
        """Remove some suggestions, which are there, and add others."""
        self._all = _exchanged(self._all, _pairs(gone), _pairs(come))
        asked = [_pairs(one for one in some if one.asked) for some in (gone, come)]
        self._asked = _exchanged(self._asked, *asked)

    def spliced(
        self, splice: Splice, gone: Sequence[Suggestion], come: Sequence[Suggestion]
    ) -> DoubtRanking:
        """Return the order after an edit that removed some suggestions and added others."""
        order = self.copied()
        order.exchange(gone, ())
        for ranking in (order._all, order._asked):
            ranking.ranked = splice.moved_along(ranking.ranked)
        order.exchange((), come)
        return order

    def copied(self) -> DoubtRanking:
        """Return a copy that later changes of this order do not reach."""
        order = DoubtRanking()
        order._all, order._asked = self._all.copied(), self._asked.copied()
        return order

    def count_below(self, confidence: float) -> int:
        """Return how many are less sure than this."""
        return bisect_left(self._all.sure, confidence)

    def asked_from(self, confidence: float) -> int:
        """Return how many that are only asked about are at least this sure."""
        return len(self._asked) - bisect_left(self._asked.sure, confidence)

    def at_least(self, confidence: float) -> list[int]:
        """Return the gaps that are at least this sure, in reading order."""
        return sorted(self._all.ranked[self.count_below(confidence) :])

    def first(self, skipping: Collection[int | None]) -> int | None:
        """Return the most doubtful gap that is not to be skipped, None where there is none."""
        return next((gap for gap in self._all.ranked if gap not in skipping), None)

    def before(self, suggestion: Suggestion | None) -> int | None:
        """Return the next gap that is more doubtful, wrapping round; None where none is open."""
        at = 0
        if suggestion is not None:
            at = self._all.place(suggestion.confidence, suggestion.gap)
        return self._all.ranked[at - 1] if self._all else None

    def behind(self, gap: int | None) -> int | None:
        """Return the next gap in the text, wrapping round; None where none is open."""
        every = self._all.ranked
        later = [] if gap is None else [ranked for ranked in every if ranked > gap]
        return min(later or every, default=None)

    def in_front_of(self, gap: int | None) -> int | None:
        """Return the gap before in the text, wrapping round; None where none is open."""
        every = self._all.ranked
        earlier = [] if gap is None else self.ahead_of(gap)
        return max(earlier or every, default=None)

    def ahead_of(self, gap: int) -> list[int]:
        """Return the gaps that stand before one in the text, in reading order."""
        return sorted([ranked for ranked in self._all.ranked if ranked < gap])


def _pairs(suggestions: Iterable[Suggestion]) -> _Pairs:
    return [(one.confidence, one.gap) for one in suggestions]


def _exchanged(ranking: Ranking[int], gone: _Pairs, come: _Pairs) -> Ranking[int]:
    """Return a ranking without some pairs and with others, the same one where they are few."""
    if len(gone) + len(come) > _MANY:
        kept = ranking.without({number for _, number in gone}) if gone else ranking
        return kept.joined(come) if come else kept
    for pair in gone:
        ranking.remove(*pair)
    for pair in come:
        ranking.add(*pair)
    return ranking
