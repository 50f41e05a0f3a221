from __future__ import annotations

import copy
from pathlib import Path

import pytest
import torch
from torch import nn

from subpunct_app.models.card import NetworkShape
from subpunct_app.models.networks import EncoderNetwork
from subpunct_app.training.loop.optimisation import Average, make_optimiser, rate_share, set_rates
from subpunct_app.training.recipes import recipe
from subpunct_app.training.start.encoders import load_encoder


def test_an_average_follows_the_weights_and_can_stand_in_for_them() -> None:
    net = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(net.weight)
    average = Average(net, 0.5)
    nn.init.ones_(net.weight)
    average.update(1000)
    with average.applied():
        assert net.weight.item() == pytest.approx(0.5)
    assert net.weight.item() == 1.0


def test_without_decay_the_network_speaks_for_itself() -> None:
    net = nn.Linear(1, 1)
    average = Average(net, 0.0)
    average.update(0)
    before = torch.clone(net.weight)
    with average.applied():
        assert torch.equal(net.weight, before)


@pytest.fixture
def network(encoder: Path) -> EncoderNetwork:
    return EncoderNetwork(load_encoder(str(encoder))[0], NetworkShape("linear"), 4, dropout=0.1)


@pytest.mark.parametrize("schedule", ["linear", "cosine"])
def test_the_rate_rises_then_falls_to_nothing(schedule: str) -> None:
    shares = [rate_share(schedule, step, 100, 0.1) for step in range(100)]
    assert shares[:10] == sorted(shares[:10])
    assert shares[10:] == sorted(shares[10:], reverse=True)
    assert max(shares) == pytest.approx(1.0)
    assert shares[-1] < 0.02


def test_a_rate_rises_for_the_steps_that_a_paper_gives() -> None:
    warmup = recipe("nagy2021", {}).warmup
    for steps in (1_000, 100_000):
        shares = [rate_share("linear", step, steps, warmup) for step in (0, 149, 299, 300)]
        assert shares == [1 / 300, 0.5, 1.0, 1.0]


def test_a_frozen_encoder_stays_as_it_was(network: EncoderNetwork) -> None:
    optimiser = make_optimiser([network], recipe("guerreiro2021", {}), 10.0)
    set_rates(optimiser, 1.0, frozen=True)
    before = [p.detach().clone() for p in network.encoder.parameters()]
    heads = network.mark_head.weight.detach().clone()
    network(torch.ones(1, 4, dtype=torch.int64))[0].sum().backward()
    optimiser.step()
    after = network.encoder.parameters()
    assert all(torch.equal(a, b) for a, b in zip(before, after, strict=True))
    assert not torch.equal(heads, network.mark_head.weight)
    # Nothing is worked out for it, nor does it count where gradients are clipped.
    assert all(weight.grad is None for weight in network.encoder.parameters())


def test_encoder_and_head_learn_at_their_own_rates(network: EncoderNetwork) -> None:
    chosen = recipe("nagy2021", {})
    optimiser = make_optimiser([network], chosen, 10.0)
    set_rates(optimiser, 0.5, frozen=False)
    rates = {group["encoder"]: group["lr"] for group in optimiser.param_groups}
    assert rates == pytest.approx({True: 5 * chosen.encoder_rate, False: 5 * chosen.head_rate})
    assert {group["weight_decay"] for group in optimiser.param_groups} == {0.0, 0.01}


def test_alam2020_learns_by_the_adam_of_its_paper(network: EncoderNetwork) -> None:
    chosen, twin = recipe("alam2020", {}), copy.deepcopy(network)
    ours = make_optimiser([network], chosen, 1.0)
    set_rates(ours, 1.0, frozen=False)
    adam = torch.optim.Adam(twin.parameters(), lr=chosen.head_rate, fused=True)
    for _ in range(3):
        for one, optimiser in ((network.eval(), ours), (twin.eval(), adam)):
            optimiser.zero_grad()
            one(torch.ones(1, 4, dtype=torch.int64))[0].square().sum().backward()
            optimiser.step()
    pairs = zip(network.parameters(), twin.parameters(), strict=True)
    assert all(torch.equal(own, his) for own, his in pairs)
