"""What training minimises."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from subpunct_app.punctuation.models.networks.crf import CrfNetwork


def mark_loss(network: nn.Module, logits: Tensor, marks: Tensor, ignored: int) -> Tensor:
    """Return the mean negative log-likelihood of marks (windows, pieces) that are not `ignored`.

    `logits` (windows, pieces, labels) come from `network` in the mode that it is in: a chain is
    scored as a whole in training, else piece by piece.
    """
    known = marks != ignored
    if not bool(known.any()):
        return logits.sum() * 0.0
    if isinstance(network, CrfNetwork) and network.training:
        return network.cost(logits, marks, known)
    return functional.cross_entropy(logits[known].float(), marks[known])
