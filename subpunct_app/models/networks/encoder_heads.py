"""Heads over an encoder: gap, linear, perceptron and bidirectional LSTM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from subpunct_app.models.mark_labels import CASES

if TYPE_CHECKING:
    from transformers import PreTrainedModel


class Network(nn.Module):
    """Score the mark after and the case of every piece.

    The mark after a word is read at its last piece, its case at its first.
    """

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits (windows, pieces, marks) and (windows, pieces, cases).

        `pieces` (windows, pieces) are int64 ids; `mask` is 1 where a piece stands, None where
        all do. Networks that know subtitle features take them as a third argument.
        """
        raise NotImplementedError


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


class FeatureTables(nn.Module):
    """Add up one vector a column of features; all are zero at first, that of code 0 for ever.

    The first columns keep the tables of `known`.
    """

    tables: nn.ModuleList

    def __init__(
        self, sizes: Sequence[int], width: int, known: FeatureTables | None = None
    ) -> None:
        super().__init__()
        learned = list(known.tables) if known is not None else []
        added = [nn.Embedding(size, width, padding_idx=0) for size in sizes[len(learned) :]]
        for table in added:
            nn.init.zeros_(table.weight)
        self.tables = nn.ModuleList([*learned, *added])

    def forward(self, features: Tensor) -> Tensor:
        """Return (windows, pieces, width) for codes (windows, pieces, columns)."""
        columns = features.unbind(dim=-1)
        vectors = [table(column) for table, column in zip(self.tables, columns, strict=True)]
        total: Tensor = sum(vectors[1:], start=vectors[0])
        return total


class GapNetwork(Network):
    """Read the mark after piece `i` from pieces `i` and `i + 1`.

    At the last piece of a word these are the two that meet at the gap. Subtitle features, where
    `features` gives the sizes of their columns, enter with the word embeddings of that piece and
    once more with its mark logits.
    """

    def __init__(
        self,
        encoder: PreTrainedModel,
        marks: int,
        *,
        dropout: float = 0.1,
        layer_dropout: float = 0.1,
        features: Sequence[int] = (),
    ) -> None:
        super().__init__()
        width = int(encoder.config.hidden_size)
        self.encoder = encoder
        self.attention = LayerAttention(int(encoder.config.num_hidden_layers) + 1, layer_dropout)
        self.dropout = nn.Dropout(dropout)
        self.mark_head = nn.Linear(2 * width, marks)
        self.case_head = nn.Linear(width, len(CASES))
        self.features_in: FeatureTables | None = None
        self.features_out: FeatureTables | None = None
        if features:
            self.add_features(features)

    @property
    def columns(self) -> int:
        """Return how many columns of features the network reads."""
        return len(self.features_in.tables) if self.features_in is not None else 0

    def add_features(self, sizes: Sequence[int]) -> None:
        """Take on columns of features with so many codes; at first the new change no answer."""
        embeddings = self.encoder.get_input_embeddings()
        width = next(embeddings.parameters()).shape[-1]
        self.features_in = FeatureTables(sizes, width, self.features_in)
        self.features_out = FeatureTables(sizes, self.mark_head.out_features, self.features_out)

    def forward(
        self, pieces: Tensor, mask: Tensor | None = None, features: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return logits of marks and cases, as Network says.

        `features` (windows, pieces, columns) are int64 codes, 0 but at the last piece of a word.
        """
        layers = self.encoder(
            **self._entering(pieces, features), attention_mask=mask, output_hidden_states=True
        ).hidden_states
        mixed = self.dropout(self.attention(layers))
        following = torch.cat([mixed[:, 1:], mixed[:, -1:]], dim=1)
        marks = self.mark_head(torch.cat([mixed, following], dim=-1))
        if self.features_out is not None and features is not None:
            marks = marks + self.features_out(features)
        return marks, self.case_head(mixed)

    def _entering(self, pieces: Tensor, features: Tensor | None) -> dict[str, Tensor]:
        if self.features_in is None or features is None:
            return {"input_ids": pieces}
        words = self.encoder.get_input_embeddings()(pieces)
        return {"inputs_embeds": words + self.features_in(features)}


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
