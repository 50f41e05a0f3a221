"""The gap network: an encoder, attention over its layers, and two linear heads.

After Guerreiro, Rei and Batista, "Towards better subtitles: A multilingual approach for
punctuation restoration of speech transcripts" (2021), with a case head beside the mark head.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from subpunct_app.punctuation.networks.base import Network
from subpunct_app.punctuation.networks.layers import LayerAttention

if TYPE_CHECKING:
    from transformers import PreTrainedModel


class GapNetwork(Network):
    """Read the mark after piece `i` from pieces `i` and `i + 1`.

    At the last piece of a word these are the two that meet at the gap.
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
        """Return logits of marks and cases, as Network says."""
        layers = self.encoder(
            input_ids=pieces, attention_mask=mask, output_hidden_states=True
        ).hidden_states
        mixed = self.dropout(self.attention(layers))
        following = torch.cat([mixed[:, 1:], mixed[:, -1:]], dim=1)
        marks = self.mark_head(torch.cat([mixed, following], dim=-1))
        return marks, self.case_head(mixed)
