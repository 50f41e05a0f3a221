"""What a batch is asked to do, in plain values that travel to workers and into the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path

from subpunct_app.services.batch.search import Search

_PARCEL_BYTES = 1 << 16
_PARCEL_FILES = 64
_TURNS = 4


class Existing(StrEnum):
    """What to do where a result exists already."""

    SKIP = "skip"
    VERSION = "version"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Order:
    """How each file is restored; a batch that goes on must go on with the same order.

    `marks` are those that may be put and removed, None for all that the model knows. Files with
    suggestions below `review_below` are held up for review.
    """

    model: str = "en-compact"
    device: str = "auto"
    language: str | None = None
    mode: str = "restore"
    minimum: float = 0.0
    marks: str | None = None
    case: bool = True
    runs_only: bool = False
    kind: str | None = None
    encoding: str | None = None
    to_utf8: bool = False
    review_below: float = 0.5

    def as_plain(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Batch:
    """A folder, what to look for in it, what to do, and where the results go."""

    folder: Path
    out: Path
    order: Order = field(default_factory=Order)
    search: Search = field(default_factory=Search)
    existing: Existing = Existing.SKIP


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


def parcels(items: Sequence[Item], workers: int) -> Iterator[Parcel]:
    """Yield small files together and large ones alone, in their order.

    All workers have several turns, so that none waits long for the last one.
    """
    share = sum(item.size for item in items) // max(1, workers * _TURNS)
    most = min(_PARCEL_BYTES, share)
    held: list[Item] = []
    for item in items:
        full = sum(one.size for one in held) + item.size > most or len(held) == _PARCEL_FILES
        if held and full:
            yield Parcel(tuple(held))
            held = []
        held.append(item)
    if held:
        yield Parcel(tuple(held))
