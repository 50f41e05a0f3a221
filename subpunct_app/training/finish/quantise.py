"""Write the weights of a graph in eight bits, those that it would harm block by block or not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import onnx
from onnx import GraphProto
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

# Not LSTMs, which carry what eight bits lose on from word to word: without VNNI instructions the
# answers of one were off by up to 0.4.
_QUANTISED = ["MatMul", "Gemm", "Gather"]
# Tables and products with so few rows or columns take hardly any room or time.
_FEW = 32
# Feed-forward layers, counted from the first, whose second product goes block by block.
_DEEPEST = 3
# Channels that share a scale there; half as many take longer, twice as many lose more.
_BLOCK = 128
# What multiplies in eight bits, as onnxruntime counts.
_IN_INT8 = 4


def quantise(exact: Path, path: Path) -> None:
    """Write a graph with all weights in eight bits that bear it."""
    graph = onnx.load(exact, load_external_data=False).graph
    delicate = narrowing(graph)[:_DEEPEST]
    write_int8(exact, path, _QUANTISED, small(graph) + delicate)
    _write_blocks(path, delicate)


def _write_blocks(path: Path, products: Sequence[str]) -> None:
    """Write the weights of some products of a graph in eight bits, block by block."""
    model = onnx.load(path)
    others = [node.name for node in model.graph.node if node.name not in products]
    blocks = MatMulNBitsQuantizer(
        model,
        bits=8,
        block_size=_BLOCK,
        is_symmetric=True,
        accuracy_level=_IN_INT8,
        nodes_to_exclude=others,
    )
    blocks.process()
    onnx.save(blocks.model.model, path)


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
    sizes = _sizes(graph)
    found = []
    for node in graph.node:
        match node.op_type, [sizes.get(name, ()) for name in node.input]:
            case "Gather", [(rows, *_), *_] if rows < _FEW:
                found.append(node.name)
            case "MatMul", [_, (_, columns)] if columns < _FEW:
                found.append(node.name)
    return found


def narrowing(graph: GraphProto) -> list[str]:
    """Return the names of the second products of feed-forward layers, first layers first.

    What an activation function hands to them lies close to nothing, mostly on one side of it: a
    step of eight bits for all values of a window is as large as these, and what the first layers
    lose all later ones build on. Processors without VNNI instructions lose most there, as the sums
    of such products overflow 16 bits. With a scale for each block of channels of each piece little
    is lost; such a product takes twice and a half as long, yet a quarter less than an exact one.
    """
    sizes = _sizes(graph)
    found = []
    for node in graph.node:
        match node.op_type, [sizes.get(name, ()) for name in node.input]:
            case "MatMul", [_, (rows, columns)] if rows > columns >= _FEW:
                found.append(node.name)
    return found


def _sizes(graph: GraphProto) -> dict[str, tuple[int, ...]]:
    return {weight.name: tuple(weight.dims) for weight in graph.initializer}
