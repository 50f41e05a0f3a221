"""Tell in time that a cluster is gone: Ray itself would wait, and then end this program."""

from __future__ import annotations

import socket
import time

import ray
from ray.util.client import ray as client

from subpunct_app.runtime.errors import ModelError

_ANSWER_SECONDS = 1.0
# Ray ends a program that has not heard from the head for 60 seconds.
PATIENCE_SECONDS = 30.0


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
    return ModelError("The Ray cluster is gone.", "Go on with --resume, on it or on another one.")


def _answers(address: tuple[str, int]) -> bool:
    try:
        socket.create_connection(address, _ANSWER_SECONDS).close()
    except OSError:
        return False
    return True
