"""What a step makes smaller: the losses of a batch."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor, nn

from subpunct_app.punctuation.models.networks import Network, mark_loss
from subpunct_app.training.data.batches import IGNORED
from subpunct_app.training.data.feeding import Fed
from subpunct_app.training.loop.precision import casting
from subpunct_app.training.loop.run import Run


class Losses(NamedTuple):
    """What a step makes smaller: mean losses over the pieces that have labels."""

    marks: Tensor
    cases: Tensor
    guesses: Tensor


def losses_of(run: Run, batch: Fed) -> Losses:
    """Return the losses of a run's network on a batch on its device."""
    mask = None if bool(batch.mask.all()) else batch.mask
    told = [] if batch.features is None else [batch.features]
    shown = run.guessing.hide(batch.pieces) if run.guessing else batch.pieces
    with casting(run.precision, run.device):
        answers = run.network(shown, mask, *told)
        guesses = run.guessing.loss() if run.guessing else answers[0].new_zeros(())
    marks, cases = _by_text(run.network, answers, batch)
    return Losses(marks, cases, guesses)


def _by_text(network: Network, answers: tuple[Tensor, Tensor], batch: Fed) -> tuple[Tensor, Tensor]:
    """Return the losses of logits of marks and cases by what stands in the text."""
    marks, cases = answers
    return mark_loss(network, marks, batch.marks, IGNORED), _case_loss(cases, batch.cases)


def _case_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != IGNORED
    if not bool(chosen.any()):
        return logits.sum() * 0.0
    return nn.functional.cross_entropy(logits[chosen].float(), labels[chosen])
