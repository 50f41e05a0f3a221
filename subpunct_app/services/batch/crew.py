"""What it takes to spread the files of a batch over workers, whoever they are."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Protocol

from subpunct_app.core.task import Task
from subpunct_app.services.batch.order import Item, Parcel
from subpunct_app.services.batch.outcome import Outcome, State


@dataclass(frozen=True, slots=True)
class Finished:
    """What a worker made of a file: the bytes of the result, None where there is none."""

    outcome: Outcome
    content: bytes | None = None


Handler = Callable[[Parcel, Task], Iterable[Finished]]
Prepare = Callable[[], Handler]


class Crew(Protocol):
    """Workers that prepare themselves once, and then take parcel after parcel.

    Workers only read and compute; what they make goes back to the one who writes. So a worker
    may die at any moment, and whoever is left behind can do no harm.
    """

    @property
    def size(self) -> int:
        """Return how many workers there are at most."""

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        """Yield each file of the parcels once, in whatever order they come.

        A parcel is taken when a worker is free for it. The files of a parcel that a worker did
        not survive are given out again one by one, and the one that is to blame has failed.
        Raise Cancelled on request, ModelError where no worker can start.
        """


def singly(parcel: Parcel) -> list[Parcel]:
    """Return a parcel for each of the files."""
    return [Parcel((item,)) for item in parcel.items]


def failed(item: Item, reason: str) -> Finished:
    """Return that nothing came of a file, and why."""
    return Finished(Outcome(item.name, State.FAILED, reason=reason))
