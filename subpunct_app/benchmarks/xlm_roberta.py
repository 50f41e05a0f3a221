"""XLM-RoBERTa with a label a piece and random weights, in torch and as int8 ONNX."""

from __future__ import annotations

import gc
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from transformers import XLMRobertaConfig, XLMRobertaForTokenClassification

from subpunct_app.models.onnx_runtime import cpu_session
from subpunct_app.training.finish.export import without_advice
from subpunct_app.training.finish.quantise import write_int8

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.benchmarks.peer_size import PeerSize

_SPECIAL = 2
_POSITIONS = 514
# Not the embeddings: to look them up is as fast in fp32, to quantise them takes 3 GB more.
_QUANTISED = ["MatMul", "Gemm"]


@contextmanager
def made(size: PeerSize, windows: Sequence[int], threads: int) -> Iterator[Peer]:
    """Give a peer that runs on so many threads; torch gets its own back."""
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        yield Peer(size, windows, threads)
    finally:
        torch.set_num_threads(before)


class Peer:
    """A network in both forms, and windows of random pieces for them to read."""

    def __init__(self, size: PeerSize, windows: Sequence[int], threads: int) -> None:
        chance = torch.Generator().manual_seed(0)
        room = [min(pieces + _SPECIAL, _POSITIONS - _SPECIAL) for pieces in windows]
        self._windows = [
            torch.randint(5, size.vocabulary, (1, pieces), generator=chance) for pieces in room
        ]
        with tempfile.TemporaryDirectory() as folder:
            # As the embedded model runs.
            self._session = cpu_session(_written(size, Path(folder)), threads)
        self._network = _Labeller(size).eval()

    @torch.inference_mode()
    def run_torch(self) -> list[np.ndarray]:
        """Return the labels (1, pieces) of each window, by torch in fp32."""
        return [self._network(pieces).argmax(-1).numpy() for pieces in self._windows]

    def run_onnx(self) -> list[np.ndarray]:
        """Return the labels (1, pieces) of each window, by onnxruntime in int8."""
        read = (self._session.run(None, {"pieces": window.numpy()}) for window in self._windows)
        return [logits.argmax(-1) for (logits,) in read]


class _Labeller(nn.Module):
    """(windows, pieces) in, (windows, pieces, labels) out; every piece is read."""

    def __init__(self, size: PeerSize) -> None:
        super().__init__()
        config = XLMRobertaConfig(
            vocab_size=size.vocabulary,
            hidden_size=size.width,
            num_hidden_layers=size.layers,
            num_attention_heads=size.heads,
            intermediate_size=size.inner,
            max_position_embeddings=_POSITIONS,
            type_vocab_size=1,
        )
        config.num_labels = size.labels
        self.network = XLMRobertaForTokenClassification(config)

    def forward(self, pieces: Tensor) -> Tensor:
        logits: Tensor = self.network(pieces, torch.ones_like(pieces)).logits
        return logits


def _written(size: PeerSize, folder: Path) -> Path:
    """Write such a network, which is gone before it is quantised, as int8 of free length."""
    exact, path = folder / "exact.onnx", folder / "int8.onnx"
    with without_advice():
        _write_exact(size, exact)
        gc.collect()
        write_int8(exact, path, _QUANTISED)
    return path


def _write_exact(size: PeerSize, path: Path) -> None:
    torch.onnx.export(
        _Labeller(size).eval(),
        (torch.randint(5, 20, (1, 32)),),
        str(path),
        input_names=["pieces"],
        output_names=["labels"],
        dynamic_shapes=({1: torch.export.Dim("length", max=_POSITIONS - _SPECIAL)},),
        dynamo=True,
        # One file of ONNX holds 2 GB at most, and the exact weights take 2.2.
        external_data=True,
        verbose=False,
    )
