from __future__ import annotations

from pathlib import Path

import pytest
from torch import nn

from subpunct_app.models.card import WEIGHTS, ModelCard
from subpunct_app.models.networks import blank_encoder, check_room
from subpunct_app.models.shape import NetworkShape
from subpunct_app.models.torch_runtime import load_network
from subpunct_app.runtime.errors import ModelError
from subpunct_app.text.words import Mark

_TINY = {
    "hidden_size": 8,
    "embedding_size": 8,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 8,
    "max_position_embeddings": 16,
    "vocab_size": 20,
    "relative_attention": True,
}
# As many bytes as weights of these sizes take.
_SMALL = 10_000


def encoder_of(kind: str, sizes: dict[str, int]) -> nn.Module:
    return blank_encoder({"model_type": kind} | _TINY | sizes)


@pytest.mark.parametrize("kind", ["bert", "albert", "roberta", "electra", "deberta-v2"])
def test_an_encoder_that_its_weights_may_fill_is_begun(kind: str) -> None:
    check_room(lambda: encoder_of(kind, {}), _SMALL)
    assert all(not one.is_meta for one in encoder_of(kind, {}).parameters())


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("bert", "type_vocab_size"),
        ("distilbert", "hidden_dim"),
        ("albert", "embedding_size"),
        ("albert", "num_hidden_groups"),
        ("albert", "inner_group_num"),
        ("electra", "embedding_size"),
        ("deberta-v2", "max_relative_positions"),
        ("deberta-v2", "position_buckets"),
        ("deberta-v2", "conv_kernel_size"),
    ],
)
def test_an_encoder_larger_than_its_weights_is_not_begun(kind: str, name: str) -> None:
    with pytest.raises(ValueError, match="larger than its weights"):
        check_room(lambda: encoder_of(kind, {name: 10**6}), _SMALL)


@pytest.mark.parametrize("name", ["type_vocab_size", "num_labels", "a_size_that_comes_some_day"])
def test_a_number_that_no_network_has_is_not_even_read(name: str) -> None:
    with pytest.raises(ValueError, match="no size of 1000000000"):
        encoder_of("bert", {name: 10**9})


def test_very_many_layers_are_too_many_however_small_they_are() -> None:
    def deep() -> nn.Module:
        return nn.ModuleList(nn.Linear(1, 1) for _ in range(10**9))

    with pytest.raises(ValueError, match="larger than its weights"):
        check_room(deep, 10**12)


def test_a_model_folder_is_not_begun_where_its_card_asks_for_more(tmp_path: Path) -> None:
    # So large, its table of pieces alone would take 64 GB.
    shape = NetworkShape("lookahead", width=6, embedding=16_384, vocabulary=10**6, look_ahead=3)
    card = ModelCard("huge", "Huge", ("en",), (Mark.NONE, Mark.COMMA), 16, network=shape)
    (tmp_path / WEIGHTS).write_bytes(bytes(100))
    with pytest.raises(ModelError, match="weights of huge are missing or damaged") as refused:
        load_network(card, tmp_path)
    assert "larger than its weights" in str(refused.value.__cause__)
