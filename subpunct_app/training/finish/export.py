"""Write a trained network as safetensors and as int8 ONNX, and put both in place."""

from __future__ import annotations

import contextlib
import copy
import hashlib
import json
import logging
import shutil
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import onnx
import torch
from onnx import GraphProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import save
from tokenizers import Tokenizer
from torch import Tensor, nn

from subpunct_app.models.blank_encoder import encoder_of
from subpunct_app.models.card import FILE, GRAPH, TOKENIZER, WEIGHTS, ModelCard, write_card
from subpunct_app.models.networks import (
    CrfNetwork,
    EncoderNetwork,
    GapNetwork,
    LookAheadNetwork,
    Network,
)
from subpunct_app.models.torch_runtime import ENCODER_FILE
from subpunct_app.runtime.file_io import atomic_write
from subpunct_app.training.loop.acceleration import traceable_attention
from subpunct_app.training.start.encoders import longest_window

# The windows that a network is traced with, and the pieces of each, if it reads so many.
_TRACED = 2, 256
# Not LSTMs, which carry what eight bits lose on from word to word: without VNNI instructions the
# answers of one were off by up to 0.4.
_QUANTISED = ["MatMul", "Gemm", "Gather"]
# Tables and products with so few rows or columns take hardly any room or time.
_FEW = 32


def export(network: Network, tokenizer: Tokenizer, folder: Path) -> dict[str, str]:
    """Write weights, encoder shape, tokenizer and int8 graph; return their sha256 by name.

    Without an encoder there is no shape to write; a chain over the marks cannot become a graph.
    """
    folder.mkdir(parents=True, exist_ok=True)
    network = network.cpu().float().eval()
    encoder = encoder_of(network)
    names = [WEIGHTS, TOKENIZER]
    halves = {name: value.half().contiguous() for name, value in network.state_dict().items()}
    # `save_file` would make a file that nobody but who trained can read.
    (folder / WEIGHTS).write_bytes(save(halves, metadata={"format": "pt"}))
    (folder / TOKENIZER).write_text(tokenizer.to_str(), encoding="utf-8")
    if encoder is not None:
        names.append(ENCODER_FILE)
        shape = encoder.config.to_diff_dict()
        kept = {name: value for name, value in shape.items() if not name.startswith("_")}
        for name in ("transformers_version", "architectures", "dtype", "torch_dtype"):
            kept.pop(name, None)
        kept["model_type"] = encoder.config.model_type
        stored = json.dumps(kept, indent=2) + "\n"
        (folder / ENCODER_FILE).write_text(stored, encoding="utf-8")
    if not isinstance(network, CrfNetwork):
        names.append(GRAPH)
        _write_graph(network, folder / GRAPH)
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}


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


@contextlib.contextmanager
def empty_folder(folder: Path) -> Iterator[Path]:
    """Give a folder with nothing in it, whatever a crash left there; it is gone in the end."""
    _remove(folder)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        _remove(folder)


def quantise(exact: Path, path: Path) -> None:
    """Write a graph with all weights in eight bits but for heads and short tables."""
    graph = onnx.load(exact, load_external_data=False).graph
    sizes = {weight.name: tuple(weight.dims) for weight in graph.initializer}
    kept = []
    for node in graph.node:
        match node.op_type, [sizes.get(name, ()) for name in node.input]:
            case "Gather", [(rows, *_), *_] if rows < _FEW:
                kept.append(node.name)
            case "MatMul", [_, (_, columns)] if columns < _FEW:
                kept.append(node.name)
    write_int8(exact, path, _QUANTISED, kept)


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


def store_transposed(graph: GraphProto) -> None:
    """Store the weights that a graph transposes as its products take them.

    Where layers share weights, as those of ALBERT do, torch's exporter has the graph transpose them
    each time. Products of what is transposed on the way would never be in eight bits.
    """
    weights = {weight.name: weight for weight in graph.initializer}
    turning = [
        node for node in graph.node if node.op_type == "Transpose" and node.input[0] in weights
    ]
    for node in turning:
        # Without an order of the axes, the node turns them all around.
        order = next((helper.get_attribute_value(one) for one in node.attribute), None)
        values = numpy_helper.to_array(weights[node.input[0]]).transpose(order)
        graph.initializer.append(numpy_helper.from_array(values, node.output[0]))
        graph.node.remove(node)
    used = {name for node in graph.node for name in node.input}
    for name in {node.input[0] for node in turning} - used:
        graph.initializer.remove(weights[name])


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


