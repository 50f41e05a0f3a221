"""Spread a batch over the nodes of a Ray cluster, each with models of its own."""

from __future__ import annotations

import logging
import time
from collections import Counter
from typing import TYPE_CHECKING

import ray
from ray.exceptions import RayError, RayTaskError

from subpunct_app.batch.cluster.lifelines import Lifelines, gone
from subpunct_app.batch.cluster.model_files import send
from subpunct_app.batch.cluster.placement import places
from subpunct_app.batch.cluster.remote import IN_FLIGHT, MOST_BYTES, Remote
from subpunct_app.batch.order import PATIENCE
from subpunct_app.batch.parcels import Parcel
from subpunct_app.batch.worker_pool import Finished, Standstill, Waiting, failed, singly
from subpunct_app.runtime.errors import Cancelled, ModelError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from subpunct_app.batch.cluster.node import PrepareWith, Restored
    from subpunct_app.batch.cluster.placement import WorkerPlace
    from subpunct_app.runtime.task import Task

_TICK = 0.1
_MUSTER_SECONDS = 2.0
_PATIENCE_SECONDS = 120.0
_CHANCES = 3

log = logging.getLogger(__name__)


class Cluster:
    """A WorkerPool of Ray actors; nodes may join and leave while it works.

    A worker that takes longer than `limit` seconds for a file is ended; time in which this program
    was stopped does not count. A file fails only after three workers were lost with it, as the node
    is mostly to blame. After the first loss each worker has one parcel at a time, as a worker that
    is lost may take with it the answers that are on their way.
    """

    def __init__(
        self,
        prepare: PrepareWith,
        models: Sequence[str],
        device: str = "cpu",
        per_node: int | None = None,
        *,
        limit: float = PATIENCE,
    ) -> None:
        self._prepare = prepare
        self._device = device
        self._per_node = per_node
        self._limit = limit
        self._sent = [send(model, ray.put) for model in models]
        self.size = max(1, len(places(device, per_node)))

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        """Yield each file of the parcels once, as WorkerPool says."""
        dispatch = _Dispatch(Waiting(parcels), self._limit)
        lifelines = Lifelines()
        mustered = -_MUSTER_SECONDS
        try:
            while dispatch.hand_out():
                if time.monotonic() - mustered > _MUSTER_SECONDS:
                    if lifelines.hold():
                        self._muster(dispatch)
                    mustered = time.monotonic()
                yield from dispatch.hear()
                yield from dispatch.end_slow()
                if task.cancelled:
                    raise Cancelled
        except RayError as error:
            raise gone() from error
        finally:
            dispatch.end()

    def _muster(self, dispatch: _Dispatch) -> None:
        """Start a worker wherever there is place for one."""
        for place in places(self._device, self._per_node):
            if place not in dispatch.workers and place not in dispatch.refused:
                dispatch.workers[place] = Remote(place, self._prepare, self._sent)
        dispatch.check()


class _Dispatch:
    """The workers of one batch, what each has, and what came of it."""

    def __init__(self, waiting: Waiting, limit: float) -> None:
        self.workers: dict[WorkerPlace, Remote] = {}
        self.refused: set[WorkerPlace] = set()
        self._has_results = False
        self._waiting = waiting
        self._limit = limit
        self._losses: Counter[str] = Counter()
        self._false_starts: Counter[WorkerPlace] = Counter()
        self._in_flight = IN_FLIGHT
        self._idle_since = time.monotonic()
        self._standstill = Standstill()

    def hand_out(self) -> bool:
        """Give parcels to all who have too few; tell whether anything is left to do."""
        ready = [worker for worker in self.workers.values() if worker.ready]
        for depth in range(self._in_flight):
            for worker in ready:
                if len(worker.parcels) == depth and (parcel := self._waiting.next()):
                    worker.take(parcel)
        return any(worker.parcels for worker in ready) or not self._waiting.is_over

    def hear(self) -> Iterator[Finished]:
        """Wait a moment for what workers say."""
        awaited = {
            worker.awaited: place for place, worker in self.workers.items() if worker.awaited
        }
        if not awaited:
            time.sleep(_TICK)
            return
        heard, _ = ray.wait(list(awaited), timeout=_TICK)
        for answer in heard:
            yield from self._listen(awaited[answer])

    def end_slow(self) -> Iterator[Finished]:
        """Do without the workers that take too long."""
        stood = self._standstill.look()
        for worker in self.workers.values():
            worker.excuse(stood)
        for place in [at for at, worker in self.workers.items() if worker.spent > self._limit]:
            yield from self._lose(place, f"It took longer than {self._limit:g} seconds.", _CHANCES)

    def check(self) -> None:
        """Raise ModelError where nobody has been able to work for a long time."""
        if self.workers:
            self._idle_since = time.monotonic()
        elif time.monotonic() - self._idle_since > _PATIENCE_SECONDS:
            raise ModelError(
                "The Ray cluster has no node that could work.",
                "Start one with processors, or GPUs with --device cuda.",
            )

    def end(self) -> None:
        """Stop all workers at once."""
        for worker in self.workers.values():
            worker.end()

    def _listen(self, place: WorkerPlace) -> Iterator[Finished]:
        worker = self.workers[place]
        try:
            if not worker.ready:
                self._begin(worker)
                return
            restored = worker.answer()
        except RayTaskError as error:
            reason = f"The worker stopped ({type(error.cause).__name__})."
            yield from self._lose(place, reason, _CHANCES)
        except RayError as error:
            yield from self._lose(place, f"The worker stopped ({type(error).__name__}).", 1)
        else:
            yield from self._settle(worker, restored)

    def _begin(self, worker: Remote) -> None:
        try:
            worker.begin()
        except ModelError as error:
            self._refuse(worker.place, error)

    def _settle(self, worker: Remote, restored: Restored) -> Iterator[Finished]:
        self._has_results = True
        yield from restored.finished
        for item in restored.unseen:
            if item.size > MOST_BYTES:
                yield failed(item, f"{worker.place.host} does not see it under this path.")
        carried = tuple(item for item in restored.unseen if item.size <= MOST_BYTES)
        if carried:
            self._waiting.put_back([Parcel(carried)])

    def _lose(self, place: WorkerPlace, reason: str, weight: int) -> Iterator[Finished]:
        """End a worker; the file that it had alone loses so many of its chances."""
        worker = self.workers.pop(place)
        worker.end()
        if not worker.ready:
            self._note_false_start(place)
            return
        self._in_flight = 1
        first, *others = worker.parcels
        self._waiting.put_back(others)
        if len(first.items) > 1 or (others and weight < _CHANCES):
            self._waiting.put_back(singly(first))
            return
        item = first.items[0]
        self._losses[item.name] += weight
        if self._losses[item.name] < _CHANCES:
            self._waiting.put_back([first])
        else:
            yield failed(item, reason)

    def _note_false_start(self, place: WorkerPlace) -> None:
        self._false_starts[place] += 1
        if self._false_starts[place] == _CHANCES:
            stop = f"The workers on {place.host} stop while they get ready."
            self._refuse(place, ModelError(stop, "Is there memory enough for the model?"))

    def _refuse(self, place: WorkerPlace, error: ModelError) -> None:
        """Do without a place that cannot work, where others do; raise the error before any has."""
        if not self._has_results:
            raise error
        log.info("Done without: %s", error)
        self.refused.add(place)
        if worker := self.workers.pop(place, None):
            worker.end()
