"""Make the channels of a graph alike enough that eight bits hold all of them.

One channel in hundreds is often several times as large as the next. Where eight bits share one
scale among all values of a batch, it leaves few steps to the others. After Xiao, Lin, Seznec, Wu,
Demouth and Han, "SmoothQuant" (2023), such a channel is divided before a product and its weights
are multiplied, which changes nothing but how large it is; here only as far down as the eighth
largest goes, as most channels are alike already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, helper, numpy_helper

_SPARED = 8
# Rows that are asked at once.
_AT_ONCE = 16


def tame_outliers(path: Path, inputs: Mapping[str, NDArray[np.int64]]) -> None:
    """Rewrite a graph so that it computes the same with fewer outliers in what it multiplies.

    `inputs` (rows, ...) are what the graph is asked to see how large its channels get.
    """
    peaks = _peaks(path, inputs)
    model = onnx.load(path)
    for name, nodes in _products(model.graph).items():
        if len(peaks[name]) > _SPARED:
            usual = np.sort(peaks[name])[-_SPARED]
            _divide(model.graph, name, nodes, np.maximum(1, peaks[name] / max(usual, 1e-6)))
    onnx.save(model, path, save_as_external_data=True, location=f"{path.name}.tamed")


def _products(graph: GraphProto) -> dict[str, list[NodeProto]]:
    """Return the products with weights of their own, by the name of what they multiply."""
    weights = {weight.name for weight in graph.initializer}
    uses = Counter(name for node in graph.node for name in node.input)
    found: dict[str, list[NodeProto]] = {}
    for node in graph.node:
        # Weights that several layers share cannot fit the channels of each.
        if node.op_type == "MatMul" and node.input[1] in weights and uses[node.input[1]] == 1:
            found.setdefault(node.input[0], []).append(node)
    return found


def _peaks(path: Path, inputs: Mapping[str, NDArray[np.int64]]) -> dict[str, NDArray[np.float32]]:
    """Return how large each channel (channels,) gets of what a graph multiplies, by its name."""
    model = onnx.load(path)
    names = list(_products(model.graph))
    if not names:
        return {}
    model.graph.output.extend(
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names
    )
    watched = path.with_name(f"watched-{path.name}")
    onnx.save(model, watched, save_as_external_data=True, location=f"{watched.name}.data")
    session = onnxruntime.InferenceSession(str(watched), providers=["CPUExecutionProvider"])
    found: dict[str, NDArray[np.float32]] = {}
    for first in range(0, len(next(iter(inputs.values()))), _AT_ONCE):
        some = {name: rows[first : first + _AT_ONCE] for name, rows in inputs.items()}
        for name, value in zip(names, session.run(names, some), strict=True):
            peak = np.abs(value).reshape(-1, value.shape[-1]).max(axis=0)
            found[name] = np.maximum(peak, found.get(name, peak))
    return found


def _divide(graph: GraphProto, name: str, nodes: list[NodeProto], by: NDArray[np.float32]) -> None:
    """Divide the channels of a value before the products that take it, and scale their weights."""
    weights = {weight.name: weight for weight in graph.initializer}
    for node in nodes:
        weight = weights[node.input[1]]
        scaled = numpy_helper.to_array(weight) * by[:, None]
        weight.CopyFrom(numpy_helper.from_array(scaled.astype(np.float32), weight.name))
        node.input[0] = f"{name}_tamed"
    factors = numpy_helper.from_array((1 / by).astype(np.float32), f"{name}_tamed_by")
    graph.initializer.append(factors)
    first = min(at for at, node in enumerate(graph.node) if f"{name}_tamed" in node.input)
    graph.node.insert(
        first,
        helper.make_node("Mul", [name, factors.name], [f"{name}_tamed"], name=f"{name}_divided"),
    )
