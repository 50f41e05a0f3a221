"""What it takes to spread the files of a batch over workers, whoever they are."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from subpunct_app.speech.transcription.transcription_journal import Trace

_PARCEL_BYTES = 1 << 16
_PARCEL_FILES = 64
_TURNS = 4

# No look at the workers comes so late but where all of the program stood still.
_STANDSTILL = 5.0


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


@dataclass(frozen=True, slots=True)
class Finished:
    """What a worker made of a file: the bytes of the result, None where there is none.

    What was `heard` for it and kept may go once the result is safe.
    """

    outcome: Outcome
    content: bytes | None = None
    heard: Trace | None = None


@dataclass(frozen=True, slots=True)
class FileProgress:
    """How far a worker has come with a file that takes its time."""

    name: str
    fraction: float


Handler = Callable[[Parcel, Task], Iterable[Finished]]
Prepare = Callable[[], Handler]


class WorkerPool(Protocol):
    """Workers that prepare themselves once, and then take parcel after parcel.

    Workers only read and compute; what they make goes back to the one who writes. So a worker
    may die at any moment, and whoever is left behind can do no harm.
    """

    @property
    def size(self) -> int:
        """Return how many workers there are at most."""

    def map(
        self, parcels: Iterable[Parcel], task: Task
    ) -> Generator[Finished | FileProgress, None, None]:
        """Yield each file of the parcels once, in whatever order they come, and steps between.

        A parcel is taken when a worker is free for it. The files of a parcel that a worker did
        not survive are given out again one by one, and the one that is to blame has failed.
        Raise Cancelled on request, ModelError where no worker can start.
        """


class ParcelQueue:
    """Parcels that nobody has taken yet; those that came back go first."""

    def __init__(self, parcels: Iterable[Parcel]) -> None:
        self._fresh = iter(parcels)
        self._back: deque[Parcel] = deque()

    def next(self) -> Parcel | None:
        """Take a parcel, None where all are taken."""
        return self._back.popleft() if self._back else next(self._fresh, None)

    @property
    def is_over(self) -> bool:
        """Tell whether all are taken."""
        if not self._back:
            self._back.extend(islice(self._fresh, 1))
        return not self._back

    def put_back(self, parcels: Iterable[Parcel]) -> None:
        """Take in parcels that nobody has finished."""
        self._back.extend(parcels)


class Standstill:
    """Tell, look by look, how long all of the program was stopped, as by Ctrl+Z or a sleep."""

    def __init__(self) -> None:
        self._looked = time.monotonic()

    def look(self) -> float:
        """Return for how many seconds it stood still since the look before, mostly 0."""
        before, self._looked = self._looked, time.monotonic()
        passed = self._looked - before
        return passed if passed > _STANDSTILL else 0.0


def one_by_one(parcel: Parcel) -> list[Parcel]:
    """Return a parcel for each of the files."""
    return [Parcel((item,)) for item in parcel.items]


def failed(item: Item, reason: str) -> Finished:
    """Return that nothing came of a file, and why."""
    return Finished(Outcome(item.name, State.FAILED, reason=reason))
