from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from subpunct_app.models.blank_encoder import (
    blank_encoder,
    check_room,
    check_sizes,
    encoder_of,
    encoder_parameters,
)
from subpunct_app.models.card import NETWORKS, WEIGHTS, ModelCard, NetworkShape
from subpunct_app.models.features import COLUMNS, SIZES
from subpunct_app.models.networks import (
    CrfNetwork,
    GapNetwork,
    LayerAttention,
    LookAheadNetwork,
    Network,
    build,
    needs_encoder,
)
from subpunct_app.models.torch_runtime import load_network
from subpunct_app.runtime.errors import ModelError, SettingsError
from subpunct_app.text.words import Mark
from subpunct_app.training.data.recognition_errors import IGNORED
from subpunct_app.training.loop.fit import mark_loss

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


def tiny_encoder(kind: str, sizes: dict[str, int]) -> nn.Module:
    return blank_encoder({"model_type": kind} | _TINY | sizes)


@pytest.mark.parametrize("kind", ["bert", "albert", "roberta", "electra", "deberta-v2"])
def test_an_encoder_that_its_weights_may_fill_is_begun(kind: str) -> None:
    check_room(lambda: tiny_encoder(kind, {}), _SMALL)
    assert all(not one.is_meta for one in tiny_encoder(kind, {}).parameters())


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
        check_room(lambda: tiny_encoder(kind, {name: 10**6}), _SMALL)


@pytest.mark.parametrize("name", ["type_vocab_size", "num_labels", "a_size_that_comes_some_day"])
def test_a_number_that_no_network_has_is_not_even_read(name: str) -> None:
    with pytest.raises(ValueError, match="no size of 1000000000"):
        tiny_encoder("bert", {name: 10**9})


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


LABELS, CASES = 3, 4


def bert() -> BertModel:
    """Make a two-layer encoder of width 8 whose weights are large enough to tell pieces apart."""
    config = BertConfig(
        vocab_size=20,
        hidden_size=8,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=8,
        initializer_range=0.5,
    )
    return BertModel(config, add_pooling_layer=False)


def shape_of(kind: str, *, crf: bool = False) -> NetworkShape:
    return NetworkShape(kind, 6, 2, crf, embedding=5, vocabulary=20, look_ahead=3)


def network_of(kind: str, *, crf: bool = False) -> Network:
    torch.manual_seed(1)
    encoder = bert() if needs_encoder(NetworkShape(kind)) else None
    return build(shape_of(kind, crf=crf), encoder, LABELS).eval()


def look_ahead() -> LookAheadNetwork:
    network = network_of("lookahead")
    assert isinstance(network, LookAheadNetwork)
    return network


def pieces_of(windows: int, length: int) -> Tensor:
    return torch.randint(4, 20, (windows, length), generator=torch.Generator().manual_seed(2))


@pytest.mark.parametrize("crf", [False, True])
@pytest.mark.parametrize("kind", NETWORKS)
def test_every_piece_gets_a_mark_and_a_case(kind: str, crf: bool) -> None:
    marks, cases = network_of(kind, crf=crf)(pieces_of(2, 9))
    assert marks.shape == (2, 9, LABELS)
    assert cases.shape == (2, 9, CASES)
    assert torch.isfinite(marks).all()
    assert marks.std(dim=1).min() > 0


@pytest.mark.parametrize("kind", NETWORKS)
def test_padding_changes_no_answer(kind: str) -> None:
    network, pieces = network_of(kind), pieces_of(1, 9)
    alone = network(pieces)
    padded = network(torch.nn.functional.pad(pieces, (0, 4)), torch.tensor([[1] * 9 + [0] * 4]))
    # The gap after the last piece is a matter of the piece that follows: none, or padding.
    for one, other in zip(alone, padded, strict=True):
        assert torch.allclose(one[:, :8], other[:, :8], atol=1e-5)


def test_a_network_without_an_encoder_needs_a_width() -> None:
    with pytest.raises(SettingsError, match="as wide as"):
        build(NetworkShape("lookahead", vocabulary=20, embedding=5), None, LABELS)


