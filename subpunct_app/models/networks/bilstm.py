"""A bidirectional LSTM over the last layer of an encoder.

After Alam, Khan and Alam, "Punctuation restoration using transformer models for high-and
low-resource languages" (2020), section 4.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from subpunct_app.models.labels import CASES
from subpunct_app.models.networks.base import Network

if TYPE_CHECKING:
    from transformers import PreTrainedModel


class BiLstmNetwork(Network):
    """Read both heads from the two directions of an LSTM; width 0 is that of the encoder."""

    def __init__(
        self,
        encoder: PreTrainedModel,
        marks: int,
        *,
        width: int,
        layers: int,
        dropout: float,
    ) -> None:
        super().__init__()
        width = width or int(encoder.config.hidden_size)
        self.encoder = encoder
        self.lstm = nn.LSTM(
            int(encoder.config.hidden_size), width, layers, batch_first=True, bidirectional=True
        )
        self.dropout = nn.Dropout(dropout)
        self.mark_head = nn.Linear(2 * width, marks)
        self.case_head = nn.Linear(2 * width, len(CASES))

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits of marks and cases, as Network says."""
        last = self.encoder(input_ids=pieces, attention_mask=mask).last_hidden_state
        both = self.dropout(self._read(last, mask))
        return self.mark_head(both), self.case_head(both)

    def _read(self, sequence: Tensor, mask: Tensor | None) -> Tensor:
        """Return (windows, pieces, 2 * width); reading backward begins at each window's end."""
        read: Tensor
        if mask is None:
            read, _ = self.lstm(sequence)
            return read
        lengths = mask.sum(dim=1).cpu()
        packed = pack_padded_sequence(sequence, lengths, batch_first=True, enforce_sorted=False)
        packed, _ = self.lstm(packed)
        length = sequence.shape[1]
        read, _ = pad_packed_sequence(packed, batch_first=True, total_length=length)
        return read
