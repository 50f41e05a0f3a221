"""Products with weights that a graph transposes are in eight bits, too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, helper

from subpunct_app.training.finish.export import quantise
from subpunct_app.training.finish.turned_weights import turn_weights
from tests.training.graphs import answers, write_graph

_WIDTH = 64
_ROWS = np.arange(40, dtype=np.int64).reshape(4, 10)


def shared(folder: Path, nodes: list[NodeProto], more: Mapping[str, NDArray[np.float32]]) -> Path:
    """Write a graph of two layers that multiply by the same weights, transposed on the way."""
    rng = np.random.default_rng(1)
    table = rng.normal(size=(_ROWS.size, _WIDTH)).astype(np.float32)
    weight = rng.normal(size=(_WIDTH, _WIDTH)).astype(np.float32) / 8
    nodes = [
        helper.make_node("Gather", ["table", "rows"], ["entering"]),
        helper.make_node("Transpose", ["weight"], ["turned"], perm=[1, 0]),
        helper.make_node("MatMul", ["entering", "turned"], ["first"]),
        helper.make_node("MatMul", ["first", "turned"], ["second"]),
        *nodes,
    ]
    return write_graph(folder / "exact.onnx", nodes, {"table": table, "weight": weight, **more})


def kinds(path: Path) -> list[str]:
    return [node.op_type for node in onnx.load(path).graph.node]


def test_shared_layers_are_in_eight_bits_and_answer_as_before(tmp_path: Path) -> None:
    path = shared(tmp_path, [helper.make_node("Identity", ["second"], ["out"])], {})
    exact, size, quick = answers(path, _ROWS), path.stat().st_size, tmp_path / "quick.onnx"
    turn_weights(path)
    assert np.array_equal(answers(path, _ROWS), exact)
    quantise(path, quick)
    assert kinds(quick).count("MatMulInteger") == 2
    assert quick.stat().st_size < 0.4 * size
    assert np.abs(answers(quick, _ROWS) - exact).max() < 0.1 * np.abs(exact).max()


def test_weights_that_are_taken_as_they_are_too_stay(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("MatMul", ["second", "weight"], ["third"]),
        helper.make_node("Transpose", ["wide"], ["narrow"]),
        helper.make_node("MatMul", ["third", "narrow"], ["out"]),
    ]
    path = shared(tmp_path, nodes, {"wide": np.eye(2, _WIDTH, dtype=np.float32)})
    exact = answers(path, _ROWS)
    turn_weights(path)
    assert np.array_equal(answers(path, _ROWS), exact)
    assert "Transpose" not in kinds(path)


def test_a_graph_without_such_weights_is_not_written_again(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Gather", ["table", "rows"], ["entering"]),
        helper.make_node("Transpose", ["entering"], ["out"], perm=[0, 2, 1]),
    ]
    path = write_graph(tmp_path / "exact.onnx", nodes, {"table": np.eye(40, dtype=np.float32)})
    before = path.read_bytes()
    turn_weights(path)
    assert path.read_bytes() == before
