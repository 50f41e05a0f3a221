"""Exponential moving average of weights.

Polyak and Juditsky, "Acceleration of stochastic approximation by averaging" (1992), take the plain
mean over all steps. Here late steps weigh more, by a decay that rises from 0.1 at the first step,
(1 + step) / (10 + step), to the one that is asked for: so the weights at the start, drawn at random
in part, are soon forgotten. TensorFlow's ExponentialMovingAverage does the same.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping

import torch
from torch import Tensor, nn


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
