"""Write a trained network as safetensors and as int8 ONNX, and put both in place."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import shutil
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import GraphProto
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import save
from tokenizers import Tokenizer
from transformers import PreTrainedConfig

from subpunct_app.models.card import FILE, GRAPH, TOKENIZER, WEIGHTS, ModelCard, write_card
from subpunct_app.models.networks import CrfNetwork, GapNetwork, Network, encoder_of
from subpunct_app.models.tokens import Tokens
from subpunct_app.models.torch_runtime import ENCODER_FILE
from subpunct_app.runtime.file_io import atomic_write
from subpunct_app.training.finish.graph_lstm import with_graph_lstm
from subpunct_app.training.finish.outliers import tame_outliers
from subpunct_app.training.finish.sharp_heads import soften_heads
from subpunct_app.training.finish.size_groups import part_by_size
from subpunct_app.training.finish.turned_weights import turn_weights
from subpunct_app.training.loop.acceleration import traceable_attention
from subpunct_app.training.start.encoders import longest_window


@contextlib.contextmanager
def cleared(folder: Path) -> Iterator[Path]:
    """Give a folder with nothing in it, whatever a crash left there; it is gone in the end."""
    _remove(folder)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        _remove(folder)


def place(card: ModelCard, made: Path, out: Path) -> None:
    """Write the card of a model beside its files, and move all of them to where it is to be.

    While they take the places of those before there is no card, and so no finished model; then
    nothing is written any more for which a disk might be too full.
    """
    write_card(card, made)
    with contextlib.ExitStack() as places:
        # They are left in turn, so that the card comes last.
        for name in (FILE, *card.files):
            shutil.move(made / name, places.enter_context(atomic_write(out / name)))
        (out / FILE).unlink(missing_ok=True)


def _remove(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(folder)


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


# Pieces of a row that shows what is large in a graph, and how far scores lie apart.
_ROW = 256


def export(
    network: Network, tokenizer: Tokenizer, folder: Path, sample: Sequence[str]
) -> dict[str, str]:
    """Write weights, encoder shape, tokenizer and int8 graph; return their sha256 by name.

    Some words of text, the `sample`, show which channels of the graph are large. Without an
    encoder there is no shape to write; a chain over the marks cannot become a graph.
    """
    folder.mkdir(parents=True, exist_ok=True)
    network = network.cpu().float().eval()
    encoder = encoder_of(network)
    names = [WEIGHTS, TOKENIZER]
    _write_weights(network, folder / WEIGHTS)
    (folder / TOKENIZER).write_text(tokenizer.to_str(), encoding="utf-8")
    if encoder is not None:
        names.append(ENCODER_FILE)
        _write_shape(encoder.config, folder / ENCODER_FILE)
    if not isinstance(network, CrfNetwork):
        names.append(GRAPH)
        length = _ROW if encoder is None else min(_ROW, longest_window(encoder))
        rows = _rows(Tokens.load(folder / TOKENIZER), sample, length)
        _write_graph(network, rows, folder / GRAPH)
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}


def _write_weights(network: Network, path: Path) -> None:
    halves = {name: value.half().contiguous() for name, value in network.state_dict().items()}
    # `save_file` would make a file that nobody but who trained can read.
    path.write_bytes(save(halves, metadata={"format": "pt"}))


def _write_shape(config: PreTrainedConfig, path: Path) -> None:
    shape = config.to_diff_dict()
    kept = {name: value for name, value in shape.items() if not name.startswith("_")}
    for name in ("transformers_version", "architectures", "dtype", "torch_dtype"):
        kept.pop(name, None)
    kept["model_type"] = config.model_type
    path.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def _rows(tokens: Tokens, words: Sequence[str], length: int) -> NDArray[np.int64]:
    """Return the pieces of a text in rows (rows, length) between the special ones.

    The last one goes on from the start of the text.
    """
    pieces = np.concatenate([[tokens.unknown], *tokens.of(words)])
    room = length - 2
    pieces = np.resize(pieces, (2 + len(pieces) // room, room))
    return np.pad(
        pieces, ((0, 0), (1, 1)), constant_values=((0, 0), (tokens.opening, tokens.closing))
    ).astype(np.int64)


def _write_graph(network: Network, rows: NDArray[np.int64], path: Path) -> None:
    """Trace the network with free batch and length, without a mask, and quantise it."""
    inputs = {"pieces": rows}
    if isinstance(network, GapNetwork) and network.columns:
        inputs["features"] = np.zeros((*rows.shape, network.columns), dtype=np.int64)
    free = {0: torch.export.Dim("windows"), 1: torch.export.Dim("length")}
    with (
        cleared(path.parent / "exact") as beside,
        without_advice(),
        traceable_attention(encoder_of(network)),
    ):
        exact = beside / "exact.onnx"
        torch.onnx.export(
            with_graph_lstm(network),
            (),
            str(exact),
            kwargs={name: torch.from_numpy(values[:2]) for name, values in inputs.items()},
            input_names=list(inputs),
            output_names=["marks", "cases"],
            dynamic_shapes=dict.fromkeys(inputs, free),
            dynamo=True,
            # One file of ONNX holds 2 GB at most, less than a large encoder before quantising.
            external_data=True,
            verbose=False,
        )
        turn_weights(exact)
        soften_heads(exact, inputs)
        part_by_size(exact, inputs)
        tame_outliers(exact, inputs)
        quantise(exact, path)
    _forget_origins(path)


def _forget_origins(path: Path) -> None:
    """Take out of a graph which files on this machine its nodes were traced from."""
    model = onnx.load(path)
    for part in (model.graph, *model.graph.node, *model.graph.value_info):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    model.ClearField("metadata_props")
    onnx.save(model, path)


@contextlib.contextmanager
def without_advice() -> Iterator[None]:
    """Keep what the exporters tell their own developers off the user's terminal."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
