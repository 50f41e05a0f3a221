"""Suggestions at the gaps where they stand now, each moved there once it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from subpunct_app.text.words import Suggestion


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
