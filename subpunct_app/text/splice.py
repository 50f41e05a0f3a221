"""A long sequence after edits: the items behind an edit are moved once they are looked at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Generic, Protocol, Self, TypeVar, overload


class Movable(Protocol):
    """What has a place in a text."""

    def moved(self, by: int) -> Self:
        """Return the same so many characters further on."""


T = TypeVar("T", bound=Movable)

# More items than a search looks at; a walk through all of them must not keep them in memory.
_MOST_SEEN = 400


@dataclass(frozen=True, slots=True)
class Splice:
    """An edit by indices: `old` items gave way to `new` ones, and those behind moved along."""

    old: range
    new: range

    @property
    def by(self) -> int:
        """Return how far the items behind moved along."""
        return self.new.stop - self.old.stop

    @property
    def gaps(self) -> Splice:
        """Return, for a splice of words, the same for the gaps at them."""
        old, new = self.old, self.new
        return Splice(range(old.start, old.stop + 1), range(new.start, new.stop + 1))

    def moved_along(self, indices: Iterable[int]) -> list[int]:
        """Return where items are now that did not give way."""
        stop, by = self.old.stop, self.by
        return [at if at < stop else at + by for at in indices] if by else list(indices)


@dataclass(frozen=True, slots=True)
class _Part(Generic[T]):
    """A stretch of items that were known before, and how many characters they moved."""

    items: Sequence[T]
    within: range
    by: int

    def __getitem__(self, offset: int) -> T:
        item = self.items[self.within[offset]]
        return item.moved(self.by) if self.by else item

    def __iter__(self) -> Iterator[T]:
        items = map(self.items.__getitem__, self.within)
        return (item.moved(self.by) for item in items) if self.by else items


class Spliced(Sequence[T]):
    """Items put together from stretches of other sequences, most of them unseen as yet."""

    def __init__(self, parts: Sequence[_Part[T]]) -> None:
        self._parts = [part for part in parts if part.within]
        self._ends = list(accumulate(len(part.within) for part in self._parts))
        # A search looks at the same few items again and again.
        self._seen: dict[int, T] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            within = range(len(self))[index]
            if within.step != 1:
                return tuple(self[at] for at in within)
            return tuple(item for part in self.parts(within, 0) for item in part)
        found = self._seen.get(index)
        if found is None:
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()
            at = range(len(self))[index]
            number = bisect_right(self._ends, at)
            part = self._parts[number]
            found = self._seen[index] = part[at - self._ends[number] + len(part.within)]
        return found

    def __iter__(self) -> Iterator[T]:
        for part in self._parts:
            yield from part

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def parts(self, within: range, by: int) -> list[_Part[T]]:
        """Return what some of the items are made of, moved so many characters."""
        found = []
        for number in range(bisect_right(self._ends, within.start), len(self._parts)):
            part, end = self._parts[number], self._ends[number]
            begin = end - len(part.within)
            if begin >= within.stop:
                break
            inside = range(max(within.start, begin) - begin, min(within.stop, end) - begin)
            if inside:
                found.append(
                    _Part(part.items, part.within[inside.start : inside.stop], part.by + by)
                )
        return found


def spliced(items: Sequence[T], old: range, new: Sequence[T], by: int) -> Sequence[T]:
    """Return items with others in the place of old ones, and those behind moved by characters."""
    middle = _Part(new, range(len(new)), 0)
    rest = range(old.stop, len(items))
    return Spliced([*_parts(items, range(old.start), 0), middle, *_parts(items, rest, by)])


def _parts(items: Sequence[T], within: range, by: int) -> Sequence[_Part[T]]:
    return items.parts(within, by) if isinstance(items, Spliced) else [_Part(items, within, by)]
