"""A two-layer perceptron over the last layer of an encoder.

After Nagy, Bial and Ács, "Automatic punctuation restoration with BERT models" (2021), section 3.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn

from subpunct_app.models.labels import CASES
from subpunct_app.models.networks.base import Network

if TYPE_CHECKING:
    from transformers import PreTrainedModel


class MlpNetwork(Network):
    """Read both heads from one hidden layer; width 0 is that of the encoder, the paper has 1568."""

    def __init__(self, encoder: PreTrainedModel, marks: int, *, width: int, dropout: float) -> None:
        super().__init__()
        entering = int(encoder.config.hidden_size)
        width = width or entering
        self.encoder = encoder
        self.hidden = nn.Sequential(
            nn.Dropout(dropout), nn.Linear(entering, width), nn.ReLU(), nn.Dropout(dropout)
        )
        self.mark_head = nn.Linear(width, marks)
        self.case_head = nn.Linear(width, len(CASES))

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits of marks and cases, as Network says."""
        last = self.encoder(input_ids=pieces, attention_mask=mask).last_hidden_state
        hidden = self.hidden(last)
        return self.mark_head(hidden), self.case_head(hidden)
