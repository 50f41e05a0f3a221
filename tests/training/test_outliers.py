"""A channel far larger than the others costs them nothing in eight bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from subpunct_app.training.outliers import tame_outliers

_CHANNELS = 64
_ROWS = np.arange(40, dtype=np.int64).reshape(4, 10)


def graph(folder: Path, table: NDArray[np.float32], *weights: NDArray[np.float32]) -> Path:
    """Write a graph that looks rows up in a table and adds up their products with weights."""
    names = [f"weight{at}" for at in range(len(weights))]
    weighted = list(zip(names, weights, strict=True))
    nodes = [helper.make_node("Gather", ["table", "rows"], ["values"])]
    nodes += [helper.make_node("MatMul", ["values", name], [f"of_{name}"]) for name in names]
    nodes.append(helper.make_node("Sum", [f"of_{name}" for name in names], ["out"]))
    inner = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("rows", TensorProto.INT64, ["windows", "length"])],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(values, name) for name, values in [("table", table), *weighted]],
    )
    model = helper.make_model(inner, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    onnx.save(model, folder / "graph.onnx")
    return folder / "graph.onnx"


def answers(path: Path) -> NDArray[np.float32]:
    found = onnxruntime.InferenceSession(str(path)).run(None, {"rows": _ROWS})[0]
    return np.asarray(found, dtype=np.float32)


def in_eight_bits(path: Path) -> NDArray[np.float32]:
    small = path.with_name("small.onnx")
    quantize_dynamic(
        str(path),
        str(small),
        per_channel=True,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul"],
    )
    return answers(small)


@pytest.mark.parametrize("products", [1, 3])
def test_eight_bits_hold_the_other_channels(products: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    table = rng.normal(size=(_ROWS.size, _CHANNELS)).astype(np.float32)
    table[:, 5] *= 80
    weights = [rng.normal(size=(_CHANNELS, 16)).astype(np.float32) for _ in range(products)]
    for weight in weights:
        weight[5] /= 80
    path = graph(tmp_path, table, *weights)
    exact = answers(path)
    before = np.abs(in_eight_bits(path) - exact).mean()
    tame_outliers(path, {"rows": _ROWS})
    assert np.allclose(answers(path), exact, atol=1e-4)
    assert np.abs(in_eight_bits(path) - exact).mean() < before / 5


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
    exact = answers(path)
    tame_outliers(path, {"rows": _ROWS})
    assert np.array_equal(answers(path), exact)
    assert np.array_equal(numpy_helper.to_array(onnx.load(path).graph.initializer[1]), weight)
