"""The encoder inside a network: made from its configuration, and found again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from huggingface_hub.errors import StrictDataclassError
from safetensors import SafetensorError
from torch import nn

from subpunct_app.punctuation.models.networks.base import Network
from subpunct_app.punctuation.models.networks.crf import CrfNetwork
from subpunct_app.punctuation.models.networks.gap import GapNetwork

if TYPE_CHECKING:
    from transformers import PreTrainedConfig, PreTrainedModel

# What transformers, torch and safetensors raise where files make no network.
UNBUILDABLE = (
    OSError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    ImportError,
    RuntimeError,
    SafetensorError,
    StrictDataclassError,
)


def blank_encoder(stored: Mapping[str, Any]) -> PreTrainedModel:
    """Return an encoder with random weights; raise one of UNBUILDABLE where there is none such."""
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.for_model(**stored)
    check_sizes(config)
    return without_pooler(AutoModel.from_config(config))  # type: ignore[no-untyped-call]


def check_sizes(config: PreTrainedConfig) -> None:
    """Raise ValueError or AttributeError where a configuration lacks a size that is needed here."""
    heads = getattr(config, "num_attention_heads", 1)
    sizes = (config.hidden_size, config.num_hidden_layers, config.max_position_embeddings, heads)
    if min(sizes) < 1:
        raise ValueError("A network has no such size.")


def without_pooler(encoder: PreTrainedModel) -> PreTrainedModel:
    """Drop the layer that some encoders keep for whole sentences; return the encoder."""
    if hasattr(encoder, "pooler"):
        encoder.register_module("pooler", None)
    return encoder


def encoder_of(network: Network) -> PreTrainedModel | None:
    """Return the encoder of a network, or None where it has none."""
    inner = network.network if isinstance(network, CrfNetwork) else network
    encoder: PreTrainedModel | None = getattr(inner, "encoder", None)
    return encoder


def encoder_parameters(network: Network) -> list[nn.Parameter]:
    """Return what trains at the encoder's rate: the encoder and the attention over its layers."""
    inner = network.network if isinstance(network, CrfNetwork) else network
    parts: list[nn.Module | None] = [encoder_of(network)]
    if isinstance(inner, GapNetwork):
        parts.append(inner.attention)
    return [parameter for part in parts if part is not None for parameter in part.parameters()]


def layers_of(encoder: PreTrainedModel) -> tuple[str, list[nn.Module]]:
    """Return the name that an encoder has for its layers, and these; none where it shares them."""
    for name, module in encoder.named_modules():
        if isinstance(module, nn.ModuleList) and len(module) == encoder.config.num_hidden_layers:
            return name, list(module)
    return "", []
