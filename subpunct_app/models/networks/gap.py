"""The gap network: an encoder, attention over its layers, and two linear heads.

After Guerreiro, Rei and Batista, "Towards better subtitles: A multilingual approach for
punctuation restoration of speech transcripts" (2021), with a case head beside the mark head.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from subpunct_app.models.labels import CASES
from subpunct_app.models.networks.base import Network
from subpunct_app.models.networks.features import FeatureTables
from subpunct_app.models.networks.layers import LayerAttention

if TYPE_CHECKING:
    from transformers import PreTrainedModel


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
