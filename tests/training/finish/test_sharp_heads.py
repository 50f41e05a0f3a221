"""Heads that are all but certain stay so, with scores that a processor takes no longer for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import helper

from subpunct_app.training.finish.sharp_heads import soften_heads
from tests.training.graphs import answers, write_graph

_HEADS, _WIDTH = 2, 8
_CHANNELS = _HEADS * _WIDTH
_ROWS = np.arange(40, dtype=np.int64).reshape(2, 20)
_SMALLEST = float(np.finfo(np.float32).tiny)


def attention(folder: Path, sharpness: float) -> Path:
    """Write attention of two heads to themselves, the scores of the second made larger."""
    rng = np.random.default_rng(1)
    query = rng.normal(size=(_ROWS.size, _CHANNELS))
    key = query + rng.normal(size=query.shape) / 9
    query[:, _WIDTH:] *= sharpness
    looks = [
        helper.make_node("Gather", [table, "rows"], [value])
        for table, value in [("queries", "query"), ("keys", "key"), ("values", "value")]
    ]
    attends = helper.make_node(
        "MultiHeadAttention",
        ["query", "key", "value"],
        ["out"],
        name="attend",
        domain="com.microsoft",
        num_heads=_HEADS,
        scale=_WIDTH**-0.5,
    )
    tables = {"queries": query, "keys": key, "values": rng.normal(size=query.shape)}
    path = write_graph(folder / "graph.onnx", [*looks, attends], tables)
    model = onnx.load(path)
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    onnx.save(model, path)
    return path


def shares(path: Path) -> NDArray[np.float64]:
    """Return how much each place attends to each other (heads, rows, places, places)."""
    model = onnx.load(path)
    [node] = [node for node in model.graph.node if node.op_type == "MultiHeadAttention"]
    model.graph.output[0].name = node.input[0]
    onnx.save(model, path.with_name("queries.onnx"))
    model.graph.output[0].name = "key"
    onnx.save(model, path.with_name("keys.onnx"))
    query, key = (
        answers(path.with_name(name), _ROWS).reshape(*_ROWS.shape, _HEADS, _WIDTH)
        for name in ("queries.onnx", "keys.onnx")
    )
    scores = np.einsum("rphw,rqhw->hrpq", query, key).astype(np.float64) * _WIDTH**-0.5
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def test_shares_of_a_sharp_head_are_normal_numbers(tmp_path: Path) -> None:
    path = attention(tmp_path, sharpness=30)
    mild, sharp = shares(path)
    assert (sharp < _SMALLEST).mean() > 0.3
    exact = answers(path, _ROWS)
    soften_heads(path, {"rows": _ROWS})
    again = shares(path)
    assert np.array_equal(again[0], mild)
    assert again[1].min() > _SMALLEST
    assert np.array_equal(again[1].argmax(axis=-1), sharp.argmax(axis=-1))
    assert np.abs(answers(path, _ROWS) - exact).mean() < 0.05


@pytest.mark.parametrize("sharpness", [0, 1, 9])
def test_other_heads_are_left_as_they_are(sharpness: float, tmp_path: Path) -> None:
    path = attention(tmp_path, sharpness)
    exact = answers(path, _ROWS)
    soften_heads(path, {"rows": _ROWS})
    assert np.array_equal(answers(path, _ROWS), exact)
    assert [node.op_type for node in onnx.load(path).graph.node].count("Mul") == 0


def test_what_was_seen_leaves_nothing_behind(tmp_path: Path) -> None:
    path = attention(tmp_path, sharpness=30)
    before = {one.name for one in tmp_path.iterdir()}
    soften_heads(path, {"rows": _ROWS})
    assert {one.name for one in tmp_path.iterdir()} == before | {"graph.onnx.softened"}
