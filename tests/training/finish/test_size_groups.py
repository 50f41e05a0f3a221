"""Channels that are far larger than others after an activation cost these nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from subpunct_app.training.finish.export import write_int8
from subpunct_app.training.finish.size_groups import narrowing, part_by_size
from tests.training.graphs import answers, feed_forward

_ROWS = np.arange(300, dtype=np.int64).reshape(10, 30)


def with_large_channels(folder: Path, layers: int) -> Path:
    """Write feed-forward layers with a few channels a hundred times as large as the others."""
    path = feed_forward(folder, layers=layers, labels=6)
    model = onnx.load(path)
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight).copy()
        if weight.name.startswith("wide"):
            values[:, [7, 90, 201]] *= 100
        if weight.name.startswith("narrow"):
            values[[7, 90, 201]] /= 100
        weight.CopyFrom(numpy_helper.from_array(values, weight.name))
    onnx.save(model, path)
    return path


def kinds(path: Path) -> list[str]:
    return [node.op_type for node in onnx.load(path).graph.node]


def lost(path: Path, exact: NDArray[np.float32]) -> float:
    """Return how far a graph in eight bits is off."""
    write_int8(path, path.with_name("small.onnx"), ["MatMul"], ["decide"])
    return float(np.abs(answers(path.with_name("small.onnx"), _ROWS) - exact).mean())


def assert_left_alone(path: Path) -> None:
    exact = answers(path, _ROWS)
    part_by_size(path, {"rows": _ROWS})
    assert "Split" not in kinds(path)
    assert np.array_equal(answers(path, _ROWS), exact)


def test_narrowing_products_come_in_order(tmp_path: Path) -> None:
    graph = onnx.load(feed_forward(tmp_path, layers=5, labels=6)).graph
    assert [node.name for node in narrowing(graph)] == [f"narrow {at}" for at in range(5)]


def test_eight_bits_hold_channels_of_each_size(tmp_path: Path) -> None:
    path = with_large_channels(tmp_path, layers=3)
    exact = answers(path, _ROWS)
    before = lost(path, exact)
    part_by_size(path, {"rows": _ROWS})
    assert np.allclose(answers(path, _ROWS), exact, atol=1e-3)
    assert lost(path, exact) < before / 3


def test_the_first_three_layers_are_parted(tmp_path: Path) -> None:
    path = with_large_channels(tmp_path, layers=5)
    part_by_size(path, {"rows": _ROWS})
    assert kinds(path).count("Split") == 3
    assert [node.name for node in narrowing(onnx.load(path).graph)][-2:] == ["narrow 3", "narrow 4"]


@pytest.mark.parametrize("shared", ["g0", "w0", "wide0", "narrow0"])
def test_what_is_used_elsewhere_is_not_parted(shared: str, tmp_path: Path) -> None:
    path = with_large_channels(tmp_path, layers=1)
    model = onnx.load(path)
    model.graph.node.append(helper.make_node("ReduceSum", [shared], ["again"], keepdims=0))
    model.graph.node.append(helper.make_node("Add", ["out", "again"], ["both"]))
    model.graph.output[0].name = "both"
    onnx.save(model, path)
    assert_left_alone(path)


def test_what_mixes_channels_is_not_parted(tmp_path: Path) -> None:
    path = with_large_channels(tmp_path, layers=1)
    model = onnx.load(path)
    [activation] = [node for node in model.graph.node if node.op_type == "Gelu"]
    activation.op_type = "Softmax"
    onnx.save(model, path)
    assert_left_alone(path)


def test_one_factor_for_all_channels_has_no_order(tmp_path: Path) -> None:
    path = with_large_channels(tmp_path, layers=1)
    model = onnx.load(path)
    [activation] = [node for node in model.graph.node if node.op_type == "Gelu"]
    half = numpy_helper.from_array(np.array([0.5], dtype=np.float32), "half")
    model.graph.initializer.append(half)
    at = list(model.graph.node).index(activation)
    halved = helper.make_node("Mul", [activation.output[0], "half"], ["halved"], name="halve")
    model.graph.node.insert(at + 1, halved)
    [product] = narrowing(model.graph)
    product.input[0] = "halved"
    onnx.save(model, path)
    exact = answers(path, _ROWS)
    part_by_size(path, {"rows": _ROWS})
    assert "Split" in kinds(path)
    assert np.allclose(answers(path, _ROWS), exact, atol=1e-3)
