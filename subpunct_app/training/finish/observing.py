"""See what a graph computes on its way, to write it so that eight bits harm it less."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import helper

# Rows that are asked at once: the values within a large encoder take a lot of memory.
_AT_ONCE = 2

Values = dict[str, NDArray[np.float32]]


def observed(
    path: Path, names: Sequence[str], inputs: Mapping[str, NDArray[np.int64]]
) -> Iterator[Values]:
    """Yield the named values (some rows, ...) of a graph, for a few rows of its inputs at a time.

    `inputs` (rows, ...) are what the graph is asked. Its weights take their room on the disk once
    more meanwhile.
    """
    if not names:
        return
    model = onnx.load(path)
    model.graph.output.extend(
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names
    )
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        watched = Path(folder) / path.name
        save(model, watched, "watched")
        session = onnxruntime.InferenceSession(str(watched), providers=["CPUExecutionProvider"])
        for first in range(0, len(next(iter(inputs.values()))), _AT_ONCE):
            some = {name: rows[first : first + _AT_ONCE] for name, rows in inputs.items()}
            yield dict(zip(names, session.run(names, some), strict=True))
        # Some systems remove no file that is still open.
        del session


def peaks(
    path: Path, names: Sequence[str], inputs: Mapping[str, NDArray[np.int64]]
) -> dict[str, NDArray[np.float32]]:
    """Return how large each channel (channels,) of the named values of a graph gets."""
    found: Values = {}
    for values in observed(path, names, inputs):
        for name, value in values.items():
            peak = np.abs(value).reshape(-1, value.shape[-1]).max(axis=0)
            found[name] = np.maximum(peak, found.get(name, peak))
    return found


def save(model: onnx.ModelProto, path: Path, step: str) -> None:
    """Write a graph in the place of the one before, its weights in a file of their own.

    A `step` names that file, as the one of the step before is still being read.
    """
    onnx.save(model, path, save_as_external_data=True, location=f"{path.name}.{step}")
