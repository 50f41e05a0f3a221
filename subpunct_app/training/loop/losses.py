"""What a step makes smaller: the losses of a batch."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from subpunct_app.punctuation.models.networks import Network, mark_loss
from subpunct_app.training.data.batches import IGNORED
from subpunct_app.training.data.feeding import Fed
from subpunct_app.training.loop.precision import casting
from subpunct_app.training.loop.run import Run


class Losses(NamedTuple):
    """What a step makes smaller: mean losses over the pieces that have labels.

    Those of a tutor are among them. `shown` is that of the network's own marks by the text alone.
    """

    marks: Tensor
    cases: Tensor
    guesses: Tensor
    shown: Tensor


def losses_of(run: Run, batch: Fed) -> Losses:
    """Return the losses of a run's network, and of its tutor, on a batch on its device."""
    mask = None if bool(batch.mask.all()) else batch.mask
    features = [] if batch.features is None else [batch.features]
    shown = run.guessing.hide(batch.pieces) if run.guessing else batch.pieces
    with casting(run.precision, run.device):
        answers = run.network(shown, mask, *features)
        guesses = run.guessing.loss() if run.guessing else answers[0].new_zeros(())
        tutored = run.tutor(shown, mask, *features) if run.tutor else None
    marks, cases = _by_text(run.network, answers, batch)
    plain = marks.detach()
    if run.tutor and tutored:
        own = _by_text(run.tutor, tutored, batch)
        by_tutor = _by_tutor(answers, tutored, batch)
        marks, cases = (
            torch.lerp(text, tutor, run.recipe.tutor_weight) + its_own
            for text, tutor, its_own in zip((marks, cases), by_tutor, own, strict=True)
        )
    return Losses(marks, cases, guesses, plain)


def _by_text(network: Network, answers: tuple[Tensor, Tensor], batch: Fed) -> tuple[Tensor, Tensor]:
    """Return the losses of logits of marks and cases by what stands in the text."""
    marks, cases = answers
    return mark_loss(network, marks, batch.marks, IGNORED), _case_loss(cases, batch.cases)


def _by_tutor(
    answers: tuple[Tensor, Tensor], tutored: tuple[Tensor, Tensor], batch: Fed
) -> tuple[Tensor, Tensor]:
    """Return the losses of logits of marks and cases by what a tutor says, which learns nothing.

    Hinton, Vinyals and Dean, "Distilling the knowledge in a neural network" (2015), section 2.
    """
    known = (batch.marks != IGNORED, batch.cases != IGNORED)
    marks, cases = (_by_answers(*each) for each in zip(answers, tutored, known, strict=True))
    return marks, cases


def _case_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != IGNORED
    if not bool(chosen.any()):
        return logits.sum() * 0.0
    return nn.functional.cross_entropy(logits[chosen].float(), labels[chosen])


def _by_answers(logits: Tensor, taught: Tensor, known: Tensor) -> Tensor:
    """Return the mean cross entropy of a pupil's logits with those of its tutor.

    Both are (windows, pieces, labels); only pieces count that are `known` (windows, pieces).
    """
    if not bool(known.any()):
        return logits.sum() * 0.0
    shares = taught.detach()[known].float().softmax(dim=-1)
    return nn.functional.cross_entropy(logits[known].float(), shares)
