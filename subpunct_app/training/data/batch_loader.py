"""Hand batches to a training loop, made ahead by other processes where a GPU learns."""

from __future__ import annotations

import signal
from collections.abc import Generator
from typing import NamedTuple

import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from subpunct_app.runtime.environment import processor_count
from subpunct_app.runtime.interrupts import ENDINGS, ignoring_interrupts
from subpunct_app.training.data.batches import Batch, Batches

# Batches that each process has ready.
_AHEAD = 4
# More processes hardly make more batches in time, and each holds files open.
_MOST = 16
# On this one a CPU learns itself; a process beside it would only take its turns.
_ALONE = "cpu"
# Batches reach other processes as they are only where these begin as copies of this one.
_COPIED = "fork"


class Fed(NamedTuple):
    """A Batch as tensors; see there."""

    pieces: Tensor
    mask: Tensor
    marks: Tensor
    cases: Tensor
    words: int
    cased: int
    features: Tensor | None

    def on(self, device: torch.device) -> Fed:
        """Return it on a device, its numbers as int64."""

        def moved(rows: Tensor) -> Tensor:
            return rows.to(device, non_blocking=True).long()

        return self._replace(
            pieces=moved(self.pieces),
            mask=moved(self.mask),
            marks=moved(self.marks),
            cases=moved(self.cases),
            features=None if self.features is None else moved(self.features),
        )


def feed(batches: Batches, numbers: range, device: torch.device) -> Generator[Fed]:
    """Yield the batches of these numbers, one after the other, for a device that learns."""
    yield from feed_by(batches, numbers, processes_for(device))


def feed_by(batches: Batches, numbers: range, processes: int) -> Generator[Fed]:
    """Yield the batches of these numbers as so many processes make them; 0 are this one."""
    made = _Made(batches)
    if not processes:
        yield from map(made.__getitem__, numbers)
        return
    # What all need is made once; the processes share it.
    batches.batch(numbers.start)
    loader = DataLoader(
        made,
        batch_size=None,
        sampler=numbers,
        num_workers=processes,
        multiprocessing_context=_COPIED,
        prefetch_factor=_AHEAD,
        worker_init_fn=_leave_signals,
        pin_memory=torch.cuda.is_available(),
    )
    with ignoring_interrupts(*ENDINGS):
        ahead = iter(loader)
    yield from ahead


def processes_for(device: torch.device) -> int:
    """Return how many processes make batches for a device."""
    known = torch.multiprocessing.get_all_start_methods()
    return 0 if device.type == _ALONE or _COPIED not in known else min(_MOST, processor_count())


def _leave_signals(_number: int) -> None:
    """Let a process outlive what stops its parent, which still needs it for a checkpoint."""
    for request in (signal.SIGINT, *ENDINGS):
        signal.signal(request, signal.SIG_IGN)


class _Made(Dataset[Fed]):
    def __init__(self, batches: Batches) -> None:
        self._batches = batches

    def __getitem__(self, number: int) -> Fed:
        return _packed(self._batches.batch(number))


def _packed(batch: Batch) -> Fed:
    """Return a batch in small numbers, of which a process sends more at a time."""
    features = batch.features
    return Fed(
        torch.from_numpy(batch.pieces).int(),
        torch.from_numpy(batch.mask).char(),
        torch.from_numpy(batch.marks).short(),
        torch.from_numpy(batch.cases).short(),
        batch.words,
        batch.cased,
        None if features is None else torch.from_numpy(features).short(),
    )
