"""Write the weights of a graph in eight bits, but for those that have little to give."""

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


def quantise(exact: Path, path: Path) -> None:
    """Write a graph with all weights in eight bits that bear it."""
    graph = onnx.load(exact, load_external_data=False).graph
    write_int8(exact, path, _QUANTISED, small(graph))


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


def small(graph: GraphProto) -> list[str]:
    """Return the names of the nodes whose weights take hardly any room: heads, short tables."""
    sizes = {weight.name: tuple(weight.dims) for weight in graph.initializer}
    found = []
    for node in graph.node:
        match node.op_type, [sizes.get(name, ()) for name in node.input]:
            case "Gather", [(rows, *_), *_] if rows < _FEW:
                found.append(node.name)
            case "MatMul", [_, (_, columns)] if columns < _FEW:
                found.append(node.name)
    return found
