"""The one training loop: steps, schedule, checkpoints, log."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from subpunct_app.core.errors import Cancelled
from subpunct_app.core.task import Task
from subpunct_app.punctuation.network import GapNetwork
from subpunct_app.training.batches import IGNORED, Batch, Batches
from subpunct_app.training.checkpoint import load_checkpoint, save_checkpoint
from subpunct_app.training.recipes import Recipe

Judge = Callable[[GapNetwork], dict[str, float]]


@dataclass(frozen=True, slots=True)
class Run:
    """One training run: what to train, on what, by which recipe, and where it keeps its state."""

    network: GapNetwork
    batches: Batches
    recipe: Recipe
    folder: Path
    device: torch.device

    @property
    def steps(self) -> int:
        """Return how many steps the run takes in all."""
        wanted = max(1, round(self.recipe.epochs * self.batches.epoch_steps))
        return min(wanted, self.recipe.max_steps) if self.recipe.max_steps else wanted


def fit(run: Run, judge: Judge, task: Task, *, resume: bool = False) -> None:
    """Train to the last step, writing checkpoints and log.jsonl into the run's folder.

    `judge` scores the network on held-out text now and then. On cancel a checkpoint is written
    before Cancelled goes on.
    """
    run.folder.mkdir(parents=True, exist_ok=True)
    run.network.to(run.device)
    optimiser = _optimiser(run)
    start = load_checkpoint(run.folder, run.network, optimiser) if resume else 0
    saved_at = time.monotonic()
    meter = _Meter(run.folder / "log.jsonl", run.steps)
    for step in range(start, run.steps):
        loss, words = _train_step(run, optimiser, step)
        meter.add(step, loss, words)
        last = step + 1 == run.steps
        if (step + 1) % run.recipe.evaluate_every == 0 or last:
            meter.write({"step": step + 1, "dev": judge(run.network)})
        due = time.monotonic() - saved_at > 60 * run.recipe.checkpoint_minutes
        if due or last or task.cancelled:
            save_checkpoint(run.folder, run.network, optimiser, step + 1)
            saved_at = time.monotonic()
        if task.cancelled:
            raise Cancelled
        task.step(step + 1, run.steps, meter.message)


def rate_share(step: int, steps: int, warmup: float) -> float:
    """Return the share of the peak rate at a step: linear up, then linear down to zero."""
    rising = max(1, round(steps * warmup))
    if step < rising:
        return (step + 1) / rising
    return max(0.0, (steps - step) / max(1, steps - rising))


def masked_losses(
    logits: tuple[Tensor, Tensor], marks: Tensor, cases: Tensor
) -> tuple[Tensor, Tensor]:
    """Return mean cross entropies of marks and cases over the labelled pieces, unweighted."""
    return _cross_entropy(logits[0], marks), _cross_entropy(logits[1], cases)


def _cross_entropy(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != IGNORED
    if not bool(chosen.any()):
        return logits.sum() * 0.0
    return nn.functional.cross_entropy(logits[chosen].float(), labels[chosen])


def _train_step(run: Run, optimiser: torch.optim.Optimizer, step: int) -> tuple[float, int]:
    recipe = run.recipe
    # Seeded anew at each step, so that dropout after a resume is what it would have been.
    torch.manual_seed(recipe.seed * 1_000_003 + step)
    batch = run.batches.batch(step)
    share = rate_share(step, run.steps, recipe.warmup)
    for group in optimiser.param_groups:
        frozen = group["encoder"] and step < recipe.frozen_steps
        group["lr"] = 0.0 if frozen else group["peak"] * share
    run.network.train()
    with _precision(run):
        pieces, mask, marks, cases = _tensors(batch, run.device)
        logits = run.network(pieces, None if bool(mask.all()) else mask)
    mark_loss, case_loss = masked_losses(logits, marks, cases)
    loss = mark_loss + recipe.case_weight * case_loss
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(run.network.parameters(), recipe.clip)
    optimiser.step()
    return float(mark_loss.detach()), batch.words


def _optimiser(run: Run) -> torch.optim.Optimizer:
    inside = {id(p) for p in run.network.encoder.parameters()}
    inside |= {id(p) for p in run.network.attention.parameters()}
    groups = []
    for encoder in (True, False):
        for decayed in (True, False):
            chosen = [
                p
                for p in run.network.parameters()
                if (id(p) in inside) is encoder and (p.ndim > 1) is decayed
            ]
            peak = run.recipe.encoder_rate if encoder else run.recipe.head_rate
            decay = run.recipe.weight_decay if decayed else 0.0
            groups.append(
                {"params": chosen, "weight_decay": decay, "peak": peak, "encoder": encoder}
            )
    return torch.optim.AdamW(groups, lr=run.recipe.head_rate, fused=True)


def _precision(run: Run) -> contextlib.AbstractContextManager[object]:
    if run.recipe.precision == "fp32":
        return contextlib.nullcontext()
    kind = torch.float16 if run.recipe.precision == "fp16" else torch.bfloat16
    return torch.autocast(run.device.type, dtype=kind)


def _tensors(batch: Batch, device: torch.device) -> Iterator[Tensor]:
    for rows in (batch.pieces, batch.mask, batch.marks, batch.cases):
        yield torch.from_numpy(rows).to(device)


class _Meter:
    """Running loss and speed, written to a log every 50 steps."""

    def __init__(self, path: Path, steps: int) -> None:
        self._path = path
        self._steps = steps
        self._loss = 0.0
        self._words = 0
        self._since = time.monotonic()
        self.message = ""

    def add(self, step: int, loss: float, words: int) -> None:
        self._loss = loss if not self._loss else 0.98 * self._loss + 0.02 * loss
        self._words += words
        if (step + 1) % 50 == 0:
            speed = self._words / (time.monotonic() - self._since)
            self.message = f"loss {self._loss:.4f}, {speed:,.0f} words/s"
            self.write({"step": step + 1, "loss": round(self._loss, 5), "words_per_s": int(speed)})
            self._words, self._since = 0, time.monotonic()

    def write(self, row: dict[str, object]) -> None:
        with self._path.open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
