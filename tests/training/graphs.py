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
    path: Path, nodes: Sequence[NodeProto], weights: Mapping[str, NDArray[np.floating]]
) -> Path:
    """Write a graph from `rows` (windows, length) to `out`, its weights in fp32."""
    inner = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("rows", TensorProto.INT64, ["windows", "length"])],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, None)],
        [
            numpy_helper.from_array(value.astype(np.float32), name)
            for name, value in weights.items()
        ],
    )
    model = helper.make_model(inner, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    onnx.save(model, path)
    return path


def answers(path: Path, rows: NDArray[np.int64]) -> NDArray[np.float32]:
    found = onnxruntime.InferenceSession(str(path)).run(None, {"rows": rows})[0]
    return np.asarray(found, dtype=np.float32)
