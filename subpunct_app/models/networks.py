"""The networks of the published systems: small, without files or settings of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from torchcrf import CRF

from subpunct_app.models.card import NETWORKS, NetworkShape
from subpunct_app.models.features import COLUMNS, SIZES
from subpunct_app.models.mark_labels import CASES
from subpunct_app.runtime.errors import SettingsError

if TYPE_CHECKING:
    from transformers import PreTrainedModel

PADDING = 0
_NONE = 0
_LEAST = 1e-9

# Hidden and cell state of all LSTM layers, each (layers, 1, width); None before the first piece.
State = tuple[Tensor, Tensor] | None


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
        entering = {"input_ids": pieces}
        if self.features_in is not None and features is not None:
            words = self.encoder.get_input_embeddings()(pieces)
            entering = {"inputs_embeds": words + self.features_in(features)}
        layers = self.encoder(
            **entering, attention_mask=mask, output_hidden_states=True
        ).hidden_states
        mixed = self.dropout(self.attention(layers))
        following = torch.cat([mixed[:, 1:], mixed[:, -1:]], dim=1)
        marks = self.mark_head(torch.cat([mixed, following], dim=-1))
        if self.features_out is not None and features is not None:
            marks = marks + self.features_out(features)
        return marks, self.case_head(mixed)


class EncoderNetwork(Network):
    """Read both heads from the last layer of an encoder, through a hidden layer or an LSTM or none.

    A width of 0 is that of the encoder; the hidden layer of the paper has 1568.
    """

    def __init__(
        self, encoder: PreTrainedModel, shape: NetworkShape, marks: int, *, dropout: float
    ) -> None:
        super().__init__()
        leaving = entering = int(encoder.config.hidden_size)
        width = shape.width or entering
        self.encoder = encoder
        self.hidden: nn.Sequential | None = None
        self.lstm: nn.LSTM | None = None
        if shape.kind == "mlp":
            leaving = width
            self.hidden = nn.Sequential(nn.Dropout(dropout), nn.Linear(entering, width), nn.ReLU())
        elif shape.kind == "bilstm":
            leaving = 2 * width
            self.lstm = nn.LSTM(entering, width, shape.layers, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(dropout)
        self.mark_head = nn.Linear(leaving, marks)
        self.case_head = nn.Linear(leaving, len(CASES))

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits of marks and cases, as Network says."""
        read = self.encoder(input_ids=pieces, attention_mask=mask).last_hidden_state
        if self.hidden is not None:
            read = self.hidden(read)
        if self.lstm is not None:
            read = _read_both_ways(self.lstm, read, mask)
        read = self.dropout(read)
        return self.mark_head(read), self.case_head(read)


def _read_both_ways(lstm: nn.LSTM, sequence: Tensor, mask: Tensor | None) -> Tensor:
    """Return (windows, pieces, 2 * width); reading backward begins at each window's end."""
    read: Tensor
    if mask is None:
        read, _ = lstm(sequence)
        return read
    lengths = mask.sum(dim=1).cpu()
    packed = pack_padded_sequence(sequence, lengths, batch_first=True, enforce_sorted=False)
    packed, _ = lstm(packed)
    read, _ = pad_packed_sequence(packed, batch_first=True, total_length=sequence.shape[1])
    return read


