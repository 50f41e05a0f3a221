"""Refuse a network that is larger than its weights before it takes any memory.

A configuration of a few bytes may come from anywhere, and ask for as much as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import torch
from torch import nn
from torch.nn.modules.module import (
    register_module_buffer_registration_hook,
    register_module_parameter_registration_hook,
)

# The largest vocabularies have a million pieces, and no other number that is published is larger.
_LARGEST_NUMBER = 2_000_000
# The deepest encoders have some two thousand, each of which is an object, however small it is.
_MOST_TENSORS = 20_000


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
