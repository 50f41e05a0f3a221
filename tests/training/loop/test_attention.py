from __future__ import annotations

import pytest
import torch
from transformers import BertConfig, BertModel, PreTrainedModel

from subpunct_app.training.loop.attention import plain_attention

CPU = torch.device("cpu")


@pytest.fixture
def encoder() -> PreTrainedModel:
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
    encoder: PreTrainedModel, masked: bool
) -> None:
    pieces = torch.randint(0, 50, (3, 12))
    mask = torch.ones_like(pieces)
    mask[1, 7:] = 0
    seen = {"attention_mask": mask if masked else None}
    fused = encoder(pieces, **seen).last_hidden_state
    with plain_attention([encoder], CPU):
        plain = encoder(pieces, **seen).last_hidden_state
    torch.testing.assert_close(plain, fused, atol=1e-5, rtol=1e-4)


def test_the_fused_kernel_is_back_after_learning_even_when_that_failed(
    encoder: PreTrainedModel,
) -> None:
    def fail() -> None:
        with plain_attention([encoder], CPU):
            assert encoder.config._attn_implementation != "sdpa"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert encoder.config._attn_implementation == "sdpa"


def test_networks_without_an_encoder_and_gpus_are_left_alone(encoder: PreTrainedModel) -> None:
    with plain_attention([None], CPU), plain_attention([encoder], torch.device("cuda")):
        assert encoder.config._attn_implementation == "sdpa"
