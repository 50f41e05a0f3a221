"""Spread the files of a batch over workers, whoever they are."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from subpunct_app.speech.transcription.transcription_journal import Trace

_PARCEL_BYTES = 1 << 16
_PARCEL_FILES = 64
_TURNS = 4

TICK = 0.1
# As many workers may be lost with a file, where they and not the file may be to blame.
CHANCES = 3
# No look at the workers comes so late but where all of the program stood still, as by Ctrl+Z.
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
        sizes = accumulate(item.size for item in left[:_PARCEL_FILES])
        count = max(1, sum(size <= most for size in sizes))
        yield Parcel(tuple(left[:count]))
        del left[:count]


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


@dataclass(frozen=True, slots=True)
class Lost:
    """Why a worker is lost, and how many chances that costs the file that it was at."""

    reason: str
    weight: int = CHANCES


@dataclass(frozen=True, slots=True)
class Unseen:
    """Files that a worker could not find, to be given out once more."""

    items: tuple[Item, ...]


Handler = Callable[[Parcel, Task], Iterable[Finished]]
Prepare = Callable[[], Handler]
Message = Finished | FileProgress | Lost | Unseen


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


class Worker(ABC):
    """A worker, the parcels that it has, and since when it has been at its present file."""

    def __init__(self) -> None:
        self.ready = False
        self.parcels: deque[Parcel] = deque()
        self.since = 0.0

    @property
    def spent(self) -> float:
        """Return the seconds since the latest result, 0 without work or while it gets ready."""
        return time.monotonic() - self.since if self.ready and self.parcels else 0.0

    def begin(self) -> None:
        """Take in that it is ready to work."""
        self.ready = True
        self.since = time.monotonic()

    def take(self, parcel: Parcel) -> None:
        """Give it a parcel, which it will come to if it has others or is not ready."""
        if not self.parcels:
            self.since = time.monotonic()
        self.parcels.append(parcel)
        self.send(parcel)

    def release(self, name: str) -> None:
        """Take a file that has come back out of the parcel that it is at."""
        self.since = time.monotonic()
        left = tuple(item for item in self.parcels[0].items if item.name != name)
        if left:
            self.parcels[0] = Parcel(left)
        else:
            self.parcels.popleft()

    @abstractmethod
    def send(self, parcel: Parcel) -> None:
        """Send a parcel on its way; who is dead by now is noticed when it is listened to."""

    @abstractmethod
    def end(self) -> None:
        """Stop it at once."""


AnyWorker = TypeVar("AnyWorker", bound=Worker)


class Crew(Protocol, Generic[AnyWorker]):
    """The workers of one batch: where they run, and how they are spoken to."""

    workers: list[AnyWorker]

    def has_room(self) -> bool:
        """Tell whether somebody can take a parcel."""

    def give(self, parcel: Parcel) -> None:
        """Give a parcel to whoever has room for it, a new worker perhaps."""

    def hear(self) -> Iterator[tuple[AnyWorker, Message]]:
        """Wait a moment for what workers say; raise ModelError where none can start."""

    def dismiss(self, worker: AnyWorker) -> None:
        """End a worker and do without it."""


def dispatch(
    crew: Crew[AnyWorker], parcels: Iterable[Parcel], task: Task, limit: float
) -> Generator[Finished | FileProgress, None, None]:
    """Have a crew work on parcels, as `WorkerPool.map` says, and end its workers.

    A worker that takes longer than `limit` seconds for a file is lost; what passes while all of the
    program is stopped, as by Ctrl+Z or a machine that sleeps, does not count.
    """
    work = _Dispatch(crew, parcels)
    try:
        while work.hand_out():
            for worker, message in crew.hear():
                yield from work.heed(worker, message)
            for worker in work.slow(limit):
                reason = f"It took longer than {limit:g} seconds."
                yield from work.heed(worker, Lost(reason))
            if task.cancelled:
                raise Cancelled
    finally:
        for worker in crew.workers:
            worker.end()
        crew.workers.clear()


class _Dispatch(Generic[AnyWorker]):
    def __init__(self, crew: Crew[AnyWorker], parcels: Iterable[Parcel]) -> None:
        self._crew = crew
        self._fresh = iter(parcels)
        self._back: deque[Parcel] = deque()
        self._losses: Counter[str] = Counter()
        self._looked = time.monotonic()

    def hand_out(self) -> bool:
        """Give parcels to all who have room; tell whether anything is left to do."""
        while self._crew.has_room() and (parcel := self._next()):
            self._crew.give(parcel)
        if any(worker.parcels for worker in self._crew.workers):
            return True
        if not self._back:
            self._back.extend(islice(self._fresh, 1))
        return bool(self._back)

    def heed(self, worker: AnyWorker, message: Message) -> Iterator[Finished | FileProgress]:
        if isinstance(message, Lost):
            yield from self._lose(worker, message)
        elif isinstance(message, Unseen):
            for item in message.items:
                worker.release(item.name)
            self._back.append(Parcel(message.items))
        else:
            if isinstance(message, Finished):
                worker.release(message.outcome.source)
            yield message

    def slow(self, limit: float) -> list[AnyWorker]:
        before, self._looked = self._looked, time.monotonic()
        passed = self._looked - before
        if passed > _STANDSTILL:
            for worker in self._crew.workers:
                worker.since += passed
        return [worker for worker in self._crew.workers if worker.spent > limit]

    def _next(self) -> Parcel | None:
        return self._back.popleft() if self._back else next(self._fresh, None)

    def _lose(self, worker: AnyWorker, loss: Lost) -> Iterator[Finished]:
        """Do without a worker; the file that it had alone loses some of its chances."""
        self._crew.dismiss(worker)
        if not worker.parcels:
            return
        first, *others = worker.parcels
        self._back.extend(others)
        if len(first.items) > 1 or (others and loss.weight < CHANCES):
            self._back.extend(Parcel((item,)) for item in first.items)
            return
        (item,) = first.items
        self._losses[item.name] += loss.weight
        if self._losses[item.name] < CHANCES:
            self._back.append(first)
        else:
            yield failed(item, loss.reason)


def failed(item: Item, reason: str) -> Finished:
    """Return that nothing came of a file, and why."""
    return Finished(Outcome(item.name, State.FAILED, reason=reason))
