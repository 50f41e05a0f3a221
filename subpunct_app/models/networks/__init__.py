"""The networks of the published systems: small, without files or settings of their own."""

from __future__ import annotations

from subpunct_app.models.networks.base import Network
from subpunct_app.models.networks.bilstm import BiLstmNetwork
from subpunct_app.models.networks.build import build, check_shape, needs_encoder
from subpunct_app.models.networks.crf import CrfNetwork
from subpunct_app.models.networks.encoder import (
    UNBUILDABLE,
    blank_encoder,
    check_sizes,
    encoder_of,
    encoder_parameters,
    layers_of,
    without_pooler,
)
from subpunct_app.models.networks.gap import GapNetwork
from subpunct_app.models.networks.layers import LayerAttention
from subpunct_app.models.networks.linear import LinearNetwork
from subpunct_app.models.networks.lookahead import LookAheadNetwork
from subpunct_app.models.networks.room import check_numbers, check_room

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
