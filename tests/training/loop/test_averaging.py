from __future__ import annotations

import pytest
import torch
from torch import nn

from subpunct_app.training.loop.averaging import Average


def test_an_average_follows_the_weights_and_can_stand_in_for_them() -> None:
    net = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(net.weight)
    average = Average(net, 0.5)
    nn.init.ones_(net.weight)
    average.update(1000)
    with average.applied():
        assert net.weight.item() == pytest.approx(0.5)
    assert net.weight.item() == 1.0


def test_the_first_steps_are_soon_forgotten() -> None:
    net = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(net.weight)
    average = Average(net, 0.999)
    nn.init.ones_(net.weight)
    for step in range(50):
        average.update(step)
    assert float(average.weights["weight"]) > 0.99


def test_without_decay_the_network_speaks_for_itself() -> None:
    net = nn.Linear(1, 1)
    average = Average(net, 0.0)
    average.update(0)
    before = torch.clone(net.weight)
    with average.applied():
        assert torch.equal(net.weight, before)
