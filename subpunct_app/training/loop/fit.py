"""The one training loop: steps, evaluations, checkpoints, log."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import torch
from torch import Tensor, nn

from subpunct_app.core.errors import Cancelled, ModelError
from subpunct_app.core.task import Task
from subpunct_app.punctuation.models.networks import Network, mark_loss
from subpunct_app.training.data.batches import IGNORED, Batch, Batches
from subpunct_app.training.loop.averaging import Average, copied_weights, copy_weights
from subpunct_app.training.loop.checkpoint import State, load_checkpoint, save_checkpoint
from subpunct_app.training.loop.guessing import Guessing
from subpunct_app.training.loop.precision import casting, computed
from subpunct_app.training.loop.progress import Meter, Progress
from subpunct_app.training.loop.schedule import make_optimiser, rate_share, set_rates
from subpunct_app.training.recipes import Recipe

log = logging.getLogger(__name__)

Judge = Callable[[nn.Module], dict[str, float]]


@dataclass(frozen=True, slots=True)
class Run:
    """One training run: what to train, on what, by which recipe, and where it keeps its state.

    `rate_scale` multiplies the recipe's rates (see `encoders.rate_scale`); `command` is what
    anybody would start the run with; `vocabulary` is the checksum of the network's pieces.
    `guessing` guesses the pieces that the recipe hides, if any.
    """

    network: Network
    batches: Batches
    recipe: Recipe
    folder: Path
    device: torch.device
    rate_scale: float = 1.0
    command: str = ""
    vocabulary: str = ""
    guessing: Guessing | None = None

    @property
    def steps(self) -> int:
        """Return how many steps the run takes in all."""
        wanted = max(1, self._steps_in(self.recipe.epochs))
        return min(wanted, self.recipe.max_steps) if self.recipe.max_steps else wanted

    @property
    def precision(self) -> str:
        """Return what the run computes in: what the recipe says, if the device knows it."""
        return computed(self.recipe.precision, self.device)

    @property
    def frozen_steps(self) -> int:
        """Return for how many steps the encoder keeps still."""
        return self._steps_in(self.recipe.frozen_epochs)

    def judges_at(self, step: int) -> bool:
        """Tell whether the weights are scored once so many steps are done."""
        if step == self.steps:
            return True
        if self.recipe.evaluate_every:
            return step % self.recipe.evaluate_every == 0
        before, done = ((step - back) * self.recipe.accumulate for back in (1, 0))
        return done // self.batches.epoch_steps > before // self.batches.epoch_steps

    def _steps_in(self, epochs: float) -> int:
        return round(epochs * self.batches.epoch_steps / self.recipe.accumulate)


def fit(
    run: Run,
    judge: Judge,
    task: Task,
    *,
    resume: bool = False,
    begun: Callable[[], None] = lambda: None,
) -> Progress:
    """Train, writing checkpoints and log.jsonl into the run's folder; return its progress.

    `judge` scores the network on held-out text now and then; the recipe's criterion tells which
    weights are best, and when to stop early. The network ends with the best weights. A run that
    was stopped or killed and goes on with `resume` ends with the weights of one that was not; once
    its checkpoint has been taken up, and before the first step, `begun` is called. On cancel a
    checkpoint is written before Cancelled is raised.
    """
    run.folder.mkdir(parents=True, exist_ok=True)
    run.network.to(run.device)
    if run.guessing:
        run.guessing.to(run.device)
    state = _fresh_state(run)
    if resume:
        load_checkpoint(run.folder, state)
    begun()
    progress = state.progress
    if progress.go_on(run.command):
        log.warning("%s was begun with another command; the card will name both.", run.folder)
    meter = Meter(run.folder / "log.jsonl", progress)
    _learn(run, state, judge, meter, task)
    if not state.best:
        # What goes on with fewer steps than it has done was never judged.
        meter.write({"dev": _evaluate(run, state, judge)})
    copy_weights(state.best, run.network)
    return progress


def _learn(run: Run, state: State, judge: Judge, meter: Meter, task: Task) -> None:
    """Take the steps that are left, with a checkpoint now and then."""
    progress, saved_at = state.progress, time.monotonic()
    while not _is_over(run, progress):
        loss, words = _train_step(run, state)
        progress.step += 1
        _check_loss(loss, progress.step)
        meter.add(loss, words)
        if run.judges_at(progress.step):
            meter.write({"dev": _evaluate(run, state, judge)})
        due = time.monotonic() - saved_at > 60 * run.recipe.checkpoint_minutes
        if due or task.cancelled or _is_over(run, progress):
            save_checkpoint(run.folder, state)
            saved_at = time.monotonic()
        if task.cancelled:
            raise Cancelled
        task.step(progress.step, run.steps, meter.message)


def _check_loss(loss: float, step: int) -> None:
    """Raise ModelError where nothing can be learned any more."""
    if not math.isfinite(loss):
        raise ModelError(
            f"The loss at step {step} is no number: the network has come apart.",
            "Take lower rates, or precision=fp32, and go on from the checkpoint with --resume.",
        )


def _fresh_state(run: Run) -> State:
    # Small gradients vanish in fp16 unless the loss is scaled up; bf16 has the range of fp32.
    scaled = run.precision == "fp16" and run.device.type == "cuda"
    return State(
        run.network,
        make_optimiser(run.network, run.recipe, run.rate_scale, run.guessing),
        torch.amp.GradScaler(run.device.type, enabled=scaled),
        Average(run.network, run.recipe.ema),
        run.vocabulary,
        run.guessing,
    )


def _is_over(run: Run, progress: Progress) -> bool:
    """Tell whether all steps are done, or patience is at its end."""
    return progress.step >= run.steps or 0 < run.recipe.patience <= progress.stale


def _evaluate(run: Run, state: State, judge: Judge) -> dict[str, float]:
    """Score the (averaged) weights on the dev text and keep them if they are the best so far."""
    with state.average.applied():
        run.network.eval()
        scores = judge(run.network)
        if state.progress.judged(scores, run.recipe.criterion):
            state.best.update(copied_weights(run.network))
    if state.progress.step <= run.frozen_steps:
        # The head alone comes to rest before the encoder has learned anything.
        state.progress.stale = 0
    return {name: round(score, 5) for name, score in scores.items()}


def _train_step(run: Run, state: State) -> tuple[float, int]:
    """Take one step over `accumulate` batches; return the mean mark loss and the words seen.

    The losses of a batch weigh as much as it has labels, so that the step is that of one large
    batch.
    """
    recipe, step = run.recipe, state.progress.step
    # Seeded anew at each step, so that dropout after a resume is what it would have been.
    torch.manual_seed(recipe.seed * 1_000_003 + step)
    rate = rate_share(recipe.schedule, step, run.steps, recipe.warmup)
    set_rates(state.optimiser, rate, frozen=step < run.frozen_steps)
    state.optimiser.zero_grad(set_to_none=True)
    run.network.train()
    first = step * recipe.accumulate
    batches = [run.batches.batch(first + part) for part in range(recipe.accumulate)]
    words = sum(batch.words for batch in batches)
    cased = sum(batch.cased for batch in batches)
    total = 0.0
    for batch in batches:
        marks, cases, guesses = _losses(run, batch)
        marks = marks * (batch.words / max(1, words))
        cases = cases * (batch.cased / max(1, cased))
        guesses = guesses / recipe.accumulate
        loss = marks + recipe.case_weight * cases + recipe.hidden_weight * guesses
        state.scaler.scale(loss).backward()  # type: ignore[no-untyped-call]
        total += float(marks.detach())
    state.scaler.unscale_(state.optimiser)
    learning = chain.from_iterable(group["params"] for group in state.optimiser.param_groups)
    nn.utils.clip_grad_norm_(learning, recipe.clip)
    state.scaler.step(state.optimiser)
    state.scaler.update()
    state.average.update(step)
    return total, words


def _losses(run: Run, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Return the mean losses of marks, cases and guesses over the pieces that have them."""
    pieces, mask, marks, cases, *features = _tensors(batch, run.device)
    shown = run.guessing.hide(pieces) if run.guessing else pieces
    with casting(run.precision, run.device):
        mark_logits, case_logits = run.network(shown, None if bool(mask.all()) else mask, *features)
        guessed = run.guessing.loss() if run.guessing else mark_logits.new_zeros(())
    marked = mark_loss(run.network, mark_logits, marks, IGNORED)
    return marked, _case_loss(case_logits, cases), guessed


def _case_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != IGNORED
    if not bool(chosen.any()):
        return logits.sum() * 0.0
    return nn.functional.cross_entropy(logits[chosen].float(), labels[chosen])


def _tensors(batch: Batch, device: torch.device) -> Iterator[Tensor]:
    for rows in (batch.pieces, batch.mask, batch.marks, batch.cases, batch.features):
        if rows is not None:
            yield torch.from_numpy(rows).to(device)
