"""The one training loop: losses, steps, evaluations, checkpoints, log."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import islice
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from subpunct_app.models.networks import CrfNetwork, Network
from subpunct_app.runtime.errors import Cancelled, ModelError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.batches import Batch, Batches, feed
from subpunct_app.training.data.recognition_errors import IGNORED
from subpunct_app.training.evaluation.metrics import confusion, micro_score, slot_error_rate
from subpunct_app.training.loop.acceleration import casting
from subpunct_app.training.loop.optimisation import (
    Average,
    copied_weights,
    copy_weights,
    make_optimiser,
    rate_share,
    set_rates,
)
from subpunct_app.training.loop.training_run import (
    Meter,
    Progress,
    Run,
    State,
    load_checkpoint,
    save_checkpoint,
)

Evaluator = Callable[[nn.Module], dict[str, float]]


def dev_evaluator(batches: Batches, labels: int) -> Evaluator:
    """Return a function that gives micro F1, slot error rate and loss on separate windows.

    `labels` counts the columns of the network's marks. Each word is judged once: the windows do
    not overlap and nothing is averaged, so it is a quick look, not an evaluation.
    """

    def evaluate(network: nn.Module) -> dict[str, float]:
        device = next(network.parameters()).device
        counts = np.zeros((labels, labels), dtype=np.int64)
        loss = 0.0
        for batch in (made.on(device) for made in batches.once()):
            features = [] if batch.features is None else [batch.features]
            with torch.inference_mode():
                marks, _ = network(batch.pieces, batch.mask, *features)
            known = batch.marks != IGNORED
            truth = batch.marks[known].cpu().numpy()
            likely = marks[known].float().log_softmax(dim=-1).cpu().numpy()
            counts += confusion(truth, likely.argmax(axis=-1), labels)
            loss -= float(likely[np.arange(len(truth)), truth].sum())
        return {
            "f1": micro_score(counts).f1,
            "ser": slot_error_rate(counts),
            "loss": loss / max(1, int(counts.sum())),
        }

    return evaluate


def fit(
    run: Run,
    evaluator: Evaluator,
    task: Task,
    *,
    resume: bool = False,
    begun: Callable[[], None] = lambda: None,
) -> Progress:
    """Train, writing checkpoints and log.jsonl into the run's folder; return its progress.

    `evaluator` scores the network on held-out text now and then; the recipe's criterion tells which
    weights are best, and when to stop early. The network ends with the best weights. A run that
    was stopped or killed and goes on with `resume` ends with the weights of one that was not; once
    its checkpoint has been taken up, and before the first step, `begun` is called. On cancel a
    checkpoint is written before Cancelled is raised. Raise ModelError where a checkpoint cannot be
    taken up, or nothing can be learned any more, FileError where the disk takes no more.
    """
    run.folder.mkdir(parents=True, exist_ok=True)
    for part in run.parts.values():
        part.to(run.device)
    state = _fresh_state(run)
    if resume:
        load_checkpoint(run.folder, state)
    begun()
    progress = state.progress
    progress.note_command(run.command, run.texts)
    meter = Meter(run.folder / "log.jsonl", progress)
    _learn(run, state, evaluator, meter, task)
    if not state.best:
        # What goes on with fewer steps than it has done was never judged.
        meter.write({"dev": _evaluate(run, state, evaluator)})
    copy_weights(state.best, run.network)
    return progress


def _learn(run: Run, state: State, evaluator: Evaluator, meter: Meter, task: Task) -> None:
    """Take the steps that are left, with a checkpoint now and then."""
    progress, saved_at = state.progress, time.monotonic()
    begun = saved_at - progress.seconds
    numbers = range(*(step * run.recipe.accumulate for step in (progress.step, run.steps)))
    with closing(feed(run.batches, numbers, run.device)) as fed:
        while not _is_over(run, progress):
            loss, words = _train_step(run, state, list(islice(fed, run.recipe.accumulate)))
            progress.step += 1
            progress.seconds = time.monotonic() - begun
            _check_loss(loss, progress.step)
            meter.add(loss, words)
            if run.evaluates_at(progress.step) or run.time_is_up(progress):
                meter.write({"dev": _evaluate(run, state, evaluator)})
            due = time.monotonic() - saved_at > 60 * run.recipe.checkpoint_minutes
            if due or _is_over(run, progress):
                save_checkpoint(run.folder, state)
                saved_at = time.monotonic()
            try:
                task.step(progress.step, run.steps, meter.message)
            except Cancelled:
                save_checkpoint(run.folder, state)
                raise


def _check_loss(loss: float, step: int) -> None:
    if not math.isfinite(loss):
        raise ModelError(
            f"The loss at step {step} is no number: the training has diverged.",
            "Take lower rates, or precision=fp32, and go on from the checkpoint with --resume.",
        )


def _fresh_state(run: Run) -> State:
    # Small gradients vanish in fp16 unless the loss is scaled up; bf16 has the range of fp32.
    scaled = run.precision == "fp16" and run.device.type == "cuda"
    return State(
        run.parts,
        make_optimiser(run.networks, run.recipe, run.rate_scale, run.masked),
        torch.amp.GradScaler(run.device.type, enabled=scaled),
        Average(run.network, run.recipe.ema),
        run.vocabulary,
    )


def _is_over(run: Run, progress: Progress) -> bool:
    done = progress.step >= run.steps or run.time_is_up(progress)
    return done or 0 < run.recipe.patience <= progress.stale


def _evaluate(run: Run, state: State, evaluator: Evaluator) -> dict[str, float]:
    """Score the (averaged) weights on the dev text and keep them if they are the best so far."""
    with state.average.applied():
        run.network.eval()
        scores = evaluator(run.network)
        _check_loss(scores["loss"], state.progress.step)
        if state.progress.note_scores(scores, run.recipe.criterion):
            state.best.update(copied_weights(run.network))
    if state.progress.step <= run.frozen_steps:
        # The head alone comes to rest before the encoder has learned anything.
        state.progress.stale = 0
    return {name: round(score, 5) for name, score in scores.items()}


def _train_step(run: Run, state: State, batches: Sequence[Batch]) -> tuple[float, int]:
    """Take one step over `accumulate` batches; return the mean mark loss and the words seen.

    The losses of a batch weigh as much as it has labels, so that the step is that of one large
    batch.
    """
    recipe, step = run.recipe, state.progress.step
    # Seeded anew at each step, so that dropout after a resume is what it would have been.
    torch.manual_seed(recipe.seed * 1_000_003 + step)
    at = run.schedule_step(state.progress)
    rate = rate_share(recipe.schedule, at, run.steps, recipe.warmup)
    set_rates(state.optimiser, rate, frozen=step < run.frozen_steps)
    state.optimiser.zero_grad(set_to_none=True)
    for part in run.parts.values():
        part.train()
    words = sum(batch.words for batch in batches)
    cased = sum(batch.cased for batch in batches)
    total = 0.0
    for batch in batches:
        losses = losses_of(run, batch.on(run.device))
        share = batch.words / max(1, words)
        cases = losses.cases * (batch.cased / max(1, cased))
        hidden = losses.hidden / recipe.accumulate
        loss = losses.marks * share + recipe.case_weight * cases + recipe.hidden_weight * hidden
        state.scaler.scale(loss).backward()  # type: ignore[no-untyped-call]
        total += float(losses.shown) * share
    state.scaler.unscale_(state.optimiser)
    for part in run.parts.values():
        nn.utils.clip_grad_norm_(part.parameters(), recipe.clip)
    state.scaler.step(state.optimiser)
    state.scaler.update()
    state.average.update(step)
    return total, words


class Losses(NamedTuple):
    """What a step makes smaller: mean losses over the pieces that have labels.

    Those of a teacher are among them. `shown` is that of the network's own marks by the text alone.
    """

    marks: Tensor
    cases: Tensor
    hidden: Tensor
    shown: Tensor


def losses_of(run: Run, batch: Batch) -> Losses:
    """Return the losses of a run's network, and of its teacher, on a batch on its device."""
    mask = None if bool(batch.mask.all()) else batch.mask
    features = [] if batch.features is None else [batch.features]
    pieces = run.masked.hide(batch.pieces) if run.masked else batch.pieces
    with casting(run.precision, run.device):
        answers = run.network(pieces, mask, *features)
        hidden = run.masked.loss() if run.masked else answers[0].new_zeros(())
        taught = run.teacher(pieces, mask, *features) if run.teacher else None
    marks, cases = _by_text(run.network, answers, batch)
    shown = marks.detach()
    if run.teacher and taught:
        own = _by_text(run.teacher, taught, batch)
        distilled = _by_teacher(answers, taught, batch)
        marks, cases = (
            torch.lerp(text, teacher, run.recipe.teacher_weight) + its_own
            for text, teacher, its_own in zip((marks, cases), distilled, own, strict=True)
        )
    return Losses(marks, cases, hidden, shown)


