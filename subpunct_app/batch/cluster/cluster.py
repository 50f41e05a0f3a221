"""Spread a batch over the nodes of a Ray cluster, each with models of its own."""

from __future__ import annotations

import logging
import socket
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import ray
from ray.exceptions import RayActorError, RayError, RayTaskError
from ray.util.client import ray as client
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from subpunct_app import __version__
from subpunct_app.batch.batch_options import PATIENCE, Device
from subpunct_app.batch.cluster.node import Given, Node, PrepareWith, Restored, send
from subpunct_app.batch.executor import (
    CHANCES,
    TICK,
    FileProgress,
    Finished,
    Item,
    Lost,
    Message,
    Parcel,
    Unseen,
    Worker,
    dispatch,
    failed,
)
from subpunct_app.runtime.errors import FileError, ModelError
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
_MUSTER_SECONDS = 2.0
_PATIENCE_SECONDS = 120.0

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
    alive = [node for node in ray.nodes() if node["Alive"]]
    return [place for node in alive for place in _places_of(node, device, per_node)]


def device_of_cluster(device: Device) -> Device:
    """Return the device that all workers use: `auto` takes GPUs where any node has one.

    Results of a GPU and of a processor may differ in a doubtful mark, so they are not mixed.
    """
    if device != "auto":
        return device
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


class Remote(Worker):
    """An actor of Ray; answers come a parcel at a time."""

    def __init__(
        self, place: WorkerPlace, prepare: PrepareWith, models: Sequence[Sent[Any]]
    ) -> None:
        super().__init__()
        self.place = place
        self._answers: deque[Any] = deque()
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
        super().begin()

    def send(self, parcel: Parcel) -> None:
        """Send a parcel, with the content of its files where the node does not see them."""
        given = [_given(item, with_content=self._blind) for item in parcel.items]
        self._answers.append(self._actor.restore.remote(given))

    def answer(self) -> Restored:
        """Return what became of the first parcel; raise RayError where nothing will come."""
        restored: Restored = ray.get(self._answers[0])
        self._answers.popleft()
        self._blind = self._blind or bool(restored.unseen)
        return restored

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

    A worker that takes longer than `limit` seconds for a file is ended. A file fails only after
    three workers were lost with it, as the node is mostly to blame.
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
        sent = [send(model, ray.put) for model in models]
        self._places = partial(places, device, per_node)
        self._start = partial(Remote, prepare=prepare, models=sent)
        self._limit = limit
        self.size = max(1, len(self._places()))

    def map(
        self, parcels: Iterable[Parcel], task: Task
    ) -> Generator[Finished | FileProgress, None, None]:
        """Yield each file of the parcels once, as WorkerPool says."""
        crew = _Nodes(self._places, self._start)
        try:
            yield from dispatch(crew, parcels, task, self._limit)
        except RayError as error:
            raise gone() from error


class _Nodes:
    """The workers of one batch, and the places that cannot work.

    After the first loss each worker has one parcel at a time, as a worker that is lost may take
    with it the answers that are on their way.
    """

    def __init__(
        self, places: Callable[[], list[WorkerPlace]], start: Callable[[WorkerPlace], Remote]
    ) -> None:
        self.workers: list[Remote] = []
        self._places = places
        self._start = start
        self._lifelines = Lifelines()
        self._mustered = -_MUSTER_SECONDS
        self._idle_since = time.monotonic()
        self._refused: set[WorkerPlace] = set()
        self._false_starts: Counter[WorkerPlace] = Counter()
        self._has_results = False
        self._in_flight = IN_FLIGHT

    def has_room(self) -> bool:
        return any(one.ready and len(one.parcels) < self._in_flight for one in self.workers)

    def give(self, parcel: Parcel) -> None:
        ready = (worker for worker in self.workers if worker.ready)
        min(ready, key=lambda worker: len(worker.parcels)).take(parcel)

    def hear(self) -> Iterator[tuple[Remote, Message]]:
        if time.monotonic() - self._mustered > _MUSTER_SECONDS:
            if self._lifelines.hold():
                self._muster()
            self._mustered = time.monotonic()
        awaited = {worker.awaited: worker for worker in self.workers if worker.awaited}
        if not awaited:
            time.sleep(TICK)
            return
        heard, _ = ray.wait(list(awaited), timeout=TICK)
        for answer in heard:
            worker = awaited[answer]
            if not worker.ready:
                self._begin(worker)
                continue
            for message in self._messages(worker):
                yield worker, message

    def dismiss(self, worker: Remote) -> None:
        self.workers.remove(worker)
        worker.end()
        if worker.ready:
            self._in_flight = 1

    def _muster(self) -> None:
        """Start workers where there is place; raise ModelError where nobody could work for long."""
        taken = {worker.place for worker in self.workers} | self._refused
        self.workers += [self._start(place) for place in self._places() if place not in taken]
        if self.workers:
            self._idle_since = time.monotonic()
        elif time.monotonic() - self._idle_since > _PATIENCE_SECONDS:
            raise ModelError(
                "No node of the Ray cluster can work.",
                "Start one with processors, or GPUs with --device cuda.",
            )

    def _messages(self, worker: Remote) -> Iterator[Message]:
        try:
            restored = worker.answer()
        except RayTaskError as error:
            yield Lost(f"The worker stopped ({type(error.cause).__name__}).")
            return
        except RayError as error:
            yield Lost(f"The worker stopped ({type(error).__name__}).", 1)
            return
        self._has_results = True
        yield from restored.finished
        for item in restored.unseen:
            if item.size > MOST_BYTES:
                yield failed(item, f"{worker.place.host} does not see it under this path.")
        if carried := tuple(item for item in restored.unseen if item.size <= MOST_BYTES):
            yield Unseen(carried)

    def _begin(self, worker: Remote) -> None:
        """Take in that a worker is ready, or cannot start: some places have three chances."""
        try:
            worker.begin()
        except ModelError as error:
            self._refuse(worker, error)
        except RayError:
            self.dismiss(worker)
            self._false_starts[worker.place] += 1
            if self._false_starts[worker.place] == CHANCES:
                stop = f"The workers on {worker.place.host} stop while they start."
                self._refuse(worker, ModelError(stop, "Is there enough memory for the model?"))

    def _refuse(self, worker: Remote, error: ModelError) -> None:
        """Do without a place that cannot work, where others do; raise the error before any has."""
        if not self._has_results:
            raise error
        log.info("Done without: %s", error)
        self._refused.add(worker.place)
        if worker in self.workers:
            self.dismiss(worker)
