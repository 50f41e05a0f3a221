"""What training writes runs in torch and in onnxruntime, with the same answers.

Slow, because torch's exporter takes seconds whatever the size of the network.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from onnx import helper
from tokenizers import Tokenizer

from subpunct_app.decoding.inference.windows import predict
from subpunct_app.models.card import FILE, ModelCard, NetworkShape, read_card, write_card
from subpunct_app.models.features import COLUMNS, SIZES
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.models.model_registry import load
from subpunct_app.models.networks import build
from subpunct_app.models.onnx_runtime import OnnxPunctuator
from subpunct_app.models.torch_runtime import TorchPunctuator
from subpunct_app.runtime.task import Task
from subpunct_app.text.words import Mark
from subpunct_app.training.finish.export import export, place, quantise, store_transposed
from subpunct_app.training.start.encoders import load_encoder
from tests.limits import files_up_to
from tests.training.graphs import answers, write_graph
from tests.training.tiny_encoders import ENCODERS, TEXT, save_tiny, word_pieces

pytestmark = [
    pytest.mark.slow,
    # Raised inside torch's exporter, where nothing can be done about it.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]

# Longer and shorter than what the exporter traces; the last window of a text is shorter still.
_WINDOW = 60
_WORDS = (" ".join(TEXT) + " ").split() * 9
_WITHOUT_ENCODER = NetworkShape(
    "lookahead", width=24, layers=2, embedding=16, vocabulary=80, look_ahead=4
)


def model_of(shape: NetworkShape, encoder: str, folder: Path) -> Path:
    """Export a network with random weights as a model; no encoder for an empty name."""
    tokenizer: Tokenizer = word_pieces()
    pretrained = None
    if encoder:
        (folder / "encoder").mkdir()
        pretrained, tokenizer = load_encoder(str(save_tiny(encoder, folder / "encoder")))
    # Some random networks make much of the least rounding, as that of seed 1 without an encoder.
    torch.manual_seed(2)
    network = build(shape, pretrained, 4)
    for name, parameter in network.named_parameters():
        if any(part in name for part in ("head", "lstm", "features")):
            torch.nn.init.normal_(parameter, std=0.6)
        if "features" in name:
            # Code 0 never learns anything.
            torch.nn.init.zeros_(parameter[0])
    files = export(network, tokenizer, folder / "model")
    card = ModelCard("tiny", "Tiny", ("en",), MARKS[:4], _WINDOW, network=shape, files=files)
    write_card(card, folder / "model")
    return folder / "model"


@pytest.fixture(scope="module")
def linear(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model_of(NetworkShape("linear"), "bert", tmp_path_factory.mktemp("linear"))


def assert_runtimes_agree(folder: Path) -> None:
    card = read_card(folder)
    fast = load(str(folder), device="cpu")
    assert isinstance(fast, OnnxPunctuator)
    quick = predict(fast, _WORDS, Task())
    exact = predict(TorchPunctuator(card, folder, "cpu"), _WORDS, Task())
    assert np.abs(quick.marks - exact.marks).max() < 0.05
    assert np.abs(quick.cases - exact.cases).max() < 0.05
    # Not because both say the same everywhere.
    assert np.ptp(exact.marks, axis=0).max() > 0.1


@pytest.mark.parametrize("encoder", ENCODERS)
def test_every_encoder_runs_as_int8(encoder: str, tmp_path: Path) -> None:
    assert_runtimes_agree(model_of(NetworkShape("gap"), encoder, tmp_path))


@pytest.mark.parametrize("shape", [NetworkShape("bilstm", 8, 2), NetworkShape("mlp", 24)])
def test_every_head_runs_as_int8(shape: NetworkShape, tmp_path: Path) -> None:
    assert_runtimes_agree(model_of(shape, "electra", tmp_path))


def test_a_network_without_an_encoder_runs_as_int8(tmp_path: Path) -> None:
    folder = model_of(_WITHOUT_ENCODER, "", tmp_path)
    assert not (folder / "encoder.json").exists()
    assert_runtimes_agree(folder)


def test_a_chain_over_the_marks_runs_in_torch(tmp_path: Path) -> None:
    folder = model_of(NetworkShape("linear", crf=True), "distilbert", tmp_path)
    assert not (folder / "model.onnx").exists()
    punctuator = load(str(folder), device="cpu")
    assert isinstance(punctuator, TorchPunctuator)
    prediction = predict(punctuator, _WORDS, Task())
    assert np.allclose(prediction.marks.sum(axis=1), 1.0, atol=1e-4)
    assert punctuator.runs_on == "fp32, CPU"


def test_whoever_reads_one_file_of_a_model_reads_all(linear: Path) -> None:
    assert len({path.stat().st_mode for path in linear.iterdir()}) == 1


def test_a_graph_names_no_file_of_this_machine(linear: Path) -> None:
    graph = (linear / "model.onnx").read_bytes()
    assert b"site-packages" not in graph
    assert b"networks/linear.py" not in graph


@pytest.mark.parametrize("encoder", ["bert", "electra", "roberta"])
def test_subtitle_features_run_as_int8(encoder: str, tmp_path: Path) -> None:
    folder = model_of(NetworkShape("gap", features=COLUMNS), encoder, tmp_path)
    assert_runtimes_agree(folder)
    rng = np.random.default_rng(1)
    codes = [rng.integers(0, size, len(_WORDS)) for size in SIZES]
    features = np.stack(codes, axis=1).astype(np.int8)
    card = read_card(folder)
    found = [
        predict(punctuator, _WORDS, Task(), features=features)
        for punctuator in (load(str(folder), device="cpu"), TorchPunctuator(card, folder, "cpu"))
    ]
    assert np.abs(found[0].marks - found[1].marks).max() < 0.05
    plain = predict(load(str(folder), device="cpu"), _WORDS, Task())
    assert np.abs(found[0].marks - plain.marks).max() > 0.1


BEFORE = ModelCard("before", "Before", ("en",), (Mark.NONE,), files={"model.onnx": "0"})
AFTER = ModelCard("after", "After", ("de",), (Mark.NONE,), files={"model.onnx": "1", "more": "2"})


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "model.onnx").write_text("before")
    write_card(BEFORE, folder)
    return folder


@pytest.fixture
def made(tmp_path: Path) -> Path:
    folder = tmp_path / "made"
    folder.mkdir()
    for name in AFTER.files:
        (folder / name).write_text("after")
    return folder


def test_a_model_takes_the_place_of_another(made: Path, out: Path) -> None:
    place(AFTER, made, out)
    assert read_card(out) == AFTER
    assert {path.name for path in out.iterdir()} == {FILE, *AFTER.files}
    assert (out / "model.onnx").read_text() == "after"
    assert list(made.iterdir()) == []


def test_a_file_that_is_missing_leaves_the_model_before(made: Path, out: Path) -> None:
    (made / "more").unlink()
    with pytest.raises(FileNotFoundError):
        place(AFTER, made, out)
    assert read_card(out) == BEFORE
    assert {path.name for path in out.iterdir()} == {FILE, "model.onnx"}
    assert (out / "model.onnx").read_text() == "before"


def test_the_card_comes_when_all_files_have_their_places(made: Path, out: Path) -> None:
    (out / "more").mkdir()
    with pytest.raises(OSError, match="more"):
        place(AFTER, made, out)
    assert not (out / FILE).exists()


def int8_nodes(path: Path) -> dict[str, str]:
    quick = path.with_name("quick.onnx")
    quantise(path, quick)
    return {node.name: node.op_type for node in onnx.load(quick).graph.node}


def test_all_but_heads_and_short_tables_is_in_eight_bits(tmp_path: Path) -> None:
    tables = {"short": np.ones((31, 64)), "long": np.ones((300, 64)), "head": np.ones((64, 6))}
    nodes = [
        helper.make_node("Gather", ["short", "rows"], ["few"], name="short"),
        helper.make_node("Gather", ["long", "rows"], ["many"], name="long"),
        helper.make_node("Add", ["few", "many"], ["both"]),
        helper.make_node("MatMul", ["both", "wide"], ["wider"], name="widen"),
        helper.make_node("MatMul", ["wider", "narrow"], ["back"], name="narrow"),
        helper.make_node("MatMul", ["back", "head"], ["out"], name="decide"),
    ]
    wide = {"wide": np.ones((64, 256)), "narrow": np.ones((256, 64))}
    path = write_graph(tmp_path / "exact.onnx", nodes, tables | wide)
    made = int8_nodes(path)
    assert [name for name, kind in made.items() if kind == "MatMul"] == ["decide"]
    assert made["short"] == "Gather"
    assert (tmp_path / "quick.onnx").stat().st_size < 0.45 * path.stat().st_size


def test_weights_that_layers_share_are_in_eight_bits_too(tmp_path: Path) -> None:
    rng, rows = np.random.default_rng(1), np.arange(40, dtype=np.int64).reshape(4, 10)
    nodes = [
        helper.make_node("Gather", ["table", "rows"], ["entering"]),
        helper.make_node("Transpose", ["weight"], ["turned"], perm=[1, 0]),
        helper.make_node("MatMul", ["entering", "turned"], ["first"], name="a"),
        helper.make_node("MatMul", ["first", "turned"], ["second"], name="b"),
        helper.make_node("MatMul", ["second", "weight"], ["out"], name="c"),
    ]
    weights = {"table": rng.normal(size=(40, 64)), "weight": rng.normal(size=(64, 64)) / 8}
    path = write_graph(tmp_path / "exact.onnx", nodes, weights)
    exact, model = answers(path, rows), onnx.load(path)
    store_transposed(model.graph)
    onnx.save(model, path)
    np.testing.assert_array_equal(answers(path, rows), exact)
    assert list(int8_nodes(path).values()).count("MatMulInteger") == 3


def test_a_card_that_does_not_fit_on_the_disk_leaves_the_model_before(
    made: Path, out: Path
) -> None:
    with files_up_to(20), pytest.raises(OSError, match="too large"):
        place(AFTER, made, out)
    assert read_card(out) == BEFORE
    assert (out / "model.onnx").read_text() == "before"
