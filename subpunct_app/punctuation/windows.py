"""Cut a long text into overlapping windows and average what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.task import Task
from subpunct_app.core.text import Mark
from subpunct_app.punctuation.base import Ids, Probabilities, Punctuator
from subpunct_app.punctuation.calibrate import soften
from subpunct_app.punctuation.labels import CASES

OVERLAP = 0.25
_BATCH = 8
_EDGE = 32


@dataclass(frozen=True, slots=True)
class Prediction:
    """Calibrated probabilities of the mark after and the case of n words.

    `marks` is (n, labels) in the order of `labels`, `cases` (n, 4) in the order of CASES;
    `bias` (labels,) shifts decisions in log space.
    """

    labels: tuple[Mark, ...]
    marks: Probabilities
    cases: Probabilities
    bias: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Window:
    """Words `start` to `end` of a text."""

    start: int
    end: int


def cut(lengths: Sequence[int], room: int, overlap: float = OVERLAP) -> list[Window]:
    """Return windows of at most `room` pieces that share about `overlap` with the one before.

    `lengths` counts the pieces of each word; a word longer than the room stands alone.
    """
    ends = np.cumsum(lengths, dtype=np.int64)
    windows: list[Window] = []
    start = 0
    while start < len(lengths):
        before = int(ends[start - 1]) if start else 0
        end = max(start + 1, int(np.searchsorted(ends, before + room, side="right")))
        windows.append(Window(start, end))
        if end == len(lengths):
            break
        # Not so far back that the next word, however long, would not fit.
        back = max(int(ends[end - 1]) - int(overlap * room), int(ends[end]) - room)
        start = min(end, int(np.searchsorted(ends, back, side="left")) + 1)
    return windows


def predict(
    punctuator: Punctuator, words: Sequence[str], task: Task, *, overlap: float = OVERLAP
) -> Prediction:
    """Return calibrated probabilities for the words of one text; raise Cancelled on request."""
    card = punctuator.card
    room = card.window - 2
    pieces = [part[:room] for part in punctuator.tokens.of(words)]
    windows = cut([len(part) for part in pieces], room, overlap)
    marks = np.zeros((len(words), len(card.labels)), dtype=np.float32)
    cases = np.zeros((len(words), len(CASES)), dtype=np.float32)
    weights = np.zeros((len(words), 1), dtype=np.float32)
    for first in range(0, len(windows), _BATCH):
        task.step(first, len(windows), "Punctuating")
        _add_batch(punctuator, pieces, windows[first : first + _BATCH], (marks, cases, weights))
    task.step(len(windows), len(windows), "Punctuating")
    total: Probabilities = np.maximum(weights, np.float32(1e-9))
    calibration = card.calibration
    return Prediction(
        card.labels,
        soften(marks / total, calibration.mark_temperature),
        soften(cases / total, calibration.case_temperature),
        np.array(calibration.mark_bias or [0.0] * len(card.labels), dtype=np.float32),
    )


def _add_batch(
    punctuator: Punctuator,
    pieces: Sequence[Ids],
    windows: Sequence[Window],
    sums: tuple[Probabilities, Probabilities, Probabilities],
) -> None:
    """Run some windows and add their weighted probabilities to the sums over words."""
    rows = [np.concatenate(pieces[window.start : window.end]) for window in windows]
    ids, mask = _stack(punctuator, rows)
    mark_rows, case_rows = punctuator.predict(ids, mask)
    marks, cases, weights = sums
    for row, window in enumerate(windows):
        lasts = np.cumsum([len(part) for part in pieces[window.start : window.end]])
        firsts = np.concatenate([[0], lasts[:-1]]) + 1
        weight = _weights(window, len(marks))
        span = slice(window.start, window.end)
        marks[span] += weight * mark_rows[row, lasts]
        cases[span] += weight * case_rows[row, firsts]
        weights[span] += weight


def _stack(punctuator: Punctuator, rows: Sequence[Ids]) -> tuple[Ids, Ids]:
    """Return ids and mask (windows, longest + 2) with the special pieces around each row."""
    tokens = punctuator.tokens
    longest = max(len(row) for row in rows) + 2
    ids = np.full((len(rows), longest), tokens.padding, dtype=np.int64)
    mask = np.zeros_like(ids)
    for at, row in enumerate(rows):
        ids[at, : len(row) + 2] = np.concatenate([[tokens.opening], row, [tokens.closing]])
        mask[at, : len(row) + 2] = 1
    return ids, mask


def _weights(window: Window, words: int) -> Probabilities:
    """Trust the words near a cut less: they see little on one side. (words of the window, 1)."""
    count = window.end - window.start
    place = np.arange(count, dtype=np.float32)
    left = place + 1 if window.start else np.full(count, _EDGE, dtype=np.float32)
    right = count - place if window.end < words else np.full(count, _EDGE, dtype=np.float32)
    near = np.minimum(np.minimum(left, right), _EDGE) / _EDGE
    return np.asarray(near, dtype=np.float32)[:, None]
