"""An LSTM from scratch that answers a few pieces late, and so can run on a live stream.

After Li and Lin, "A 43 language multilingual punctuation prediction neural network model" (2020).
"""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from subpunct_app.models.card import NetworkShape
from subpunct_app.models.mark_labels import CASES
from subpunct_app.models.networks.encoder_heads import Network

PADDING = 0

# Hidden and cell state of all LSTM layers, each (layers, 1, width); None before the first piece.
State = tuple[Tensor, Tensor] | None


class LookAheadNetwork(Network):
    """Read the answer for a piece after `look_ahead` more; forward puts it back in its place.

    Piece PADDING has no embedding: a text that is over goes on with it, so that what follows a
    window in a batch cannot be told from the end. Trained vocabularies keep it for padding.
    """

    def __init__(self, shape: NetworkShape, marks: int, *, dropout: float) -> None:
        super().__init__()
        self.look_ahead = shape.look_ahead
        self.embedding = nn.Embedding(shape.vocabulary, shape.embedding, padding_idx=PADDING)
        self.lstm = nn.LSTM(
            shape.embedding,
            shape.width,
            shape.layers,
            batch_first=True,
            dropout=dropout if shape.layers > 1 else 0.0,
        )
        self.dropout = nn.Dropout(dropout)
        self.mark_head = nn.Linear(shape.width, marks)
        self.case_head = nn.Linear(shape.width, len(CASES))

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits of marks and cases, as Network says; the mask changes nothing."""
        longer = functional.pad(pieces, (0, self.look_ahead), value=PADDING)
        marks, cases, _ = self.step(longer)
        return marks[:, self.look_ahead :], cases[:, self.look_ahead :]

    def step(self, pieces: Tensor, state: State = None) -> tuple[Tensor, Tensor, State]:
        """Read k more pieces (1, k) and return mark logits, case logits and the new state.

        Logits are (1, k, labels) and unshifted: those at piece i of the stream answer for piece
        i - look_ahead. After the last piece, `look_ahead` times PADDING brings out the rest.
        """
        read, state = self.lstm(self.embedding(pieces), state)
        read = self.dropout(read)
        return self.mark_head(read), self.case_head(read), state
