"""The encoder of a network: made from its configuration within limits, and found again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch
from huggingface_hub.errors import StrictDataclassError
from safetensors import SafetensorError
from torch import nn
from torch.nn.modules.module import (
    register_module_buffer_registration_hook,
    register_module_parameter_registration_hook,
)

from subpunct_app.models.networks import CrfNetwork, GapNetwork, Network

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
# The largest vocabularies have a million pieces, and no other number that is published is larger.
_LARGEST_NUMBER = 2_000_000
# The deepest encoders have some two thousand, each of which is an object, however small it is.
_MOST_TENSORS = 20_000


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


def check_numbers(stored: object) -> None:
    """Raise ValueError where a whole number anywhere in a configuration is wild.

    Some are gone by while transformers makes sense of it, as that of labels, which get a name each.
    """
    if isinstance(stored, Mapping):
        check_numbers(list(stored.values()))
    elif isinstance(stored, Sequence) and not isinstance(stored, str):
        for one in stored:
            check_numbers(one)
    elif isinstance(stored, int) and stored > _LARGEST_NUMBER:
        raise ValueError(f"A network has no size of {stored}.")


def check_room(build: Callable[[], nn.Module], weights: int) -> None:
    """Raise ValueError where a network has more numbers than its weights have bytes.

    It is built without memory for its tensors, and no further than that.
    """
    with torch.device("meta"), _at_most(weights):
        build()


@contextmanager
def _at_most(numbers: int) -> Iterator[None]:
    left, tensors = numbers, _MOST_TENSORS

    def count(_module: nn.Module, _name: str, tensor: torch.Tensor | None) -> None:
        nonlocal left, tensors
        if tensor is not None and tensor.is_meta:
            left, tensors = left - tensor.numel(), tensors - 1
        if min(left, tensors) < 0:
            raise ValueError("A network is larger than its weights.")

    hooks = [
        register_module_parameter_registration_hook(count),
        register_module_buffer_registration_hook(count),
    ]
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()
