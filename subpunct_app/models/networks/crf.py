"""A linear-chain conditional random field over the marks (Lafferty, McCallum and Pereira, 2001)."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional
from torchcrf import CRF

from subpunct_app.models.networks.encoder_heads import Network

_NONE = 0
_LEAST = 1e-9


class CrfNetwork(Network):
    """Take another network's mark logits as the emissions of a chain over all pieces.

    Which pieces end a word is not known when the model runs, so the chain goes over every piece
    and those inside a word count as having no mark, as in the code of Alam, Khan and Alam (2020).
    It ends at the last word: the piece that closes a window is no part of it.
    """

    def __init__(self, network: Network, marks: int) -> None:
        super().__init__()
        self.network = network
        self.crf = CRF(marks, batch_first=True)

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return emissions in training, else the log of the marginal probabilities, and cases."""
        emissions, cases = self.network(pieces, mask)
        if self.training:
            return emissions, cases
        return self._marginals(emissions, torch.ones_like(pieces) if mask is None else mask), cases

    def cost(self, emissions: Tensor, marks: Tensor, known: Tensor) -> Tensor:
        """Return the negative log-likelihood of marks (windows, pieces), per known one.

        `known` tells which pieces end a word. The chain ends at the last of them.
        """
        inside = _from_here_on(known) > 0
        inside[:, 0] = True
        labels = marks.where(known, _NONE)
        likelihood: Tensor = self.crf(emissions.float(), labels, inside)
        return -likelihood / known.sum().clamp(min=1)

    def _marginals(self, emissions: Tensor, mask: Tensor) -> Tensor:
        """Differentiate log Z by the emissions: the forward-backward algorithm (Eisner, 2016)."""
        with torch.inference_mode(mode=False), torch.enable_grad():
            inside = _from_here_on(mask) > 1
            inside[:, 0] = True
            scores = emissions.detach().float().clone().requires_grad_()
            labels = torch.full(mask.shape, _NONE, device=mask.device)
            cost = -self.crf(scores, labels, inside)
            (gradient,) = torch.autograd.grad(cost, scores)
        # The score of the label sequence, which is part of the cost, has the gradient -1 there.
        marginals = gradient + functional.one_hot(labels, emissions.shape[-1])
        return marginals.clamp(min=_LEAST).log()


def _from_here_on(flags: Tensor) -> Tensor:
    """Return how many flags (windows, pieces) are set from each piece on."""
    return flags.flip(1).cumsum(1).flip(1)
