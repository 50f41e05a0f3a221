from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import torch

from subpunct_app.models.networks import GapNetwork, layers_of
from subpunct_app.training.loop import compiling
from subpunct_app.training.loop.compiling import compiled_layers
from subpunct_app.training.start.learners import make_learner
from tests.training.conftest import make_plan, small_recipe


@pytest.fixture
def network(tmp_path: Path, encoder: Path) -> GapNetwork:
    """Give a network of two layers."""
    plan = make_plan(tmp_path, small_recipe(encoder))
    made = make_learner(plan, plan.texts.learn()).network
    assert isinstance(made, GapNetwork)
    return made.eval()


def test_nothing_is_compiled_for_a_cpu(network: GapNetwork) -> None:
    with compiled_layers([network], torch.device("cpu")):
        assert compiled(network) == [False, False]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="no compiler of C++ is here")
# What torch compiles with on a CPU uses what it calls old itself.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_compiled_layers_answer_as_before_and_are_as_they_were_then(
    network: GapNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A CPU stands in for the GPU that is not here: what is compiled is the same.
    monkeypatch.setattr(compiling, "_can", lambda _device: True)
    pieces = torch.randint(7, 20, (2, 16))
    plain = network(pieces)
    with torch.no_grad(), compiled_layers([network], torch.device("cpu")):
        assert compiled(network) == [True, True]
        torch.testing.assert_close(network(pieces), plain, atol=1e-5, rtol=1e-4)
    assert compiled(network) == [False, False]


def compiled(network: GapNetwork) -> list[bool]:
    return [layer._compiled_call_impl is not None for layer in layers_of(network.encoder)[1]]