def test_a_network_needs_a_known_kind_and_its_encoder() -> None:
    with pytest.raises(SettingsError, match="Known: gap"):
        build(NetworkShape("cnn"), bert(), LABELS)
    with pytest.raises(SettingsError, match="needs an encoder"):
        build(NetworkShape("gap"), None, LABELS)


@pytest.mark.parametrize("crf", [False, True])
@pytest.mark.parametrize("kind", NETWORKS)
def test_only_the_heads_do_not_train_with_the_encoder(kind: str, crf: bool) -> None:
    network = network_of(kind, crf=crf)
    assert (encoder_of(network) is None) is (kind == "lookahead")
    inside = {id(parameter) for parameter in encoder_parameters(network)}
    parts = {
        name.removeprefix("network.").partition(".")[0]
        for name, parameter in network.named_parameters()
        if id(parameter) in inside
    }
    pretrained = {"gap": {"encoder", "attention"}, "lookahead": set()}
    assert parts == pretrained.get(kind, {"encoder"})


def test_layer_dropout_leaves_out_whole_layers_in_training_only() -> None:
    torch.manual_seed(0)
    attention = LayerAttention(2, dropout=0.5)
    layers = (torch.zeros(1, 1, 1), torch.ones(1, 1, 1))
    assert {attention(layers).item() for _ in range(40)} == {0.0, 0.5, 1.0}
    attention.eval()
    assert {attention(layers).item() for _ in range(40)} == {0.5}


def test_the_look_ahead_network_reads_three_pieces_ahead_and_no_more() -> None:
    network, pieces = look_ahead(), pieces_of(1, 12)
    before, _ = network(pieces)
    for changed in range(12):
        other = pieces.clone()
        other[0, changed] = 1
        after, _ = network(other)
        moved = (before - after).abs().sum(dim=-1)[0] > 0
        assert moved.tolist() == [at >= changed - network.look_ahead for at in range(12)]


def test_a_stream_gets_the_answers_of_the_whole_text() -> None:
    network, pieces = look_ahead(), pieces_of(1, 12)
    marks, cases = network(pieces)
    stream = torch.nn.functional.pad(pieces, (0, network.look_ahead))
    state, parts = None, []
    for first, last in itertools.pairwise((0, 1, 5, 7, 15)):
        some_marks, some_cases, state = network.step(stream[:, first:last], state)
        parts.append((some_marks, some_cases))
    streamed = [
        torch.cat(part, dim=1)[:, network.look_ahead :] for part in zip(*parts, strict=True)
    ]
    assert torch.allclose(streamed[0], marks, atol=1e-6)
    assert torch.allclose(streamed[1], cases, atol=1e-6)


def chain() -> CrfNetwork:
    network = network_of("linear", crf=True)
    assert isinstance(network, CrfNetwork)
    with torch.no_grad():
        network.crf.transitions.copy_(torch.randn(LABELS, LABELS))
    return network


def score_of(network: CrfNetwork, emissions: Tensor, labels: tuple[int, ...]) -> float:
    """Return the score of a label sequence, written out from the definition of the chain."""
    crf = network.crf
    score = crf.start_transitions[labels[0]] + crf.end_transitions[labels[-1]]
    score = score + sum(emissions[at, label] for at, label in enumerate(labels))
    score = score + sum(crf.transitions[pair] for pair in itertools.pairwise(labels))
    return float(score.detach())


def test_a_chain_answers_with_its_marginals_up_to_the_last_word() -> None:
    network, pieces = chain(), pieces_of(2, 5)
    mask = torch.tensor([[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]])
    emissions, _ = network.network(pieces, mask)
    expected = torch.zeros(3, LABELS)
    for labels in itertools.product(range(LABELS), repeat=3):
        for at, label in enumerate(labels):
            expected[at, label] += math.exp(score_of(network, emissions[0], labels))
    expected /= expected.sum(dim=1, keepdim=True)
    with torch.inference_mode():
        answered = network(pieces, mask)[0].softmax(dim=-1)
    assert torch.allclose(answered[0, :3], expected, atol=1e-5)
    assert torch.allclose(answered.sum(dim=-1), torch.ones(2, 5))


