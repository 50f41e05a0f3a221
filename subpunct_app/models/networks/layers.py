"""Attention over the layers of an encoder.

After Guerreiro, Rei and Batista, "Towards better subtitles: A multilingual approach for
punctuation restoration of speech transcripts" (2021), section 5.2.2.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


class LayerAttention(nn.Module):
    """Mix all layers of an encoder by a learned, scaled softmax.

    In training each layer is left out with probability `dropout`.
    """

    def __init__(self, layers: int, dropout: float) -> None:
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(layers))
        self.scale = nn.Parameter(torch.ones(1))
        self.dropout = dropout

    def forward(self, layers: tuple[Tensor, ...]) -> Tensor:
        """Return (windows, pieces, width) from a tuple of such tensors."""
        weights: Tensor = self.weights
        if self.training and self.dropout > 0:
            dropped = torch.rand_like(weights) < self.dropout
            if not bool(dropped.all()):
                weights = weights.masked_fill(dropped, float("-inf"))
        shares = torch.softmax(weights, dim=0)
        # A running sum: a stack of all layers would be written and read once more.
        mixed = shares[0] * layers[0]
        for share, layer in zip(shares[1:], layers[1:], strict=True):
            mixed = mixed + share * layer
        return self.scale * mixed
