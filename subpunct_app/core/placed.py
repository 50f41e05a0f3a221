"""Suggestions at the gaps where they stand now, each moved there once it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar, overload

from subpunct_app.core.text import Suggestion

T = TypeVar("T")


class Placed(Sequence[Suggestion]):
    """Suggestions that may still be as they were before edits moved them to these gaps."""

    def __init__(self, gaps: Sequence[int], known: Sequence[Suggestion]) -> None:
        self._gaps = gaps
        self._known = known

    def __len__(self) -> int:
        return len(self._gaps)

    @overload
    def __getitem__(self, index: int) -> Suggestion: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Suggestion]: ...
    def __getitem__(self, index: int | slice) -> Suggestion | Sequence[Suggestion]:
        if isinstance(index, slice):
            return Placed(self._gaps[index], self._known[index])
        return placed(self._known[index], self._gaps[index])

    def __iter__(self) -> Iterator[Suggestion]:
        return map(placed, self._known, self._gaps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)


def placed(suggestion: Suggestion, gap: int) -> Suggestion:
    """Return a suggestion at a gap, the same one where it stands there already."""
    return suggestion if suggestion.gap == gap else suggestion.moved(gap - suggestion.gap)


def stretched(
    known: Mapping[int, T], before: Sequence[int], inner: Sequence[T], rest: Sequence[int]
) -> list[T]:
    """Return what is known of the gaps before some others, of these, and of those behind them."""
    return [*map(known.__getitem__, before), *inner, *map(known.__getitem__, rest)]