class LookAheadNetwork(Network):
    """An LSTM from scratch that answers `look_ahead` pieces late, and so can run on a live stream.

    After Li and Lin, "A 43 language multilingual punctuation prediction neural network model"
    (2020). `forward` puts each answer back in its place.

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


class CrfNetwork(Network):
    """A linear-chain conditional random field over the marks that another network scores.

    After Lafferty, McCallum and Pereira (2001). Which pieces end a word is not known when the model
    runs, so the chain goes over every piece, and those inside a word count as having no mark, as in
    the code of Alam, Khan and Alam (2020). It ends at the last word: the piece that closes a window
    is no part of it.
    """

    def __init__(self, network: Network, marks: int) -> None:
        super().__init__()
        self.network = network
        self.crf = CRF(marks, batch_first=True)

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return emissions in training, else the log of the marginal probabilities, and cases."""
        emissions, cases = self.network(pieces, mask)
        if self.training:
            return emissions, cases
        return self._marginals(emissions, torch.ones_like(pieces) if mask is None else mask), cases

    def cost(self, emissions: Tensor, marks: Tensor, known: Tensor) -> Tensor:
        """Return the negative log-likelihood of marks (windows, pieces), per known one.

        `known` tells which pieces end a word. The chain ends at the last of them.
        """
        inside = _from_here_on(known) > 0
        inside[:, 0] = True
        labels = marks.where(known, _NONE)
        likelihood: Tensor = self.crf(emissions.float(), labels, inside)
        return -likelihood / known.sum().clamp(min=1)

    def _marginals(self, emissions: Tensor, mask: Tensor) -> Tensor:
        """Differentiate log Z by the emissions: the forward-backward algorithm (Eisner, 2016)."""
        with torch.inference_mode(mode=False), torch.enable_grad():
            inside = _from_here_on(mask) > 1
            inside[:, 0] = True
            scores = emissions.detach().float().clone().requires_grad_()
            labels = torch.full(mask.shape, _NONE, device=mask.device)
            cost = -self.crf(scores, labels, inside)
            (gradient,) = torch.autograd.grad(cost, scores)
        # The score of the label sequence, which is part of the cost, has the gradient -1 there.
        marginals = gradient + functional.one_hot(labels, emissions.shape[-1])
        return marginals.clamp(min=_LEAST).log()


def _from_here_on(flags: Tensor) -> Tensor:
    """Return how many flags (windows, pieces) are set from each piece on."""
    return flags.flip(1).cumsum(1).flip(1)


def needs_encoder(shape: NetworkShape) -> bool:
    """Return whether a network stands on a pretrained encoder."""
    return shape.kind != "lookahead"


def build(
    shape: NetworkShape,
    encoder: PreTrainedModel | None,
    labels: int,
    *,
    dropout: float = 0.0,
    layer_dropout: float = 0.0,
) -> Network:
    """Return a network with random heads; raise SettingsError on an unknown or unfit shape."""
    check_shape(shape, has_encoder=encoder is not None)
    network: Network
    if encoder is None or not needs_encoder(shape):
        network = LookAheadNetwork(shape, labels, dropout=dropout)
    elif shape.kind == "gap":
        network = GapNetwork(
            encoder,
            labels,
            dropout=dropout,
            layer_dropout=layer_dropout,
            features=SIZES[: shape.features],
        )
    else:
        network = EncoderNetwork(encoder, shape, labels, dropout=dropout)
    return CrfNetwork(network, labels) if shape.crf else network


def check_shape(shape: NetworkShape, *, has_encoder: bool) -> None:
    """Raise SettingsError where no network of a shape can be built, over an encoder or without."""
    if shape.kind not in NETWORKS:
        raise SettingsError(f"There is no network {shape.kind}.", f"Known: {', '.join(NETWORKS)}.")
    if needs_encoder(shape) and not has_encoder:
        raise SettingsError(f"The network {shape.kind} needs an encoder.", "Name one.")
    if not needs_encoder(shape) and not shape.width:
        raise SettingsError(
            f"The network {shape.kind} has no encoder to be as wide as.", "Use --set width=1024."
        )
    if shape.features and (shape.kind != "gap" or shape.crf):
        raise SettingsError(
            f"The network {shape.kind}{' with a chain' if shape.crf else ''} reads no subtitle"
            " features.",
            "Take the network gap without crf, or no features.",
        )
    if shape.features > COLUMNS:
        raise SettingsError(
            f"The network reads {shape.features} columns of features, only {COLUMNS} are known.",
            "Use a newer version of subpunct.",
        )