def mark_loss(network: Network, logits: Tensor, marks: Tensor) -> Tensor:
    """Return the mean negative log-likelihood of marks (windows, pieces), where there are any.

    `logits` (windows, pieces, labels) come from `network` in the mode that it is in: a chain is
    scored as a whole in training, else piece by piece.
    """
    known = marks != IGNORED
    if isinstance(network, CrfNetwork) and network.training and bool(known.any()):
        return network.cost(logits, marks, known)
    return _cross_entropy(logits[known], marks[known])


def _by_text(
    network: Network, answers: tuple[Tensor, Tensor], batch: Batch
) -> tuple[Tensor, Tensor]:
    """Return the losses of logits of marks and cases by what stands in the text."""
    marks, cases = answers
    cased = batch.cases != IGNORED
    case_loss = _cross_entropy(cases[cased], batch.cases[cased])
    return mark_loss(network, marks, batch.marks), case_loss


def _by_teacher(
    answers: tuple[Tensor, Tensor], taught: tuple[Tensor, Tensor], batch: Batch
) -> tuple[Tensor, Tensor]:
    """Return the losses of logits of marks and cases by what a teacher says, which learns nothing.

    Hinton, Vinyals and Dean, "Distilling the knowledge in a neural network" (2015), section 2.
    """
    known = (batch.marks != IGNORED, batch.cases != IGNORED)
    marks, cases = (
        _cross_entropy(student[each], teacher.detach()[each].float().softmax(dim=-1))
        for student, teacher, each in zip(answers, taught, known, strict=True)
    )
    return marks, cases


def _cross_entropy(logits: Tensor, labels: Tensor) -> Tensor:
    """Return the mean cross entropy of logits (n, labels) with n labels, or with shares of each."""
    return functional.cross_entropy(logits.float(), labels) if len(logits) else logits.sum()
