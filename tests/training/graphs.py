"""Small graphs that look rows up in a table and multiply them by weights, and their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper

_WIDTH = 64
_LOOKED_UP = 300


def write_graph(
    path: Path,
    nodes: Sequence[NodeProto],
    weights: Mapping[str, NDArray[np.floating | np.int64]],
    inputs: Sequence[str] = ("rows",),
    outputs: Sequence[str] = ("out",),
) -> Path:
    """Write a graph from numbers (windows, length) to values, its weights in fp32."""
    inner = helper.make_graph(
        nodes,
        "tiny",
        [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["windows", "length"])
            for name in inputs
        ],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
        [numpy_helper.from_array(_stored(value), name) for name, value in weights.items()],
    )
    model = helper.make_model(inner, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    onnx.save(model, path)
    return path


def feed_forward(folder: Path, layers: int, labels: int) -> Path:
    """Write layers that widen, hold back what is below nothing, and narrow again, and a head."""
    rng = np.random.default_rng(1)
    weights = {"table": rng.normal(size=(_LOOKED_UP, _WIDTH))}
    nodes = [helper.make_node("Gather", ["table", "rows"], ["x0"], name="look up")]
    for at in range(layers):
        weights[f"wide{at}"] = rng.normal(size=(_WIDTH, 4 * _WIDTH)) / 8
        weights[f"narrow{at}"] = rng.normal(size=(4 * _WIDTH, _WIDTH)) / 16
        nodes += [
            helper.make_node("MatMul", [f"x{at}", f"wide{at}"], [f"w{at}"], name=f"widen {at}"),
            helper.make_node("Gelu", [f"w{at}"], [f"g{at}"]),
            helper.make_node("MatMul", [f"g{at}", f"narrow{at}"], [f"n{at}"], name=f"narrow {at}"),
            helper.make_node("Add", [f"x{at}", f"n{at}"], [f"x{at + 1}"]),
        ]
    weights["head"] = rng.normal(size=(_WIDTH, labels))
    nodes.append(helper.make_node("MatMul", [f"x{layers}", "head"], ["out"], name="decide"))
    return write_graph(folder / "exact.onnx", nodes, weights)


def _stored(value: NDArray[np.floating | np.int64]) -> NDArray[np.float32 | np.int64]:
    return value if value.dtype == np.int64 else value.astype(np.float32)


def answers(path: Path, rows: NDArray[np.int64]) -> NDArray[np.float32]:
    found = onnxruntime.InferenceSession(str(path)).run(None, {"rows": rows})[0]
    return np.asarray(found, dtype=np.float32)
