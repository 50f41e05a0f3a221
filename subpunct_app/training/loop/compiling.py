"""Compile what a GPU runs most, so that it moves less between its steps."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec

import torch
from torch import nn

from subpunct_app.models.networks import Network, encoder_of, layers_of

# What torch compiles with on a GPU: a package, and a compiler of C.
_PACKAGE = "triton"
_COMPILERS = ("cc", "gcc", "clang")


@contextmanager
def compiled_layers(networks: Sequence[Network], device: torch.device) -> Iterator[None]:
    """Compile the layers of networks for a while, where the device is a GPU that this can be for.

    Layers of one kind are compiled once, whatever network they belong to.
    """
    layers = [layer for network in networks for layer in _layers(network)] if _can(device) else []
    for layer in layers:
        layer.compile(dynamic=False)
    try:
        yield
    finally:
        for layer in layers:
            layer._compiled_call_impl = None


def _can(device: torch.device) -> bool:
    has_compiler = any(map(shutil.which, _COMPILERS))
    return device.type == "cuda" and find_spec(_PACKAGE) is not None and has_compiler


def _layers(network: Network) -> list[nn.Module]:
    encoder = encoder_of(network)
    return [] if encoder is None else layers_of(encoder)[1]
