"""The files of a batch in parcels, of which a worker takes one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

_PARCEL_BYTES = 1 << 16
_PARCEL_FILES = 64
_TURNS = 4


@dataclass(frozen=True, slots=True)
class Item:
    """One file to restore; its size in bytes tells about how much work it is."""

    name: str
    path: Path
    size: int


@dataclass(frozen=True, slots=True)
class Parcel:
    """Files that one worker restores together."""

    items: tuple[Item, ...]


def parcels(
    items: Sequence[Item], workers: int, arrange: Callable[[list[Item]], None] = lambda _: None
) -> Iterator[Parcel]:
    """Yield small files together and large ones alone, in their order.

    All workers have several turns, so that none waits long for the last one. What is left may be
    arranged anew before each parcel.
    """
    share = sum(item.size for item in items) // max(1, workers * _TURNS)
    most = min(_PARCEL_BYTES, share)
    left = list(items)
    while left:
        arrange(left)
        count = _fitting(left[:_PARCEL_FILES], most)
        yield Parcel(tuple(left[:count]))
        del left[:count]


def _fitting(items: Sequence[Item], most: int) -> int:
    """Return how many of the files fit into so many bytes, one at least."""
    sizes = accumulate(item.size for item in items)
    return max(1, sum(size <= most for size in sizes))
