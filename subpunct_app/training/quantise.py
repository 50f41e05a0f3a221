"""Write the weights of a graph in eight bits, but for the few that eight bits would harm."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import onnx
from onnx import GraphProto
from onnxruntime.quantization import QuantType, quantize_dynamic

# Not LSTMs, which carry what eight bits lose on from word to word: without VNNI instructions the
# answers of one were off by up to 0.4.
_QUANTISED = ["MatMul", "Gemm", "Gather"]
# Tables and products with so few rows or columns take hardly any room or time.
_FEW = 32
# Feed-forward layers, counted from the first, whose second product stays exact.
_DEEPEST = 3


def quantise(exact: Path, path: Path) -> None:
    """Write a graph with all weights in eight bits that bear it."""
    graph = onnx.load(exact, load_external_data=False).graph
    write_int8(exact, path, _QUANTISED, kept_exact(graph))


def write_int8(exact: Path, path: Path, operators: Sequence[str], kept: Sequence[str] = ()) -> None:
    """Write a graph with the weights of operators in eight bits, each channel on its own scale.

    The nodes whose names are `kept` stay as they are.
    """
    quantize_dynamic(
        str(exact),
        str(path),
        per_channel=True,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=list(operators),
        nodes_to_exclude=list(kept),
    )


def kept_exact(graph: GraphProto) -> list[str]:
    """Return the names of the nodes that keep their weights as they are.

    What an activation function hands to the second product of a feed-forward layer lies close to
    nothing, mostly on one side of it: a step of eight bits is as large as these values, and what
    the first layers lose all later ones build on. Processors without VNNI instructions lose most
    there, as the sums of such products overflow 16 bits.
    """
    sizes = {weight.name: tuple(weight.dims) for weight in graph.initializer}
    small, narrowing = [], []
    for node in graph.node:
        match node.op_type, [sizes.get(name, ()) for name in node.input]:
            case "Gather", [(rows, *_), *_] if rows < _FEW:
                small.append(node.name)
            case "MatMul", [_, (_, columns)] if columns < _FEW:
                small.append(node.name)
            case "MatMul", [_, (rows, columns)] if rows > columns:
                narrowing.append(node.name)
    return small + narrowing[:_DEEPEST]
