"""Which weights learn at which rate, how it goes through a run, and averaged weights."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn

from subpunct_app.models.blank_encoder import encoder_parameters
from subpunct_app.models.networks import Network
from subpunct_app.training.recipes import Recipe


class Average:
    """The averaged weights of a network; without decay it is the network itself."""

    def __init__(self, network: nn.Module, decay: float) -> None:
        self._network = network
        self._decay = decay
        self.weights: dict[str, Tensor] = {}
        if decay:
            self.weights = copied_weights(network)

    def update(self, step: int) -> None:
        """Take in the weights after step number `step`, counted from 0."""
        if not self.weights:
            return
        share = 1.0 - min(self._decay, (1 + step) / (10 + step))
        with torch.no_grad():
            for name, weight in self._network.named_parameters():
                self.weights[name].lerp_(weight, share)

    @contextlib.contextmanager
    def applied(self) -> Iterator[None]:
        """Put the averages in the network's place for a while."""
        if not self.weights:
            yield
            return
        own = copied_weights(self._network)
        copy_weights(self.weights, self._network)
        try:
            yield
        finally:
            copy_weights(own, self._network)


def copied_weights(network: nn.Module) -> dict[str, Tensor]:
    """Return what the parameters of a network are now, by their names."""
    return {name: p.detach().clone() for name, p in network.named_parameters()}


def copy_weights(weights: Mapping[str, Tensor], network: nn.Module) -> None:
    """Put weights into the parameters of the same names."""
    with torch.no_grad():
        for name, weight in network.named_parameters():
            weight.copy_(weights[name])


_MASKED_RATE = 5e-4


def rate_share(schedule: str, step: int, steps: int, warmup: float) -> float:
    """Return the share of the peak rate at a step: linear up, then as the schedule says.

    It rises for a share `warmup` of all steps, or for so many steps where that is 1 or more.
    "linear" and "cosine" end at nothing, "constant" stays.
    """
    rising = round(warmup if warmup >= 1 else steps * warmup)
    if step < rising:
        return (step + 1) / rising
    left = (steps - step) / max(1, steps - rising)
    if schedule == "linear":
        return max(0.0, left)
    return 0.5 - 0.5 * math.cos(math.pi * left) if schedule == "cosine" else 1.0


def make_optimiser(
    networks: Sequence[Network], recipe: Recipe, scale: float, masked: nn.Module | None = None
) -> torch.optim.Optimizer:
    """Return AdamW with four groups a network: encoder or head, with weight decay or without.

    Vectors have none. The encoder and the attention over its layers learn at the encoder's rate.
    `scale` multiplies both rates. What predicts `masked` pieces is a group of its own: always new,
    it learns faster.
    """
    groups: list[dict[str, Any]] = []
    for network in networks:
        inside = {id(weight) for weight in encoder_parameters(network)}
        for encoder, decayed in product((True, False), repeat=2):
            chosen = [
                weight
                for weight in network.parameters()
                if (id(weight) in inside) is encoder and (weight.ndim > 1) is decayed
            ]
            peak = scale * (recipe.encoder_rate if encoder else recipe.head_rate)
            decay = recipe.weight_decay if decayed else 0.0
            groups.append(
                {"params": chosen, "weight_decay": decay, "peak": peak, "encoder": encoder}
            )
    if masked is not None:
        weights = list(masked.parameters())
        groups.append(
            {"params": weights, "weight_decay": 0.0, "peak": _MASKED_RATE, "encoder": False}
        )
    learning = [group for group in groups if group["params"]]
    return torch.optim.AdamW(learning, lr=recipe.head_rate, fused=True)


def set_rates(optimiser: torch.optim.Optimizer, share: float, *, frozen: bool) -> None:
    """Give each group its share of its peak rate; a frozen encoder gets none, nor gradients."""
    for group in optimiser.param_groups:
        still = frozen and group["encoder"]
        group["lr"] = 0.0 if still else group["peak"] * share
        for weight in group["params"]:
            weight.requires_grad_(not still)
