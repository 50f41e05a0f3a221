"""Plain token classification: one linear layer over the last layer of an encoder.

As in Pérez-Enríquez et al. (2024), who fine-tune a Spanish RoBERTa to nine labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn

from subpunct_app.models.labels import CASES
from subpunct_app.models.networks.base import Network

if TYPE_CHECKING:
    from transformers import PreTrainedModel


class LinearNetwork(Network):
    """Read both heads from the encoder itself."""

    def __init__(self, encoder: PreTrainedModel, marks: int, *, dropout: float) -> None:
        super().__init__()
        width = int(encoder.config.hidden_size)
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.mark_head = nn.Linear(width, marks)
        self.case_head = nn.Linear(width, len(CASES))

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits of marks and cases, as Network says."""
        last = self.encoder(input_ids=pieces, attention_mask=mask).last_hidden_state
        last = self.dropout(last)
        return self.mark_head(last), self.case_head(last)
