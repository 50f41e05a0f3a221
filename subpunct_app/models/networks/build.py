"""Make a network from its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.models.card import NETWORKS, NetworkShape
from subpunct_app.models.features import COLUMNS, SIZES
from subpunct_app.models.networks.crf import CrfNetwork
from subpunct_app.models.networks.encoder_heads import (
    BiLstmNetwork,
    GapNetwork,
    LinearNetwork,
    MlpNetwork,
    Network,
)
from subpunct_app.models.networks.lookahead import LookAheadNetwork
from subpunct_app.runtime.errors import SettingsError

if TYPE_CHECKING:
    from transformers import PreTrainedModel


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
    if encoder is None or not needs_encoder(shape):
        network: Network = LookAheadNetwork(shape, labels, dropout=dropout)
    else:
        network = _over(encoder, shape, labels, dropout=dropout, layer_dropout=layer_dropout)
    return CrfNetwork(network, labels) if shape.crf else network


def check_shape(shape: NetworkShape, *, has_encoder: bool) -> None:
    """Raise SettingsError where no network of a shape can be built, over an encoder or without."""
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


def _over(
    encoder: PreTrainedModel,
    shape: NetworkShape,
    labels: int,
    *,
    dropout: float,
    layer_dropout: float,
) -> Network:
    match shape.kind:
        case "gap":
            return GapNetwork(
                encoder,
                labels,
                dropout=dropout,
                layer_dropout=layer_dropout,
                features=SIZES[: shape.features],
            )
        case "bilstm":
            return BiLstmNetwork(
                encoder, labels, width=shape.width, layers=shape.layers, dropout=dropout
            )
        case "mlp":
            return MlpNetwork(encoder, labels, width=shape.width, dropout=dropout)
        case "linear":
            return LinearNetwork(encoder, labels, dropout=dropout)
    raise SettingsError(f"There is no network {shape.kind}.", f"Known: {', '.join(NETWORKS)}.")
