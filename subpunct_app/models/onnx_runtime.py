"""Run a model's int8 ONNX file on the CPU."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from subpunct_app.models.card import GRAPH, TOKENIZER, ModelCard
from subpunct_app.models.punctuator import Ids, Probabilities, softmax
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.environment import processor_count
from subpunct_app.runtime.errors import ModelError

Logits = NDArray[np.float32]

# The fused sum and norm takes four times as long on a CPU as the two apart.
_SLOW_FUSIONS = ["SkipLayerNormFusion"]
_MOST_THREADS = 4
_STATE = onnxruntime.capi.onnxruntime_pybind11_state
# What is raised where there is no memory, too, where a graph is run and where it is opened.
_SHORT = (_STATE.Fail, _STATE.RuntimeException)
# They have no common base; the last is raised at a graph whose damage is in a name.
_ERRORS: tuple[type[Exception], ...] = (
    *(one for one in vars(_STATE).values() if isinstance(one, type) and issubclass(one, Exception)),
    UnicodeDecodeError,
)


class OnnxPunctuator:
    """A Punctuator on onnxruntime that asks about each window by itself.

    Side by side, one on a core, windows take a third less time than a batch on all cores: none
    waits for the others' products, none is padded, and what one computes stays in the cache. So
    the session has one thread, though a window that is asked about alone takes longer by that.
    """

    def __init__(self, card: ModelCard, folder: Path, *, threads: int = 0) -> None:
        self.card = card
        self.tokens = Tokens.load(folder / TOKENIZER)
        self.runs_on = "int8, CPU"
        self._session = _session(folder / GRAPH)
        if not _fits(self._session, card):
            raise ModelError(
                f"The model file {GRAPH} is not what the card of {card.id} says.",
                "Install the model again.",
            )
        self._inputs = [wanted.name for wanted in self._session.get_inputs()]
        self._callers = ThreadPoolExecutor(threads or usual_threads(), "window")

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        """Return probabilities of marks and cases, as Punctuator says."""
        given = {"pieces": pieces, "mask": mask}
        columns = self.card.network.features
        if columns:
            nothing = np.zeros((*pieces.shape, columns), dtype=np.int64)
            given["features"] = nothing if features is None else features

        def ask(row: int) -> list[Logits]:
            window = slice(row, row + 1), slice(int(mask[row].sum()))
            asked = {name: given[name][window] for name in self._inputs}
            try:
                found = self._session.run(None, asked)
            except _ERRORS as error:
                wrong = f"The files of the model {self.card.id} do not fit together"
                raise _refusal(wrong, error) from error
            return [np.asarray(logits, dtype=np.float32) for logits in found]

        try:
            parts = self._callers.map(ask, range(len(pieces)))
        except RuntimeError as error:
            raise ModelError(
                "The system starts no more threads here.",
                "Close other programs, or allow more memory and processes (ulimit -v, -u).",
            ) from error
        marks, cases = (_padded(part, pieces.shape[1]) for part in zip(*parts, strict=True))
        return softmax(marks), softmax(cases)


def _fits(session: onnxruntime.InferenceSession, card: ModelCard) -> bool:
    """Return whether a graph takes and gives what a card says, as far as it tells sizes at all."""
    columns, labels = card.network.features, len(card.labels) + len(card.openings)
    widths = {"features": columns} if columns else {}
    taken = {one.name: one.shape for one in session.get_inputs()}
    given = [one.shape for one in session.get_outputs()]
    if not taken.keys() <= {"pieces", "mask", *widths} or len(given) != 2:
        return False
    pairs = [(given[0], labels), *((taken[name], widths[name]) for name in taken if name in widths)]
    return all(shape[-1:] == [size] or _is_open(shape) for shape, size in pairs)


def _is_open(shape: Sequence[int | str | None]) -> bool:
    return not shape or not isinstance(shape[-1], int)


def _padded(rows: Sequence[Logits], length: int) -> Logits:
    """Return (windows, length, labels) for as many rows (1, pieces, labels), 0 after their ends."""
    filled = np.zeros((len(rows), length, rows[0].shape[-1]), dtype=np.float32)
    for row, part in enumerate(rows):
        filled[row, : part.shape[1]] = part[0]
    return filled


def usual_threads() -> int:
    """Return how many threads a model takes on this machine unless told otherwise."""
    return min(_MOST_THREADS, processor_count())


def cpu_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """Open a graph on the CPU, set up as is quickest there."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that spin while they wait take the second core away from everybody else.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(
        _as_utf8(path),
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=_SLOW_FUSIONS,
        # Before it tried the same again, it would print what failed to stdout.
        enable_fallback=0,
    )


def _as_utf8(path: Path) -> str | bytes:
    """Return a path as onnxruntime spells it, in UTF-8 whatever the locale, else what lies there.

    The file itself would do always, but takes as much memory again.
    """
    try:
        return os.fsencode(path).decode("utf-8")
    except UnicodeDecodeError:
        return path.read_bytes()


def _session(path: Path) -> onnxruntime.InferenceSession:
    if not path.is_file():
        raise ModelError(f"{path.parent.name} has no {path.name}.", "Install the model again.")
    try:
        return cpu_session(path, threads=1)
    except _ERRORS as error:
        raise _refusal(f"The model file {path.name} is damaged", error) from error


def _refusal(wrong: str, error: Exception) -> ModelError:
    if isinstance(error, _SHORT):
        return ModelError(
            f"{wrong}, or memory is short.", "Close other programs, or install the model again."
        )
    return ModelError(f"{wrong}.", "Install the model again.")
