"""The networks of the published systems: small, without files or settings of their own."""

from __future__ import annotations

from subpunct_app.models.networks.blank_encoder import (
    UNBUILDABLE,
    blank_encoder,
    check_numbers,
    check_room,
    check_sizes,
    encoder_of,
    encoder_parameters,
    layers_of,
    without_pooler,
)
from subpunct_app.models.networks.build import build, check_shape, needs_encoder
from subpunct_app.models.networks.crf import CrfNetwork
from subpunct_app.models.networks.encoder_heads import (
    BiLstmNetwork,
    GapNetwork,
    LayerAttention,
    LinearNetwork,
    Network,
)
from subpunct_app.models.networks.lookahead import LookAheadNetwork

__all__ = [
    "UNBUILDABLE",
    "BiLstmNetwork",
    "CrfNetwork",
    "GapNetwork",
    "LayerAttention",
    "LinearNetwork",
    "LookAheadNetwork",
    "Network",
    "blank_encoder",
    "build",
    "check_numbers",
    "check_room",
    "check_shape",
    "check_sizes",
    "encoder_of",
    "encoder_parameters",
    "layers_of",
    "needs_encoder",
    "without_pooler",
]