def test_a_chain_learns_from_the_whole_sequence() -> None:
    network, pieces = chain().train(), pieces_of(1, 5)
    emissions, _ = network(pieces)
    # The piece inside a word counts as unmarked, what follows the last word not at all.
    marks = torch.tensor([[IGNORED, 2, IGNORED, 1, IGNORED]])
    total = sum(
        math.exp(score_of(network, emissions[0], labels))
        for labels in itertools.product(range(LABELS), repeat=4)
    )
    expected = (math.log(total) - score_of(network, emissions[0], (0, 2, 0, 1))) / 2
    loss = mark_loss(network, emissions, marks)
    assert loss.item() == pytest.approx(expected, rel=1e-4)
    loss.backward()  # type: ignore[no-untyped-call]
    assert network.crf.transitions.grad.abs().sum() > 0


def reading_features() -> tuple[Network, Tensor, Tensor]:
    """Return a network that reads features, pieces, and codes of every column."""
    torch.manual_seed(1)
    network = build(NetworkShape("gap", features=COLUMNS), bert(), LABELS).eval()
    codes = [torch.randint(0, size, (2, 9), generator=torch.manual_seed(3)) for size in SIZES]
    return network, pieces_of(2, 9), torch.stack(codes, dim=-1)


def test_features_change_no_answer_before_they_are_learned() -> None:
    network, pieces, features = reading_features()
    for one, other in zip(network(pieces), network(pieces, None, features), strict=True):
        assert torch.allclose(one, other, atol=1e-6)


def test_features_are_learned_and_code_0_never_says_anything() -> None:
    network, pieces, features = reading_features()
    network.train()
    optimiser = torch.optim.SGD(network.parameters(), lr=1.0)
    marks, cases = network(pieces, None, features)
    (marks[..., 0].sum() + cases[..., 0].sum()).backward()
    optimiser.step()
    network.eval()
    plain = network(pieces)[0]
    assert not torch.allclose(network(pieces, None, features)[0], plain, atol=1e-2)
    assert torch.allclose(network(pieces, None, torch.zeros_like(features))[0], plain, atol=1e-5)


def test_further_features_change_nothing_of_those_that_were_learned() -> None:
    network = build(NetworkShape("gap", features=3), bert(), LABELS).eval()
    assert isinstance(network, GapNetwork)
    _, pieces, features = reading_features()
    with torch.no_grad():
        for name, weight in network.named_parameters():
            if name.startswith("features_"):
                weight.normal_()
    before = network(pieces, None, features[..., :3])[0]
    network.add_features(SIZES)
    assert network.columns == COLUMNS
    assert torch.allclose(network(pieces, None, features)[0], before, atol=1e-5)


@pytest.mark.parametrize(
    "shape",
    [
        NetworkShape("linear", features=COLUMNS),
        NetworkShape("lookahead", features=1, vocabulary=20, embedding=5, width=6),
        NetworkShape("gap", crf=True, features=COLUMNS),
        NetworkShape("gap", features=COLUMNS + 1),
    ],
)
def test_other_networks_and_other_features_are_refused(shape: NetworkShape) -> None:
    with pytest.raises(SettingsError, match="features"):
        build(shape, bert(), LABELS)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("num_hidden_layers", 10**6),
        ("hidden_size", 10**9),
        ("intermediate_size", 10**9),
        ("vocab_size", 10**9),
        ("max_position_embeddings", 10**9),
    ],
)
def test_an_encoder_too_large_for_any_memory_is_not_begun(name: str, size: int) -> None:
    config = BertConfig()
    setattr(config, name, size)
    with pytest.raises(ValueError, match=f"no {name} of {size}"):
        check_sizes(config)
