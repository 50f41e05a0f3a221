"""Give channels of like size a scale of their own in eight bits.

What an activation function hands to the second product of a feed-forward layer lies close to
nothing, mostly on one side of it, but for some channels that get many times as large. With one
scale for all, a step of eight bits is as large as most of the values, and what the first layers
lose all later ones build on. Sorted by size and parted into three groups, each a product of its
own, they lose hardly more than with a scale for each block of 128 channels of each piece, which
takes more than twice as long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, TensorProto, helper, numpy_helper

from subpunct_app.training.finish.observing import peaks, save

# Layers, counted from the first, whose second product is parted.
_DEEPEST = 3
# Shares of the channels in each group but the last, largest channels first.
_SHARES = (1 / 48, 7 / 48)
# A product with fewer channels loses more time by parts than it has to give.
_FEW = 32
# What stands between the two products of a layer and treats each channel by itself.
_BY_CHANNEL = {"Add", "Mul", "Gelu", "Relu", "Tanh", "Identity"}


def part_by_size(path: Path, inputs: Mapping[str, NDArray[np.int64]]) -> None:
    """Rewrite a graph so that its first narrowing products are sums of products by size.

    It computes the same. `inputs` (rows, ...) are what the graph is asked to see how large its
    channels get.
    """
    model = onnx.load(path)
    products = narrowing(model.graph)[:_DEEPEST]
    sizes = peaks(path, [product.input[0] for product in products], inputs)
    for product in products:
        order = np.argsort(-sizes[product.input[0]], kind="stable")
        if _sort(model.graph, product, order):
            _part(model.graph, product, len(order))
    save(model, path, "parted")


def narrowing(graph: GraphProto) -> list[NodeProto]:
    """Return the second products of feed-forward layers, first layers first."""
    sizes = {weight.name: tuple(weight.dims) for weight in graph.initializer}
    found = []
    for node in graph.node:
        match node.op_type, [sizes.get(name, ()) for name in node.input]:
            case "MatMul", [_, (rows, columns)] if rows > columns >= _FEW:
                found.append(node)
    return found


def _sort(graph: GraphProto, product: NodeProto, order: NDArray[np.int64]) -> bool:
    """Put the channels that a product takes into an order, and tell whether that is possible."""
    weights = {weight.name: weight for weight in graph.initializer}
    sorted_too = _to_sort(graph, product, weights)
    for name, axis in sorted_too:
        _replace(weights[name], np.take(numpy_helper.to_array(weights[name]), order, axis=axis))
    return bool(sorted_too)


def _to_sort(
    graph: GraphProto, product: NodeProto, weights: Mapping[str, TensorProto]
) -> list[tuple[str, int]]:
    """Return the weights that have the channels of a product in order, and on which axis.

    They are its own and those back to the product that makes the channels. All between must treat
    each channel by itself, and nothing else may use the channels or the weights: else there are
    none.
    """
    makers = {name: node for node in graph.node for name in node.output}
    uses = [name for node in graph.node for name in node.input]
    found = [(product.input[1], 0)]
    value = product.input[0]
    while (node := makers.get(value)) is not None and uses.count(value) == 1:
        own = [name for name in node.input if name in weights]
        made = [name for name in node.input if name not in weights]
        if node.op_type == "MatMul" and own == [node.input[1]]:
            found.append((own[0], 1))
            return found if all(uses.count(name) == 1 for name, _ in found) else []
        if node.op_type not in _BY_CHANNEL or len(made) != 1:
            return []
        # One number for all channels needs no order.
        found += [(name, -1) for name in own if weights[name].dims[-1:] not in ([], [1])]
        value = made[0]
    return []


def _part(graph: GraphProto, product: NodeProto, channels: int) -> None:
    """Put a sum of products with groups of the channels in the place of one with all of them."""
    [weight] = [weight for weight in graph.initializer if weight.name == product.input[1]]
    ends = np.cumsum([max(1, round(share * channels)) for share in _SHARES])
    rows = np.split(numpy_helper.to_array(weight), ends)
    names = [f"{product.name}_{at}" for at in range(len(rows))]
    counts = numpy_helper.from_array(
        np.array([len(part) for part in rows], dtype=np.int64), f"{product.name}_counts"
    )
    graph.initializer.remove(weight)
    graph.initializer.append(counts)
    graph.initializer.extend(
        numpy_helper.from_array(part, f"{name}_weight")
        for name, part in zip(names, rows, strict=True)
    )
    at = list(graph.node).index(product)
    graph.node.remove(product)
    for node in reversed(_summed(product, names, counts.name)):
        graph.node.insert(at, node)


def _summed(product: NodeProto, names: Sequence[str], counts: str) -> list[NodeProto]:
    """Return what parts the channels by their counts, multiplies each group and adds all up."""
    channels = [f"{name}_channels" for name in names]
    products = [f"{name}_product" for name in names]
    parted, total = f"{product.name}_parted", f"{product.name}_sum"
    return [
        helper.make_node("Split", [product.input[0], counts], channels, name=parted, axis=-1),
        *(
            helper.make_node("MatMul", [part, f"{name}_weight"], [result], name=name)
            for name, part, result in zip(names, channels, products, strict=True)
        ),
        helper.make_node("Sum", products, list(product.output), name=total),
    ]


def _replace(weight: TensorProto, values: NDArray[np.float32]) -> None:
    weight.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(values), weight.name))
