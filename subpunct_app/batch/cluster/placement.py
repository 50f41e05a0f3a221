"""Which places for workers the nodes of a Ray cluster have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


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


def device_of_cluster(device: str) -> str:
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
