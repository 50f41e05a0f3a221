"""The crew of this machine: how many processes it takes, and with how many threads each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from subpunct_app.services.batch.processes import Processes, processors

if TYPE_CHECKING:
    from subpunct_app.services.batch.crew import Crew
    from subpunct_app.services.batch.order import Order


def crew_for(
    order: Order, workers: int | None = None, *, limit: float | None = None, spare: int = 0
) -> Crew:
    """Return processes that restore files as ordered, if not told otherwise one a processor.

    On a GPU it is one, which keeps the GPU busy alone. `limit` is in seconds a file, the patience
    of the order if there is none; `spare` processors are left to whoever works beside the batch.
    """
    from subpunct_app.punctuation.registry import device_for
    from subpunct_app.services.batch.punctuating import prepare

    alone = device_for(order.device) != "cpu"
    size = workers or (1 if alone else max(1, processors() - spare))
    threads = max(1, (processors() - spare) // size)
    patience = limit or order.patience
    return Processes(partial(prepare, order, threads), size, limit=patience, threads=threads)
