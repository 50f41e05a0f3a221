"""A bidirectional LSTM over the last layer of an encoder.

After Alam, Khan and Alam, "Punctuation restoration using transformer models for high-and
low-resource languages" (2020), section 3.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn

from subpunct_app.punctuation.networks.base import Network

if TYPE_CHECKING:
    from transformers import PreTrainedModel


class BiLstmNetwork(Network):
    """Read both heads from the two directions of an LSTM; width 0 is that of the encoder."""

    def __init__(
        self,
        encoder: PreTrainedModel,
        marks: int,
        cases: int,
        *,
        width: int = 0,
        layers: int = 1,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        width = width or int(encoder.config.hidden_size)
        self.encoder = encoder
        self.lstm = nn.LSTM(
            int(encoder.config.hidden_size), width, layers, batch_first=True, bidirectional=True
        )
        self.dropout = nn.Dropout(dropout)
        self.mark_head = nn.Linear(2 * width, marks)
        self.case_head = nn.Linear(2 * width, cases)

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits of marks and cases, as Network says."""
        last = self.encoder(input_ids=pieces, attention_mask=mask).last_hidden_state
        both = self.dropout(self.lstm(last)[0])
        return self.mark_head(both), self.case_head(both)
