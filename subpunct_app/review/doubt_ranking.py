"""The open gaps of a review, from the most doubtful to the surest."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress
from typing import Generic, TypeVar

from subpunct_app.text.splice import Splice
from subpunct_app.text.words import Suggestion

T = TypeVar("T", int, float)


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
        """Return a copy that later changes of these ranks do not reach."""
        ranks = Ranking[T]()
        ranks.sure, ranks.ranked = self.sure.copy(), self.ranked.copy()
        return ranks

    def without(self, numbers: Collection[T], confidences: Collection[float]) -> Ranking[T]:
        """Return the same ranks without some numbers, which need not be there.

        They are looked for between the least and the greatest of these confidences.
        """
        start = bisect_left(self.sure, min(confidences, default=0.0))
        stop = bisect_right(self.sure, max(confidences, default=0.0))
        looked_at = [number not in numbers for number in self.ranked[start:stop]]
        stays = [True] * start + looked_at + [True] * (len(self) - stop)
        ranks = Ranking[T]()
        ranks.sure = list(compress(self.sure, stays))
        ranks.ranked = list(compress(self.ranked, stays))
        return ranks

    def joined(self, pairs: Iterable[tuple[float, T]]) -> Ranking[T]:
        """Return these ranks with other pairs of confidence and number merged in.

        Of a step with many decisions, sorting takes the longest: so stretches of these ranks are
        copied as they are.
        """
        come: Ranking[T] = Ranking(pairs)
        joined: Ranking[T] = Ranking()
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


_MANY = 100


class DoubtRanking:
    """Rank suggestions by confidence, then by place; questions among them are counted, too.

    Of many that come and go at once only their number is known at first: they find their places
    when the order is looked at, so that no key waits for that.
    """

    def __init__(self, suggestions: Iterable[Suggestion] = ()) -> None:
        every = list(suggestions)
        self._known = Ranking((one.confidence, one.gap) for one in every)
        # The confidences of those that are only asked about, the lowest first.
        self._known_asked = sorted(_asked(every))
        self._gone: Sequence[Suggestion] = ()
        self._come: Sequence[Suggestion] = ()
        # Between the two words are edited: those that stay move along.
        self._splice: Splice | None = None

    def __len__(self) -> int:
        return len(self._known) - len(self._gone) + len(self._come)

    def exchange(self, gone: Sequence[Suggestion], come: Sequence[Suggestion]) -> None:
        """Remove some suggestions, which are there, and add others."""
        self.take_up()
        if len(gone) + len(come) > _MANY:
            self._gone, self._come = gone, come
        else:
            self._exchange(gone, come)

    def spliced(
        self, splice: Splice, gone: Sequence[Suggestion], come: Sequence[Suggestion]
    ) -> DoubtRanking:
        """Return the order after an edit that removed some suggestions and added others."""
        self.take_up()
        order = self.copied()
        order._gone, order._splice, order._come = gone, splice, come
        return order

    def shared(self) -> DoubtRanking:
        """Return the same order, for as long as nothing is exchanged in either."""
        order = DoubtRanking()
        order._known, order._known_asked = self._known, self._known_asked
        order._gone, order._splice, order._come = self._gone, self._splice, self._come
        return order

    def copied(self) -> DoubtRanking:
        """Return a copy that later changes of this order do not reach."""
        order = self.shared()
        order._known, order._known_asked = self._known.copied(), self._known_asked.copy()
        return order

    def take_up(self) -> None:
        """Put those that came at once in their places, and take those that went out of theirs."""
        gone, splice, come = self._gone, self._splice, self._come
        if not (gone or splice or come):
            return
        self._gone, self._splice, self._come = (), None, ()
        # They may be shared.
        self._known, self._known_asked = self._known.copied(), self._known_asked.copy()
        self._exchange(gone, ())
        if splice is not None:
            self._known.ranked = splice.moved_along(self._known.ranked)
        self._exchange((), come)

    def count_below(self, confidence: float) -> int:
        """Return how many are less sure than this."""
        come, gone = (
            sum(one.confidence < confidence for one in some) for some in (self._come, self._gone)
        )
        return bisect_left(self._known.sure, confidence) + come - gone

    def asked_from(self, confidence: float) -> int:
        """Return how many that are only asked about are at least this sure."""
        come, gone = (
            sum(sure >= confidence for sure in _asked(some)) for some in (self._come, self._gone)
        )
        known = len(self._known_asked) - bisect_left(self._known_asked, confidence)
        return known + come - gone

    def at_least(self, confidence: float) -> list[int]:
        """Return the gaps that are at least this sure, in reading order."""
        every = self._all
        return sorted(every.ranked[bisect_left(every.sure, confidence) :])

    def first(self, skipping: Collection[int]) -> int | None:
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
        earlier = [] if gap is None else [ranked for ranked in every if ranked < gap]
        return max(earlier or every, default=None)

    def ahead_of(self, gap: int) -> list[int]:
        """Return the gaps that stand before one in the text, in reading order."""
        return sorted([ranked for ranked in self._all.ranked if ranked < gap])

    @property
    def _all(self) -> Ranking[int]:
        self.take_up()
        return self._known

    def _exchange(self, gone: Sequence[Suggestion], come: Sequence[Suggestion]) -> None:
        """Do so at once, in another way where they are many than where they are few."""
        if len(gone) + len(come) > _MANY:
            self._known = _merged(self._known, gone, come)
            kept = _without(self._known_asked, _asked(gone))
            self._known_asked = sorted([*kept, *_asked(come)])
            return
        for suggestion in gone:
            self._known.remove(suggestion.confidence, suggestion.gap)
        for suggestion in come:
            self._known.add(suggestion.confidence, suggestion.gap)
        for confidence in _asked(gone):
            del self._known_asked[bisect_left(self._known_asked, confidence)]
        for confidence in _asked(come):
            insort(self._known_asked, confidence)


def _asked(suggestions: Iterable[Suggestion]) -> list[float]:
    """Return the confidences of those that are only asked about."""
    return [suggestion.confidence for suggestion in suggestions if suggestion.asked]


def _without(sure: Sequence[float], gone: Iterable[float]) -> Iterator[float]:
    """Yield sorted confidences without some that are among them, each as often as it is."""
    at = 0
    for confidence in sorted(gone):
        place = bisect_left(sure, confidence, at)
        yield from sure[at:place]
        at = place + 1
    yield from sure[at:]


def _merged(
    ranks: Ranking[int], gone: Sequence[Suggestion], come: Sequence[Suggestion]
) -> Ranking[int]:
    if gone:
        ranks = ranks.without({one.gap for one in gone}, [one.confidence for one in gone])
    return ranks.joined([(one.confidence, one.gap) for one in come]) if come else ranks
