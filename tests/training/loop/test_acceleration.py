from __future__ import annotations

import platform
import shutil
from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertModel, PreTrainedModel

from subpunct_app.models.blank_encoder import layers_of
from subpunct_app.models.networks import GapNetwork
from subpunct_app.training.loop import acceleration as compiling
from subpunct_app.training.loop.acceleration import (
    casting,
    compiled_layers,
    computed,
    plain_attention,
)
from subpunct_app.training.start.learners import make_learner
from tests.training.conftest import make_plan, small_recipe

CPU = torch.device("cpu")


@pytest.fixture
def bert() -> PreTrainedModel:
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=50,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=32,
    )
    model: PreTrainedModel = BertModel(config)
    model.set_attn_implementation("sdpa")
    model.train(False)
    return model


@pytest.mark.parametrize("masked", [False, True])
def test_plain_attention_gives_what_the_fused_kernel_gives(
    bert: PreTrainedModel, masked: bool
) -> None:
    pieces = torch.randint(0, 50, (3, 12))
    mask = torch.ones_like(pieces)
    mask[1, 7:] = 0
    seen = {"attention_mask": mask if masked else None}
    fused = bert(pieces, **seen).last_hidden_state
    with plain_attention([bert], CPU):
        plain = bert(pieces, **seen).last_hidden_state
    torch.testing.assert_close(plain, fused, atol=1e-5, rtol=1e-4)


def test_networks_without_an_encoder_and_gpus_are_left_alone(bert: PreTrainedModel) -> None:
    with plain_attention([None], CPU), plain_attention([bert], torch.device("cuda")):
        assert bert.config._attn_implementation == "sdpa"


@pytest.fixture
def network(tmp_path: Path, encoder: Path) -> GapNetwork:
    """Give a network of two layers."""
    plan = make_plan(tmp_path, small_recipe(encoder))
    made = make_learner(plan, plan.texts.read("train")).network
    assert isinstance(made, GapNetwork)
    return made.eval()


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


_CPU = torch.device("cpu")
_FLAGS = Path("/proc/cpuinfo")


@pytest.mark.skipif(
    platform.machine() != "x86_64" or not _FLAGS.exists(), reason="tells of x86-64 on Linux only"
)
def test_a_cpu_computes_in_bf16_only_if_it_knows_that() -> None:
    flags = set(_FLAGS.read_text(encoding="utf-8").split())
    rows = torch.randn(4, 4)
    with casting(computed("bf16", _CPU), _CPU):
        kind = (rows @ rows).dtype
    known = bool(flags & {"avx512_bf16", "amx_bf16"})
    assert kind == (torch.bfloat16 if known else torch.float32)
