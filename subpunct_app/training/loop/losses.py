"""What a step makes smaller: the losses of a batch."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from subpunct_app.models.networks import CrfNetwork, Network
from subpunct_app.training.data.batches import Batch
from subpunct_app.training.data.recognition_errors import IGNORED
from subpunct_app.training.loop.acceleration import casting
from subpunct_app.training.loop.training_run import Run


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
