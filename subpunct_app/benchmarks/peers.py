"""How large the networks are that the embedded model is timed beside."""

from __future__ import annotations

import gc
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from transformers import XLMRobertaConfig, XLMRobertaForTokenClassification

from subpunct_app.benchmarks.measuring import medians, sample_words
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.models.model_registry import load
from subpunct_app.models.onnx_runtime import cpu_session, usual_threads
from subpunct_app.runtime.task import Task
from subpunct_app.training.finish.export import without_advice, write_int8

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORDS = 1_000
# The embedded model reads so many times as many: of the few windows of a short text the last would
# leave a core idle for as long as the others take. The peer keeps all cores busy with each window.
_LONGER = 10
_CHUNK = 230
_OVERLAP = 5
_SPECIAL = 2
_POSITIONS = 514
# Not the embeddings: to look them up is as fast in fp32, to quantise them takes 3 GB more.
_QUANTISED = ["MatMul", "Gemm"]


@dataclass(frozen=True, slots=True)
class PeerSize:
    """How large a peer is; the published sizes unless told otherwise."""

    width: int = 1024
    layers: int = 24
    heads: int = 16
    inner: int = 4096
    vocabulary: int = 250_002
    labels: int = 6


LARGE = PeerSize()


@dataclass(frozen=True, slots=True)
class PeerSpeed:
    """Words a second of the embedded model and of the peer in torch and in onnxruntime.

    `words` is how many the peer read in each form.
    """

    model: str
    words: int
    threads: int
    embedded: float
    torch_fp32: float
    onnx_int8: float

    @property
    def torch_ratio(self) -> float:
        """Return how many times as fast as the peer in torch the embedded model is."""
        return self.embedded / self.torch_fp32

    @property
    def onnx_ratio(self) -> float:
        """Return how many times as fast as the peer in onnxruntime the embedded model is."""
        return self.embedded / self.onnx_int8


def peer_speed(rounds: int, task: Task, *, size: PeerSize = LARGE, words: int = WORDS) -> PeerSpeed:
    """Time all three with as many threads, in turns, the peer on the first words of the text."""
    threads = usual_threads()
    embedded = load(DEFAULT_MODEL, device="cpu", threads=threads)
    text = sample_words(_LONGER * words)
    lengths = [len(pieces) for pieces in embedded.tokens.of(text[:words])]
    windows = [sum(lengths[chunk.start : chunk.stop]) for chunk in chunks(words)]
    task.step(0, rounds, "Making the peer")
    with peer_network(size, windows, threads) as peer:
        times = medians(
            {
                "embedded": lambda: predict(embedded, text, Task()),
                "torch_fp32": peer.run_torch,
                "onnx_int8": peer.run_onnx,
            },
            rounds,
            task,
        )
    read = {"embedded": len(text), "torch_fp32": words, "onnx_int8": words}
    speeds = {name: read[name] / seconds for name, seconds in times.items()}
    return PeerSpeed(embedded.card.id, words, threads, **speeds)


def chunks(words: int) -> Iterator[range]:
    """Yield the words that the peer reads at once: 230, of which 5 were read before."""
    if words <= _CHUNK:
        yield range(words)
        return
    for start in range(0, words, _CHUNK - _OVERLAP):
        if words - start > _OVERLAP:
            yield range(start, min(start + _CHUNK, words))


@contextmanager
def peer_network(size: PeerSize, windows: Sequence[int], threads: int) -> Iterator[Peer]:
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
        torch.onnx.export(
            _Labeller(size).eval(),
            (torch.randint(5, 20, (1, 32)),),
            str(exact),
            input_names=["pieces"],
            output_names=["labels"],
            dynamic_shapes=({1: torch.export.Dim("length", max=_POSITIONS - _SPECIAL)},),
            dynamo=True,
            # One file of ONNX holds 2 GB at most, and the exact weights take 2.2.
            external_data=True,
            verbose=False,
        )
        gc.collect()
        write_int8(exact, path, _QUANTISED)
    return path
