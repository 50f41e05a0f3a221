"""Hand batches to a training loop, made ahead by other processes where a GPU learns."""

from __future__ import annotations

import signal
from collections.abc import Generator

import torch
from torch.utils.data import DataLoader, Dataset

from subpunct_app.runtime.environment import processor_count
from subpunct_app.runtime import interrupts
from subpunct_app.training.data.batches import Batch, Batches

# Batches that each process has ready.
_AHEAD = 4
# More processes hardly make more batches in time, and each holds files open.
_MOST = 16
# On this one a CPU learns itself; a process beside it would only take its turns.
_ALONE = "cpu"
# Batches reach other processes as they are only where these begin as copies of this one.
_COPIED = "fork"


def feed(batches: Batches, numbers: range, device: torch.device) -> Generator[Batch]:
    """Yield the batches of these numbers, one after the other, for a device that learns."""
    yield from feed_by(batches, numbers, processes_for(device))


def feed_by(batches: Batches, numbers: range, processes: int) -> Generator[Batch]:
    """Yield the batches of these numbers as so many processes make them; 0 are this one."""
    if not processes:
        yield from map(batches.batch, numbers)
        return
    # What all need is made once; the processes share it.
    batches.batch(numbers.start)
    loader = DataLoader(
        _Made(batches),
        batch_size=None,
        sampler=numbers,
        num_workers=processes,
        multiprocessing_context=_COPIED,
        prefetch_factor=_AHEAD,
        worker_init_fn=_leave_signals,
        pin_memory=torch.cuda.is_available(),
    )
    with interrupts.ignoring_interrupts(*interrupts.ENDINGS):
        ahead = iter(loader)
    yield from ahead


def processes_for(device: torch.device) -> int:
    """Return how many processes make batches for a device."""
    known = torch.multiprocessing.get_all_start_methods()
    return 0 if device.type == _ALONE or _COPIED not in known else min(_MOST, processor_count())


def _leave_signals(_number: int) -> None:
    """Let a process outlive what stops its parent, which still needs it for a checkpoint."""
    for request in (signal.SIGINT, *interrupts.ENDINGS):
        signal.signal(request, signal.SIG_IGN)


class _Made(Dataset[Batch]):
    def __init__(self, batches: Batches) -> None:
        self._batches = batches

    def __getitem__(self, number: int) -> Batch:
        return self._batches.batch(number)
