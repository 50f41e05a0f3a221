"""Eight bits spare what they would harm most."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

from subpunct_app.training.finish.quantise import narrowing, quantise, small, write_int8
from tests.training.graphs import answers, write_graph

_WIDTH = 64
_ROWS = np.arange(300, dtype=np.int64).reshape(10, 30)


def feed_forward(folder: Path, layers: int, labels: int) -> Path:
    """Write layers that widen, hold back what is below nothing, and narrow again, and a head."""
    rng = np.random.default_rng(1)
    weights = {"table": rng.normal(size=(_ROWS.size, _WIDTH))}
    nodes = [helper.make_node("Gather", ["table", "rows"], ["x0"], name="look up")]
    for at in range(layers):
        weights[f"wide{at}"] = rng.normal(size=(_WIDTH, 4 * _WIDTH)) / 8
        weights[f"narrow{at}"] = rng.normal(size=(4 * _WIDTH, _WIDTH)) / 16
        nodes += [
            helper.make_node("MatMul", [f"x{at}", f"wide{at}"], [f"w{at}"], name=f"widen {at}"),
            helper.make_node("Gelu", [f"w{at}"], [f"g{at}"]),
            helper.make_node("MatMul", [f"g{at}", f"narrow{at}"], [f"n{at}"], name=f"narrow {at}"),
            helper.make_node("Add", [f"x{at}", f"n{at}"], [f"x{at + 1}"]),
        ]
    weights["head"] = rng.normal(size=(_WIDTH, labels))
    nodes.append(helper.make_node("MatMul", [f"x{layers}", "head"], ["out"], name="decide"))
    return write_graph(folder / "exact.onnx", nodes, weights)


def test_heads_are_small_and_narrowing_products_come_in_order(tmp_path: Path) -> None:
    graph = onnx.load(feed_forward(tmp_path, layers=5, labels=6)).graph
    assert small(graph) == ["decide"]
    assert narrowing(graph) == [f"narrow {at}" for at in range(5)]


def test_short_tables_are_small_and_long_ones_are_not(tmp_path: Path) -> None:
    tables = {"short": np.ones((31, _WIDTH)), "long": np.ones((32, _WIDTH))}
    nodes = [
        helper.make_node("Gather", [name, "rows"], [f"of {name}"], name=name) for name in tables
    ]
    nodes.append(helper.make_node("Add", ["of short", "of long"], ["out"]))
    path = write_graph(tmp_path / "exact.onnx", nodes, tables)
    assert small(onnx.load(path).graph) == ["short"]


def test_a_graph_in_eight_bits_is_small_and_errs_less_than_all_in_eight(tmp_path: Path) -> None:
    path = feed_forward(tmp_path, layers=6, labels=6)
    quick, quickest = tmp_path / "quick.onnx", tmp_path / "quickest.onnx"
    quantise(path, quick)
    write_int8(path, quickest, ["MatMul", "Gather"])
    assert quick.stat().st_size < 0.35 * path.stat().st_size
    exact = answers(path, _ROWS)
    errors = [np.abs(answers(some, _ROWS) - exact).mean() for some in (quick, quickest)]
    assert errors[0] < 0.9 * errors[1]


def test_the_first_three_narrowing_products_and_the_heads_are_spared(tmp_path: Path) -> None:
    path = feed_forward(tmp_path, layers=5, labels=6)
    quantise(path, tmp_path / "quick.onnx")
    nodes = {node.name: node.op_type for node in onnx.load(tmp_path / "quick.onnx").graph.node}
    blocks = [name for name, kind in nodes.items() if kind == "MatMulNBits"]
    assert [name.removesuffix("_Q8") for name in blocks] == ["narrow 0", "narrow 1", "narrow 2"]
    assert [name for name, kind in nodes.items() if kind == "MatMul"] == ["decide"]


def test_weights_of_other_shapes_are_no_products_to_keep(tmp_path: Path) -> None:
    path = feed_forward(tmp_path, layers=1, labels=6)
    model = onnx.load(path)
    number = numpy_helper.from_array(np.array(2, dtype=np.int64), "two")
    vector = numpy_helper.from_array(np.ones(6, dtype=np.float32), "ones")
    model.graph.initializer.extend([number, vector])
    model.graph.node.append(helper.make_node("Gather", ["two", "two"], ["other"], name="number"))
    model.graph.node.append(helper.make_node("MatMul", ["out", "ones"], ["sum"], name="vector"))
    assert not {"number", "vector"} & {*small(model.graph), *narrowing(model.graph)}
