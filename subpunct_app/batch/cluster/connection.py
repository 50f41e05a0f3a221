"""Reach a Ray cluster."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import threading
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from subpunct_app.runtime.environment import install_hint
from subpunct_app.runtime.errors import ModelError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.batch.batch_options import Order
    from subpunct_app.batch.cluster.cluster import Cluster

LOCAL = "local"
AUTO = "auto"
_CLIENT = "ray://"
_STORE_BYTES = 512 << 20
_PATIENCE = 5.0
_STDERR = 2
_TOKENS = "RAY_AUTH_MODE"
# Ray reads these when it is imported or started.
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1",
}


@contextlib.contextmanager
def cluster_for(
    order: Order, address: str, per_node: int | None = None, *, limit: float | None = None
) -> Iterator[Cluster]:
    """Connect to a cluster, and give the pool that restores files as ordered.

    It has a worker a GPU, or so many a node, one if not told. `limit` is in seconds a file, the
    patience of the order if there is none. Raise SettingsError without Ray or the cluster,
    ModelError without the model, or the device on a cluster that no other node can join.
    """
    from subpunct_app.models.model_registry import choice

    with connected(address):
        from subpunct_app.batch.cluster.cluster import Cluster, device_of_cluster, places
        from subpunct_app.batch.punctuating import prepare

        order = replace(order, device=device_of_cluster(order.device))
        if address == LOCAL and not places(order.device, per_node):
            raise ModelError(
                f"A Ray cluster of this machine has no place for a worker on {order.device}.",
                "Use --device cpu or auto.",
            )
        patience = limit or order.patience
        models = choice(order.model)
        yield Cluster(partial(prepare, order), models, order.device, per_node, limit=patience)


@contextlib.contextmanager
def connected(address: str) -> Iterator[None]:
    """Be connected to the cluster at an address, `auto` for the one of this machine.

    `local` starts one that ends with the connection. Raise SettingsError where that cannot be.
    """
    if find_spec("ray") is None:
        raise SettingsError("Ray is not installed.", install_hint("ray"))
    if address.startswith(_CLIENT) and find_spec("grpc") is None:
        raise SettingsError("Ray's client is not installed.", install_hint("ray[client]"))
    if address not in (LOCAL, AUTO):
        _check_reachable(address)
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    import ray
    from ray._private import worker

    from subpunct_app.batch.cluster.cluster import Lifelines

    _join(address)
    lifelines = Lifelines()
    try:
        yield
    finally:
        if not lifelines.has_head():
            # Ray would say goodbye to it, and wait for the answer for ever.
            worker.global_worker.set_is_connected(False)
        ray.shutdown()


def _join(address: str) -> None:
    """Connect to a cluster, or start one of this machine."""
    import ray
    from ray._private import worker

    # What dies on a node is told as what became of its files; Ray would write it to stdout.
    worker._worker_logs_enabled = False
    options = {"include_dashboard": False, "object_store_memory": _STORE_BYTES}
    try:
        with _hushed(), _ended_as_before():
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.CRITICAL,
                **(options if address == LOCAL else {}),
            )
    except (OSError, ValueError, RuntimeError, ImportError, ray.exceptions.RayError) as error:
        # What is half connected would stand in the way of the next one.
        ray.shutdown()
        raise _refusal(address, error) from error


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Leave nothing of what Ray writes to stderr, some of it in C++: what matters it raises."""
    kept, silence = os.dup(_STDERR), os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, _STDERR)
    try:
        yield
    finally:
        os.dup2(kept, _STDERR)
        os.close(kept)
        os.close(silence)


@contextlib.contextmanager
def _ended_as_before() -> Iterator[None]:
    """Let SIGTERM do what it did: Ray would print where it came, and leave as if files failed."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


def _refusal(address: str, error: Exception) -> SettingsError:
    if address == AUTO and isinstance(error, ConnectionError):
        return SettingsError(
            "No Ray cluster runs on this machine.", "Start one: ray start --head, or use local."
        )
    # What it says of versions has a line for each; others end with where they come from.
    lines = str(error).splitlines()
    told = lines if isinstance(error, RuntimeError) else lines[:1]
    reason = " ".join(line.strip() for line in told)
    is_named = address not in (AUTO, LOCAL) and not address.startswith(_CLIENT)
    others = "Is this machine a node of it, with" if is_named else "Does it run"
    return SettingsError(
        f"The Ray cluster {address} cannot be used: {reason}",
        f"{others} the same versions of Python and Ray? "
        f"If it asks for a token, set {_TOKENS}=token.",
    )


def _check_reachable(address: str) -> None:
    """Raise SettingsError at once where nobody listens; Ray would try for a minute."""
    host, _, port = address.removeprefix(_CLIENT).rpartition(":")
    if not host or not port.isdecimal():
        raise SettingsError(
            f"{address} is not the address of a Ray cluster.",
            f"Use {AUTO}, {LOCAL}, HOST:6379 or {_CLIENT}HOST:10001.",
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"No Ray cluster answers at {address}.", "Start one: ray start --head --port=6379."
        ) from error
