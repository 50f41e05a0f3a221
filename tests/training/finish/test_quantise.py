"""Eight bits spare what they would harm most."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

from subpunct_app.training.finish.quantise import quantise, small
from tests.training.graphs import feed_forward, write_graph

_WIDTH = 64


def test_heads_are_small(tmp_path: Path) -> None:
    graph = onnx.load(feed_forward(tmp_path, layers=5, labels=6)).graph
    assert small(graph) == ["decide"]


def test_short_tables_are_small_and_long_ones_are_not(tmp_path: Path) -> None:
    tables = {"short": np.ones((31, _WIDTH)), "long": np.ones((32, _WIDTH))}
    nodes = [
        helper.make_node("Gather", [name, "rows"], [f"of {name}"], name=name) for name in tables
    ]
    nodes.append(helper.make_node("Add", ["of short", "of long"], ["out"]))
    path = write_graph(tmp_path / "exact.onnx", nodes, tables)
    assert small(onnx.load(path).graph) == ["short"]


def test_all_but_the_heads_is_in_eight_bits(tmp_path: Path) -> None:
    path, quick = feed_forward(tmp_path, layers=5, labels=6), tmp_path / "quick.onnx"
    quantise(path, quick)
    nodes = {node.name: node.op_type for node in onnx.load(quick).graph.node}
    assert [name for name, kind in nodes.items() if kind == "MatMul"] == ["decide"]
    assert quick.stat().st_size < 0.35 * path.stat().st_size


def test_weights_of_other_shapes_are_no_products_to_keep(tmp_path: Path) -> None:
    path = feed_forward(tmp_path, layers=1, labels=6)
    model = onnx.load(path)
    number = numpy_helper.from_array(np.array(2, dtype=np.int64), "two")
    vector = numpy_helper.from_array(np.ones(6, dtype=np.float32), "ones")
    model.graph.initializer.extend([number, vector])
    model.graph.node.append(helper.make_node("Gather", ["two", "two"], ["other"], name="number"))
    model.graph.node.append(helper.make_node("MatMul", ["out", "ones"], ["sum"], name="vector"))
    assert small(model.graph) == ["decide"]
