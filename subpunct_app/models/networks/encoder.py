"""The encoder inside a network: made from its configuration, and found again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from huggingface_hub.errors import StrictDataclassError
from safetensors import SafetensorError
from torch import nn

from subpunct_app.models.networks.base import Network
from subpunct_app.models.networks.crf import CrfNetwork
from subpunct_app.models.networks.gap import GapNetwork
from subpunct_app.models.networks.room import check_numbers

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


# The largest sizes of an encoder, as a configuration may come from anywhere; the deepest that are
# published have 48 layers of 4,096 with 16,384 within, the largest vocabulary a million pieces.
_LARGEST = {
    "hidden_size": 16_384,
    "num_hidden_layers": 128,
    "max_position_embeddings": 1_000_000,
    "num_attention_heads": 1_024,
    "intermediate_size": 65_536,
    "vocab_size": 2_000_000,
}
# Some encoders lack these.
_OPTIONAL = frozenset({"num_attention_heads", "intermediate_size", "vocab_size"})


def blank_encoder(stored: Mapping[str, Any]) -> PreTrainedModel:
    """Return an encoder with random weights; raise one of UNBUILDABLE where there is none such."""
    from transformers import AutoConfig, AutoModel

    check_numbers(stored)
    config = AutoConfig.for_model(**stored)
    check_sizes(config)
    return without_pooler(AutoModel.from_config(config))  # type: ignore[no-untyped-call]


def check_sizes(config: PreTrainedConfig) -> None:
    """Raise ValueError or AttributeError where a size that is needed here is missing or wild."""
    for name, most in _LARGEST.items():
        size = getattr(config, name, 1) if name in _OPTIONAL else getattr(config, name)
        if not 1 <= size <= most:
            raise ValueError(f"A network has no {name} of {size}.")


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
