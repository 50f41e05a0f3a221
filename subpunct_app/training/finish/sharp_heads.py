"""Keep the attention of heads that are all but certain within what fp32 holds at full speed.

The scores of a head that always looks at the piece before lie so far apart that most of its shares
are subnormal numbers, with which a processor takes many times as long. Its scores are made smaller
until they lie no further apart than that: it stays all but certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, helper, numpy_helper

from subpunct_app.training.finish.observing import Values, observed, save

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
    nodes = [node for node in model.graph.node if node.op_type == "MultiHeadAttention"]
    for node, factors in zip(nodes, _factors(path, nodes, inputs), strict=True):
        if factors.min() < 1:
            _multiply(model.graph, node, factors)
    save(model, path, "softened")


def _factors(
    path: Path, nodes: Sequence[NodeProto], inputs: Mapping[str, NDArray[np.int64]]
) -> list[Numbers]:
    """Return what the queries (channels,) of each node are to be multiplied by, 1 for most."""
    names = list(dict.fromkeys(name for node in nodes for name in node.input[:2]))
    seen: list[list[tuple[Numbers, Numbers]]] = [[] for _ in nodes]
    # All at once: a large encoder takes long to be read for each of its layers.
    for values in observed(path, names, inputs):
        for node, found in zip(nodes, seen, strict=True):
            found.append(_sharpness(node, values))
    return [_softening(node, found) for node, found in zip(nodes, seen, strict=True)]


def _sharpness(node: NodeProto, values: Values) -> tuple[Numbers, Numbers]:
    """Return how far scores lie apart, and which share of them too far, by channel (channels,).

    All channels of a head have what is true of its scores.
    """
    attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
    query, key = (_by_head(values[name], attributes["num_heads"]) for name in node.input[:2])
    scores = query @ key.swapaxes(-1, -2) * np.float32(attributes["scale"])
    below = scores.max(axis=-1, keepdims=True) - scores
    small = (below > _FURTHEST).mean(axis=(0, 2, 3))
    width = query.shape[-1]
    return np.repeat(below.max(axis=(0, 2, 3)), width), np.repeat(np.float32(small), width)


def _softening(node: NodeProto, found: Sequence[tuple[Numbers, Numbers]]) -> Numbers:
    """Return the factors (channels,) by which no scores lie further apart than is of use."""
    apart, small = (np.stack(each) for each in zip(*found, strict=True))
    furthest = np.maximum(apart.max(axis=0), _FURTHEST)
    factors = np.where(small.mean(axis=0) > _MANY, _ROOM * _FURTHEST / furthest, 1)
    return np.asarray(factors, dtype=np.float32)


def _by_head(values: Numbers, heads: int) -> Numbers:
    """Return (rows, heads, pieces, width) for (rows, pieces, heads times width)."""
    return values.reshape(*values.shape[:2], heads, -1).swapaxes(1, 2)


def _multiply(graph: GraphProto, node: NodeProto, factors: Numbers) -> None:
    """Multiply the queries before attention takes them."""
    name = f"{node.name}_softened"
    by = numpy_helper.from_array(factors, f"{name}_by")
    graph.initializer.append(by)
    softened = helper.make_node("Mul", [node.input[0], by.name], [name], name=name)
    graph.node.insert(list(graph.node).index(node), softened)
    node.input[0] = name
