"""Run a model's int8 ONNX file on the CPU."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import onnxruntime

from subpunct_app.core.errors import ModelError
from subpunct_app.punctuation.base import Ids, Probabilities, softmax
from subpunct_app.punctuation.card import ModelCard
from subpunct_app.punctuation.tokens import Tokens

FILE = "model.onnx"

# What so many windows compute stays in a processor's cache.
_AT_ONCE = 4
# The fused sum and norm takes four times as long on a CPU as the two apart.
_SLOW_FUSIONS = ["SkipLayerNormFusion"]


class OnnxPunctuator:
    """A Punctuator on onnxruntime."""

    def __init__(self, card: ModelCard, folder: Path, *, threads: int = 0) -> None:
        self.card = card
        self.tokens = Tokens.load(folder / "tokenizer.json")
        self.runs_on = "int8, CPU"
        self._session = _session(folder / FILE, threads)

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        """Return probabilities of marks and cases, as Punctuator says."""
        inputs = {"pieces": pieces, "mask": mask}
        columns = self.card.network.features
        if columns:
            nothing = np.zeros((*pieces.shape, columns), dtype=np.int64)
            inputs["features"] = nothing if features is None else features
        some = (slice(at, at + _AT_ONCE) for at in range(0, len(pieces), _AT_ONCE))
        parts = [
            self._session.run(None, {name: rows[windows] for name, rows in inputs.items()})
            for windows in some
        ]
        marks, cases = (np.concatenate(part) for part in zip(*parts, strict=True))
        return softmax(marks), softmax(cases)


def cpu_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """Open a graph on the CPU, set up as is quickest there."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that spin while they wait take the second core away from everybody else.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=_SLOW_FUSIONS
    )


def _session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    if not path.is_file():
        raise ModelError(f"{path.parent.name} has no {path.name}.", "Install the model again.")
    try:
        return cpu_session(path, threads or min(4, os.cpu_count() or 1))
    except (
        onnxruntime.capi.onnxruntime_pybind11_state.InvalidProtobuf,
        onnxruntime.capi.onnxruntime_pybind11_state.InvalidGraph,
        onnxruntime.capi.onnxruntime_pybind11_state.Fail,
    ) as error:
        raise ModelError(
            f"The model file {path.name} is damaged.", "Install the model again."
        ) from error
