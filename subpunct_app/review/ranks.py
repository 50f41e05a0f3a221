"""Numbers sorted by confidence, in lists that are quick to copy."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable
from itertools import compress
from typing import Generic, TypeVar

T = TypeVar("T", int, float)


class Ranks(Generic[T]):
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

    def copied(self) -> Ranks[T]:
        """Return a copy that later changes of these ranks do not reach."""
        ranks = Ranks[T]()
        ranks.sure, ranks.ranked = self.sure.copy(), self.ranked.copy()
        return ranks

    def without(self, numbers: Collection[T], confidences: Collection[float]) -> Ranks[T]:
        """Return the same ranks without some numbers, which need not be there.

        They are looked for between the least and the greatest of these confidences.
        """
        start = bisect_left(self.sure, min(confidences, default=0.0))
        stop = bisect_right(self.sure, max(confidences, default=0.0))
        looked_at = [number not in numbers for number in self.ranked[start:stop]]
        stays = [True] * start + looked_at + [True] * (len(self) - stop)
        ranks = Ranks[T]()
        ranks.sure = list(compress(self.sure, stays))
        ranks.ranked = list(compress(self.ranked, stays))
        return ranks

    def joined(self, pairs: Iterable[tuple[float, T]]) -> Ranks[T]:
        """Return these ranks with other pairs of confidence and number merged in.

        Of a step with many decisions, sorting takes the longest: so stretches of these ranks are
        copied as they are.
        """
        come: Ranks[T] = Ranks(pairs)
        joined: Ranks[T] = Ranks()
        at = 0
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
