"""A channel far larger than the others costs them nothing in eight bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from subpunct_app.training.finish.export import write_int8
from subpunct_app.training.finish.outliers import tame_outliers
from tests.training.graphs import answers, write_graph

_CHANNELS = 64
_ROWS = np.arange(40, dtype=np.int64).reshape(4, 10)


def graph(folder: Path, table: NDArray[np.float32], *weights: NDArray[np.float32]) -> Path:
    """Write a graph that looks rows up in a table and adds up their products with weights."""
    names = [f"weight{at}" for at in range(len(weights))]
    weighted = list(zip(names, weights, strict=True))
    nodes = [helper.make_node("Gather", ["table", "rows"], ["values"])]
    nodes += [helper.make_node("MatMul", ["values", name], [f"of_{name}"]) for name in names]
    nodes.append(helper.make_node("Sum", [f"of_{name}" for name in names], ["out"]))
    return write_graph(folder / "graph.onnx", nodes, {"table": table, **dict(weighted)})


def in_eight_bits(path: Path, rows: NDArray[np.int64] = _ROWS) -> NDArray[np.float32]:
    small = path.with_name("small.onnx")
    write_int8(path, small, ["MatMul"])
    return answers(small, rows)


@pytest.mark.parametrize("products", [1, 3])
def test_eight_bits_hold_the_other_channels(products: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    table = rng.normal(size=(_ROWS.size, _CHANNELS)).astype(np.float32)
    table[:, 5] *= 80
    weights = [rng.normal(size=(_CHANNELS, 16)).astype(np.float32) for _ in range(products)]
    for weight in weights:
        weight[5] /= 80
    path = graph(tmp_path, table, *weights)
    exact = answers(path, _ROWS)
    before = np.abs(in_eight_bits(path) - exact).mean()
    tame_outliers(path, {"rows": _ROWS})
    assert np.allclose(answers(path, _ROWS), exact, atol=1e-4)
    assert np.abs(in_eight_bits(path) - exact).mean() < before / 5


@pytest.mark.parametrize("first", [0, 390])
def test_channels_are_looked_at_in_all_rows(first: int, tmp_path: Path) -> None:
    rows = np.arange(400, dtype=np.int64).reshape(40, 10)
    rng = np.random.default_rng(1)
    table = rng.normal(size=(rows.size, _CHANNELS)).astype(np.float32)
    table[first : first + 10, 5] *= 80
    weight = rng.normal(size=(_CHANNELS, 16)).astype(np.float32)
    weight[5] /= 80
    path = graph(tmp_path, table, weight)
    exact = answers(path, rows)
    before = np.abs(in_eight_bits(path, rows) - exact).mean()
    tame_outliers(path, {"rows": rows})
    assert np.abs(in_eight_bits(path, rows) - exact).mean() < before / 5


def test_weights_of_several_products_stay(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    table = rng.normal(size=(_ROWS.size, _CHANNELS)).astype(np.float32)
    table[:, 5] *= 80
    weight = rng.normal(size=(_CHANNELS, _CHANNELS)).astype(np.float32)
    path = graph(tmp_path, table, weight)
    model = onnx.load(path)
    model.graph.node.append(helper.make_node("MatMul", ["out", "weight0"], ["again"]))
    model.graph.output[0].name = "again"
    onnx.save(model, path)
    exact = answers(path, _ROWS)
    tame_outliers(path, {"rows": _ROWS})
    assert np.array_equal(answers(path, _ROWS), exact)
    assert np.array_equal(numpy_helper.to_array(onnx.load(path).graph.initializer[1]), weight)
