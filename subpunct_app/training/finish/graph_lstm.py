"""Write an LSTM as the ONNX operator of that name.

torch's exporter runs an LSTM step by step to learn its shapes, and so fixes the length of the
text to that of the example.
"""

from __future__ import annotations

import copy

import torch
from torch import Tensor, nn

from subpunct_app.models.networks import EncoderNetwork, LookAheadNetwork, Network


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
