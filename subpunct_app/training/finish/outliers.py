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
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, helper, numpy_helper

from subpunct_app.training.finish.observing import peaks, save

_SPARED = 8


def tame_outliers(path: Path, inputs: Mapping[str, NDArray[np.int64]]) -> None:
    """Rewrite a graph so that it computes the same with fewer outliers in what it multiplies.

    `inputs` (rows, ...) are what the graph is asked to see how large its channels get.
    """
    model = onnx.load(path)
    products = _products(model.graph)
    for name, sizes in peaks(path, list(products), inputs).items():
        if len(sizes) > _SPARED:
            usual = np.sort(sizes)[-_SPARED]
            by = np.maximum(1, sizes / max(usual, 1e-6))
            _divide(model.graph, name, products[name], by)
    save(model, path, "tamed")


def _products(graph: GraphProto) -> dict[str, list[NodeProto]]:
    """Return the products with weights of their own, by the name of what they multiply.

    Those of channels that were parted by size are none of them.
    """
    weights = {weight.name for weight in graph.initializer}
    parted = {name for node in graph.node if node.op_type == "Split" for name in node.output}
    uses = Counter(name for node in graph.node for name in node.input)
    found: dict[str, list[NodeProto]] = {}
    for node in graph.node:
        # Weights that several layers share cannot fit the channels of each.
        own = node.op_type == "MatMul" and node.input[1] in weights and uses[node.input[1]] == 1
        if own and node.input[0] not in parted:
            found.setdefault(node.input[0], []).append(node)
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
