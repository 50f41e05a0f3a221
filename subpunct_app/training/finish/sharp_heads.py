"""Keep the attention of heads that are all but certain within what fp32 holds at full speed.

The scores of a head that always looks at the piece before lie so far apart that most of its shares
are subnormal numbers, with which a processor takes many times as long. Its scores are made smaller
until they lie no further apart than that: it stays all but certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, helper, numpy_helper

from subpunct_app.training.finish.observing import observed, save

Numbers = NDArray[np.float32]

# The smallest normal number of fp32 is exp(-87.3).
_FURTHEST = 87.0
# A head is left alone unless so many of its shares would be smaller.
_MANY = 0.05
# Room for texts whose scores lie further apart than those that were seen.
_ROOM = 0.95


def soften_heads(path: Path, inputs: Mapping[str, NDArray[np.int64]]) -> None:
    """Rewrite a graph so that few shares of its heads are too small for full speed.

    `inputs` (rows, ...) are what the graph is asked to see how far the scores lie apart.
    """
    model = onnx.load(path)
    for node in [node for node in model.graph.node if node.op_type == "MultiHeadAttention"]:
        factors = _factors(path, node, inputs)
        if factors.min() < 1:
            _multiply(model.graph, node, factors)
    save(model, path, "softened")


def _factors(path: Path, node: NodeProto, inputs: Mapping[str, NDArray[np.int64]]) -> Numbers:
    """Return what the queries (channels,) of some heads are to be multiplied by, 1 for most."""
    told = {one.name: helper.get_attribute_value(one) for one in node.attribute}
    apart, small, width = [], [], 0
    for values in observed(path, list(node.input[:2]), inputs):
        query, key = (_by_head(values[name], told["num_heads"]) for name in node.input[:2])
        scores = np.einsum("rphw,rqhw->hrpq", query, key) * told["scale"]
        below = scores.max(axis=-1, keepdims=True) - scores
        apart.append(below.max(axis=(1, 2, 3)))
        small.append((below > _FURTHEST).mean(axis=(1, 2, 3)))
        width = query.shape[-1]
    furthest = np.maximum(np.max(apart, axis=0), _FURTHEST)
    factors = np.where(np.mean(small, axis=0) > _MANY, _ROOM * _FURTHEST / furthest, 1)
    return np.repeat(factors, width).astype(np.float32)


def _by_head(values: Numbers, heads: int) -> Numbers:
    """Return (rows, pieces, heads, width) for (rows, pieces, heads times width)."""
    return values.reshape(*values.shape[:2], heads, -1)


def _multiply(graph: GraphProto, node: NodeProto, factors: Numbers) -> None:
    """Multiply the queries before attention takes them."""
    name = f"{node.name}_softened"
    by = numpy_helper.from_array(factors, f"{name}_by")
    graph.initializer.append(by)
    softened = helper.make_node("Mul", [node.input[0], by.name], [name], name=name)
    graph.node.insert(list(graph.node).index(node), softened)
    node.input[0] = name