def _write_graph(network: Network, path: Path) -> None:
    """Trace the network with free batch and length, without a mask, and quantise it."""
    encoder, (windows, length) = encoder_of(network), _TRACED
    if encoder is not None:
        length = min(length, longest_window(encoder))
    inputs = {"pieces": torch.ones(windows, length, dtype=torch.int64)}
    if isinstance(network, GapNetwork) and network.columns:
        inputs["features"] = torch.zeros(windows, length, network.columns, dtype=torch.int64)
    free = {0: torch.export.Dim("windows"), 1: torch.export.Dim("length")}
    with (
        empty_folder(path.parent / "exact") as beside,
        without_advice(),
        traceable_attention(encoder),
    ):
        exact, stored = beside / "exact.onnx", beside / "stored.onnx"
        torch.onnx.export(
            with_graph_lstm(network),
            (),
            str(exact),
            kwargs=inputs,
            input_names=list(inputs),
            output_names=["marks", "cases"],
            dynamic_shapes=dict.fromkeys(inputs, free),
            dynamo=True,
            # One file of ONNX holds 2 GB at most, less than a large encoder before quantising.
            external_data=True,
            verbose=False,
        )
        model = onnx.load(exact)
        store_transposed(model.graph)
        onnx.save(model, stored, save_as_external_data=True, location="stored.weights")
        quantise(stored, path)
    _forget_origins(path)


def _forget_origins(path: Path) -> None:
    """Take out of a graph which files on this machine its nodes were traced from."""
    model = onnx.load(path)
    for part in (model.graph, *model.graph.node, *model.graph.value_info):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    model.ClearField("metadata_props")
    onnx.save(model, path)


def _remove(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(folder)


def with_graph_lstm(network: Network) -> Network:
    """Return a network to export: itself, or a copy whose `lstm` is the ONNX operator."""
    if not isinstance(network, EncoderNetwork | LookAheadNetwork) or network.lstm is None:
        return network
    exported = copy.deepcopy(network)
    exported.add_module("lstm", GraphLstm(network.lstm))
    return exported


class GraphLstm(nn.Module):
    """Stand in for an LSTM with its batch first, while torch.onnx.export traces."""

    def __init__(self, lstm: nn.LSTM) -> None:
        super().__init__()
        self.layers = nn.ModuleList(_Layer(lstm, layer) for layer in range(lstm.num_layers))

    def forward(self, sequence: Tensor, state: None = None) -> tuple[Tensor, None]:
        """Return (windows, length, directions * width) from a fresh state."""
        read = sequence.transpose(0, 1)
        for layer in self.layers:
            read = layer(read)
        return read.transpose(0, 1), None


class _Layer(nn.Module):
    """One layer: weights (directions, 4 * width, inputs or width), both biases in one row."""

    def __init__(self, lstm: nn.LSTM, layer: int) -> None:
        super().__init__()
        ends = [f"_l{layer}", f"_l{layer}_reverse"] if lstm.bidirectional else [f"_l{layer}"]
        kept = lstm.state_dict()
        self.width = lstm.hidden_size
        self.entering = _stacked([kept[f"weight_ih{end}"] for end in ends])
        self.recurrent = _stacked([kept[f"weight_hh{end}"] for end in ends])
        inputs = _stacked([kept[f"bias_ih{end}"] for end in ends])
        before = _stacked([kept[f"bias_hh{end}"] for end in ends])
        self.bias = nn.Parameter(torch.cat([inputs, before], dim=1), requires_grad=False)

    def forward(self, read: Tensor) -> Tensor:
        """Return (length, windows, directions * width) for (length, windows, inputs)."""
        directions = len(self.entering)
        outputs = torch.onnx.ops.symbolic(
            "LSTM",
            (read, self.entering, self.recurrent, self.bias),
            {
                "hidden_size": self.width,
                "direction": "bidirectional" if directions == 2 else "forward",
            },
            dtype=read.dtype,
            shape=(read.shape[0], directions, read.shape[1], self.width),
        )
        return outputs.transpose(1, 2).flatten(2)


def _stacked(directions: list[Tensor]) -> nn.Parameter:
    """Stack weights whose gates torch orders input, forget, cell, output; ONNX i, o, f, c."""
    ordered = []
    for weight in directions:
        entering, forget, cell, output = weight.chunk(4)
        ordered.append(torch.cat([entering, output, forget, cell]))
    return nn.Parameter(torch.stack(ordered), requires_grad=False)
