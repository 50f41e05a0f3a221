"""One worker on a node of a Ray cluster, as the head of the batch sees it."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any

import ray
from ray.exceptions import RayActorError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from subpunct_app import __version__
from subpunct_app.batch.cluster.node import Given, Node, PrepareWith, Restored
from subpunct_app.batch.parcels import Item, Parcel
from subpunct_app.runtime.errors import FileError, ModelError
from subpunct_app.runtime.paths import stamp_of
from subpunct_app.subtitles.files import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.batch.cluster.model_files import Sent
    from subpunct_app.batch.cluster.placement import WorkerPlace

# One parcel in work and one on its way, so that a node never waits for the network.
IN_FLIGHT = 2
# What is larger has to lie on storage that the nodes share.
MOST_BYTES = 64 << 20


class Remote:
    """An actor, the parcels it has, and since when it has been at the first of them."""

    def __init__(
        self, place: WorkerPlace, prepare: PrepareWith, models: Sequence[Sent[Any]]
    ) -> None:
        self.place = place
        self.ready = False
        self.parcels: deque[Parcel] = deque()
        self._answers: deque[Any] = deque()
        self._since = 0.0
        self._blind = False
        self._actor = (
            ray.remote(Node)
            .options(
                num_cpus=place.cpus,
                num_gpus=place.gpus,
                scheduling_strategy=NodeAffinitySchedulingStrategy(place.node, soft=False),
            )
            .remote()
        )
        threads = max(1, place.cpus)
        self._start = self._actor.prepare.remote(__version__, prepare, models, threads)

    @property
    def awaited(self) -> Any:  # noqa: ANN401 - a reference of Ray, None where nothing is awaited
        """Return what will come next from the node."""
        if not self.ready:
            return self._start
        return self._answers[0] if self._answers else None

    @property
    def spent(self) -> float:
        """Return the seconds since it began its present parcel, 0 without one."""
        return time.monotonic() - self._since if self.parcels else 0.0

    def begin(self) -> None:
        """Take in that the node is ready; raise ModelError where it cannot be."""
        host = self.place.host
        try:
            error = ray.get(self._start)
        except RayTaskError as failure:
            raise _unfit(host, repr(failure.cause)) from failure
        except RayActorError as failure:
            if not failure.actor_init_failed:
                raise
            # There is no subpunct that has this class.
            raise _unfit(host, str(failure).rstrip().splitlines()[-1]) from failure
        if error is not None:
            raise ModelError(f"A worker cannot start on {host}: {error.message}", error.hint)
        self.ready = True

    def take(self, parcel: Parcel) -> None:
        """Send a parcel, with the content of its files where the node does not see them."""
        if not self.parcels:
            self._since = time.monotonic()
        given = [_given(item, with_content=self._blind) for item in parcel.items]
        self.parcels.append(parcel)
        self._answers.append(self._actor.restore.remote(given))

    def answer(self) -> Restored:
        """Return what became of the first parcel; raise RayError where nothing will come."""
        restored: Restored = ray.get(self._answers[0])
        self._answers.popleft()
        self.parcels.popleft()
        self._since = time.monotonic()
        self._blind = self._blind or bool(restored.unseen)
        return restored

    def excuse(self, seconds: float) -> None:
        """Leave out of account a time in which nobody here could hear it."""
        self._since += seconds

    def end(self) -> None:
        """Stop the actor at once."""
        ray.kill(self._actor)


def _unfit(host: str, reason: str) -> ModelError:
    return ModelError(
        f"A worker cannot start on {host}: {reason}", "Install the same subpunct on all nodes."
    )


def _given(item: Item, *, with_content: bool) -> Given:
    """Return a file as it lies here; the node will find out what is wrong with it."""
    content, closed = None, ""
    try:
        if with_content and item.size <= MOST_BYTES:
            content = read(item.path)
    except FileError as error:
        closed = str(error)
    return Given(item, stamp_of(item.path), content, closed)
