"""Small graphs that look rows up in a table and multiply them by weights, and their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper


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


def _stored(value: NDArray[np.floating | np.int64]) -> NDArray[np.float32 | np.int64]:
    return value if value.dtype == np.int64 else value.astype(np.float32)


def answers(path: Path, rows: NDArray[np.int64]) -> NDArray[np.float32]:
    found = onnxruntime.InferenceSession(str(path)).run(None, {"rows": rows})[0]
    return np.asarray(found, dtype=np.float32)
