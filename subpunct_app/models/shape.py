"""What a network looks like, as a card stores it; no weights, no torch."""

from __future__ import annotations

from dataclasses import dataclass

NETWORKS = ("gap", "bilstm", "mlp", "linear", "lookahead")
# The largest sizes of a network: a card may come from anywhere, and asks for memory by them.
LARGEST = {
    "width": 16_384,
    "layers": 64,
    "embedding": 16_384,
    "vocabulary": 1_000_000,
    "look_ahead": 256,
    "features": 256,
}


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """The kind of a network and the sizes that the encoder's own configuration does not tell.

    `kind` is one of NETWORKS. `width` counts units of the inner layer or LSTM, `layers` LSTM
    layers; `embedding`, `vocabulary` (pieces) and `look_ahead` (pieces) belong to networks without
    an encoder. `crf` puts a linear-chain CRF over the marks. `features` counts the columns of
    subtitle features it reads (see `models.features`), 0 for none.
    """

    kind: str = "gap"
    width: int = 0
    layers: int = 1
    crf: bool = False
    embedding: int = 0
    vocabulary: int = 0
    look_ahead: int = 0
    features: int = 0
