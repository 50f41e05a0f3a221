"""Spread a batch over the nodes of a Ray cluster, each with models of its own."""

from __future__ import annotations

import logging
import socket
import time
from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import ray
from ray.exceptions import RayActorError, RayError, RayTaskError
from ray.util.client import ray as client
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from subpunct_app import __version__
from subpunct_app.batch.batch_options import PATIENCE, Device
from subpunct_app.batch.cluster.node import Given, Node, PrepareWith, Restored, send
from subpunct_app.batch.executor import (
    Finished,
    Item,
    Parcel,
    ParcelQueue,
    Standstill,
    failed,
    one_by_one,
)
from subpunct_app.runtime.errors import Cancelled, FileError, ModelError
from subpunct_app.runtime.paths import file_stamp
from subpunct_app.subtitles.files import read

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from subpunct_app.batch.cluster.node import Sent
    from subpunct_app.runtime.task import Task

_ANSWER_SECONDS = 1.0
# Ray ends a program that has not heard from the head for 60 seconds.
PATIENCE_SECONDS = 30.0

# One parcel in work and one on its way, so that a node never waits for the network.
IN_FLIGHT = 2
# What is larger has to lie on storage that the nodes share.
MOST_BYTES = 64 << 20
_TICK = 0.1
_MUSTER_SECONDS = 2.0
_PATIENCE_SECONDS = 120.0
_CHANCES = 3

log = logging.getLogger(__name__)


class Lifelines:
    """The head of the cluster, and the part of Ray on this machine that everything goes through.

    Who works through the client port has neither; there Ray raises what happens.
    """

    def __init__(self) -> None:
        self._head = self._here = None
        self._heard = time.monotonic()
        if client.is_connected():
            return
        context = ray.get_runtime_context()
        host, _, port = context.gcs_address.rpartition(":")
        self._head = host.strip("[]"), int(port)
        node = next(one for one in ray.nodes() if one["NodeID"] == context.get_node_id())
        self._here = node["NodeManagerAddress"], node["NodeManagerPort"]

    def has_head(self) -> bool:
        """Tell whether the head of the cluster answers now."""
        return self._head is None or _answers(self._head)

    def hold(self) -> bool:
        """Tell whether Ray can be asked now; raise ModelError where that will not come again."""
        if self._here is not None and not _answers(self._here):
            raise gone()
        if self.has_head():
            self._heard = time.monotonic()
            return True
        if time.monotonic() - self._heard > PATIENCE_SECONDS:
            raise gone()
        return False


def gone() -> ModelError:
    """Return what to say where the cluster is gone."""
    return ModelError(
        "The Ray cluster is gone.", "Continue with --resume, on this cluster or another one."
    )


def _answers(address: tuple[str, int]) -> bool:
    try:
        socket.create_connection(address, _ANSWER_SECONDS).close()
    except OSError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class WorkerPlace:
    """Room for one worker: a share of a node's processors, with a GPU or without."""

    node: str
    host: str
    number: int
    cpus: int
    gpus: int


def places(device: str, per_node: int | None = None) -> list[WorkerPlace]:
    """Return the places of all nodes that are alive.

    Without a number a node has one for each GPU, or one for all its processors. With the device
    `cpu` GPUs count for nothing, with another one only they count.
    """
    import ray

    alive = [node for node in ray.nodes() if node["Alive"]]
    return [place for node in alive for place in _places_of(node, device, per_node)]


def device_of_cluster(device: Device) -> Device:
    """Return the device that all workers use: `auto` takes GPUs where any node has one.

    Results of a GPU and of a processor may differ in a doubtful mark, so they are not mixed.
    """
    if device != "auto":
        return device
    import ray

    return "cuda" if any(node["Resources"].get("GPU") for node in ray.nodes()) else "cpu"


def _places_of(node: Mapping[str, Any], device: str, per_node: int | None) -> Iterator[WorkerPlace]:
    resources = node["Resources"]
    cpus, gpus = int(resources.get("CPU", 0)), int(resources.get("GPU", 0))
    on_cpu = device == "cpu"
    # The head of a cluster has often no processors to offer.
    count = min(cpus, per_node or 1) if on_cpu else gpus
    host = str(node["NodeManagerHostname"])
    for number in range(count):
        yield WorkerPlace(str(node["NodeID"]), host, number, cpus // count, int(not on_cpu))


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
    return Given(item, file_stamp(item.path), content, closed)


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
        dispatch = _Dispatch(ParcelQueue(parcels), self._limit)
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

    def __init__(self, waiting: ParcelQueue, limit: float) -> None:
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
                "No node of the Ray cluster can work.",
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
            self._waiting.put_back(one_by_one(first))
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
            stop = f"The workers on {place.host} stop while they start."
            self._refuse(place, ModelError(stop, "Is there enough memory for the model?"))

    def _refuse(self, place: WorkerPlace, error: ModelError) -> None:
        """Do without a place that cannot work, where others do; raise the error before any has."""
        if not self._has_results:
            raise error
        log.info("Done without: %s", error)
        self.refused.add(place)
        if worker := self.workers.pop(place, None):
            worker.end()
