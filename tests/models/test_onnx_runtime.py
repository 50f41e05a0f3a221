"""Each window gets its own answer, whatever is asked beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from onnx import NodeProto, TensorProto, helper

from subpunct_app.decoding.inference.windows import Spoken, predict, predict_together
from subpunct_app.models.card import ModelCard, read_card
from subpunct_app.models.mark_labels import CASES, MARKS
from subpunct_app.models.onnx_runtime import OnnxPunctuator
from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.runtime.task import Task
from tests.decoding.conftest import letter_tokenizer
from tests.limits import memory_up_to
from tests.training.graphs import write_graph

_COUNTS = {"marks": len(MARKS), "cases": len(CASES)}
_PIECES = 100


def nodes(inputs: Sequence[str]) -> list[NodeProto]:
    """Say of each piece something that depends on the sum of its window, padding included."""
    chain = [helper.make_node("Cast", ["pieces"], ["numbers"], to=TensorProto.FLOAT)]
    chain.append(helper.make_node("ReduceMean", ["numbers", "along"], ["mean"]))
    if "mask" in inputs:
        chain.append(helper.make_node("Cast", ["mask"], ["held"], to=TensorProto.FLOAT))
        chain.append(helper.make_node("ReduceMin", ["held", "along"], ["whole"]))
        chain.append(helper.make_node("Mul", ["mean", "whole"], ["level"]))
    else:
        chain.append(helper.make_node("Identity", ["mean"], ["level"]))
    chain.append(helper.make_node("Add", ["numbers", "level"], ["seen"]))
    chain.append(helper.make_node("Unsqueeze", ["seen", "last"], ["column"]))
    return chain + [
        helper.make_node("MatMul", ["column", f"{name} head"], [name]) for name in _COUNTS
    ]


TINY = ModelCard("tiny", "Tiny", ("en",), MARKS, 16)


def model(
    folder: Path, inputs: Sequence[str], threads: int, card: ModelCard = TINY
) -> OnnxPunctuator:
    """Write a tiny graph with such inputs and a tokenizer, and open them."""
    rng = np.random.default_rng(1)
    weights = {
        "along": np.array([1]),
        "last": np.array([-1]),
        **{f"{name} head": rng.normal(size=(1, n)) / _PIECES for name, n in _COUNTS.items()},
    }
    write_graph(folder / "model.onnx", nodes(inputs), weights, inputs, list(_COUNTS))
    (folder / "tokenizer.json").write_text(letter_tokenizer().to_str(), encoding="utf-8")
    return OnnxPunctuator(card, folder, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("inputs", [["pieces"], ["pieces", "mask"]])
def test_a_text_gets_the_same_answer_alone_and_beside_others(
    tmp_path: Path, inputs: list[str], threads: int
) -> None:
    texts = [["ab", "c"], ["a", "text", "that", "takes", "more", "than", "one", "window"], ["z"]]
    tiny = model(tmp_path, inputs, threads)
    together = predict_together(tiny, [Spoken(text) for text in texts], Task())
    for text, found in zip(texts, together, strict=True):
        alone = predict(tiny, text, Task())
        np.testing.assert_array_equal(found.marks, alone.marks)
        np.testing.assert_array_equal(found.cases, alone.cases)
        assert np.allclose(found.marks.sum(axis=1), 1)
    assert np.ptp(together[1].marks, axis=0).max() > 0.01


@pytest.mark.parametrize("inputs", [["pieces", "features"], ["pieces", "speech"]])
def test_a_graph_that_takes_what_its_card_does_not_know_is_refused(
    tmp_path: Path, inputs: list[str]
) -> None:
    with pytest.raises(ModelError, match="not what the card of tiny says"):
        model(tmp_path, inputs, 1)


def test_a_tokenizer_of_more_pieces_than_its_graph_knows_is_told(tmp_path: Path) -> None:
    heads = {f"{name} table": np.zeros((5, n), np.float32) for name, n in _COUNTS.items()}
    gathers = [
        helper.make_node("Gather", [f"{name} table", "pieces"], [name], axis=0) for name in _COUNTS
    ]
    write_graph(tmp_path / "model.onnx", gathers, heads, ["pieces"], list(_COUNTS))
    (tmp_path / "tokenizer.json").write_text(letter_tokenizer().to_str(), encoding="utf-8")
    tiny = OnnxPunctuator(TINY, tmp_path, threads=1)
    with pytest.raises(ModelError, match="do not fit together"):
        predict(tiny, ["words"], Task())


@pytest.mark.parametrize("content", [b"", b"no graph at all", b"\x08\x0a"])
def test_a_file_that_holds_no_graph_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.onnx").write_bytes(content)
    (tmp_path / "tokenizer.json").write_text(letter_tokenizer().to_str(), encoding="utf-8")
    with pytest.raises(ModelError, match=r"model\.onnx is damaged"):
        OnnxPunctuator(TINY, tmp_path)


def test_a_graph_whose_names_are_damaged_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    model(tmp_path, ["pieces"], threads=1)
    graph = tmp_path / "model.onnx"
    # Nobody knows such an operator: its name is in the message, and no text.
    graph.write_bytes(graph.read_bytes().replace(b"MatMul", b"\xffatMul"))
    with pytest.raises(ModelError, match=r"model\.onnx is damaged"):
        OnnxPunctuator(TINY, tmp_path)
    assert capfd.readouterr().out == ""


# In a process of its own, which holds no memory yet that it could take again.
OPENED_IN_LITTLE = """
import sys
from pathlib import Path
from subpunct_app.runtime.errors import ModelError
from subpunct_app.models.onnx_runtime import OnnxPunctuator
from tests.limits import memory_up_to
from tests.models.test_onnx_runtime import TINY

