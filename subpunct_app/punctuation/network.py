"""The gap network: an encoder, attention over its layers, and two linear heads.

After Guerreiro, Rei and Batista, "Towards better subtitles: A multilingual approach for
punctuation restoration of speech transcripts" (2021), with a case head beside the mark head.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel


class LayerAttention(nn.Module):
    """Mix all layers of an encoder by a learned, scaled softmax (section 3.2 of the paper).

    In training each layer is left out with probability `dropout`.
    """

    def __init__(self, layers: int, dropout: float) -> None:
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(layers))
        self.scale = nn.Parameter(torch.ones(1))
        self.dropout = dropout

    def forward(self, layers: tuple[Tensor, ...]) -> Tensor:
        """Return (batch, pieces, width) from a tuple of such tensors."""
        weights: Tensor = self.weights
        if self.training and self.dropout > 0:
            dropped = torch.rand_like(weights) < self.dropout
            if not bool(dropped.all()):
                weights = weights.masked_fill(dropped, float("-inf"))
        shares = torch.softmax(weights, dim=0)
        mixed = torch.stack([share * layer for share, layer in zip(shares, layers, strict=True)])
        return self.scale * mixed.sum(dim=0)


class GapNetwork(nn.Module):
    """Score the mark after and the case of every piece.

    The mark after piece `i` is read from pieces `i` and `i + 1`: at the last piece of a word
    these are the two that meet at the gap. The case of a word is read at its first piece.
    """

    def __init__(
        self,
        encoder: PreTrainedModel,
        marks: int,
        cases: int,
        *,
        dropout: float = 0.1,
        layer_dropout: float = 0.1,
    ) -> None:
        super().__init__()
        width = int(encoder.config.hidden_size)
        self.encoder = encoder
        self.attention = LayerAttention(int(encoder.config.num_hidden_layers) + 1, layer_dropout)
        self.dropout = nn.Dropout(dropout)
        self.mark_head = nn.Linear(2 * width, marks)
        self.case_head = nn.Linear(width, cases)

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits (batch, pieces, marks) and (batch, pieces, cases) for piece ids."""
        layers = self.encoder(
            input_ids=pieces, attention_mask=mask, output_hidden_states=True
        ).hidden_states
        mixed = self.dropout(self.attention(layers))
        following = torch.cat([mixed[:, 1:], mixed[:, -1:]], dim=1)
        marks = self.mark_head(torch.cat([mixed, following], dim=-1))
        return marks, self.case_head(mixed)