with memory_up_to(8 << 20):
    try:
        OnnxPunctuator(TINY, Path(sys.argv[1]))
    except ModelError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is taken")
def test_a_graph_that_finds_no_memory_is_not_just_called_damaged(tmp_path: Path) -> None:
    model(tmp_path, ["pieces"], threads=1)
    large = {f"{name} head": np.zeros((1 << 20, n), np.float32) for name, n in _COUNTS.items()}
    write_graph(tmp_path / "model.onnx", [], large, ["pieces"], list(large))
    command = [sys.executable, "-c", OPENED_IN_LITTLE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "or memory is short. Close other programs" in done.stdout


def test_threads_that_cannot_start_are_told(tmp_path: Path) -> None:
    tiny = model(tmp_path, ["pieces"], threads=1)
    usual = threading.stack_size(256 << 20)
    try:
        with memory_up_to(64 << 20), pytest.raises(ModelError, match="starts no more threads"):
            predict(tiny, ["words"], Task())
    finally:
        threading.stack_size(usual)


@pytest.mark.skipif(sys.platform != "linux", reason="all names are Unicode elsewhere")
def test_a_model_opens_in_a_folder_whose_name_is_no_utf8(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"b\xfccher")
    folder.mkdir()
    assert model(folder, ["pieces"], threads=1).card is TINY


@pytest.mark.skipif(sys.platform != "linux", reason="all names are Unicode elsewhere")
def test_a_model_opens_where_the_locale_cannot_spell_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "bücher"
    folder.mkdir()
    shipped_model = shipped_folder("models") / "en-compact"
    for name in ("card.json", "tokenizer.json", "model.onnx"):
        (folder / name).symlink_to(shipped_model / name)
    code = (
        "from pathlib import Path; from subpunct_app.models.card import read_card; "
        "from subpunct_app.models.onnx_runtime import OnnxPunctuator; "
        "folder = next(Path().glob('b*cher')).absolute(); OnnxPunctuator(read_card(folder), folder)"
    )
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-X", "utf8=0", "-c", code]
    done = subprocess.run(
        command, cwd=tmp_path, env=plain, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_graph_of_other_features_than_its_card_has_is_refused() -> None:
    folder = shipped_folder("models") / "en-compact"
    card = read_card(folder)
    with pytest.raises(ModelError, match="not what the card of en-compact says"):
        OnnxPunctuator(replace(card, network=replace(card.network, features=11)), folder)


def test_a_graph_that_breaks_off_at_a_window_is_told(tmp_path: Path) -> None:
    shapes = {"shape": np.array([1, 99, 1])}
    heads = {f"{name} head": np.zeros((1, n), np.float32) for name, n in _COUNTS.items()}
    fixed = [
        helper.make_node("Cast", ["pieces"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("Reshape", ["numbers", "shape"], ["column"]),
        *(helper.make_node("MatMul", ["column", f"{name} head"], [name]) for name in _COUNTS),
    ]
    write_graph(tmp_path / "model.onnx", fixed, shapes | heads, ["pieces"], list(_COUNTS))
    (tmp_path / "tokenizer.json").write_text(letter_tokenizer().to_str(), encoding="utf-8")
    tiny = OnnxPunctuator(TINY, tmp_path, threads=1)
    with pytest.raises(ModelError, match="do not fit together"):
        predict(tiny, ["words"], Task())


def test_threads_change_no_answer(tmp_path: Path) -> None:
    text = ["word", "another", "x"] * 40
    one, three = (predict(model(tmp_path, ["pieces"], n), text, Task()) for n in (1, 3))
    np.testing.assert_array_equal(one.marks, three.marks)
