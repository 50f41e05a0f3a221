"""Cut a corpus into windows and stack them into batches, anew in every epoch.

Everything random is drawn from (seed, epoch, window), so that any step can be made again after
a crash without a stored state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from subpunct_app.punctuation.tokens import Tokens
from subpunct_app.training.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.noise import Span, corrupt
from subpunct_app.training.recipes import Recipe

IGNORED = -100

Array = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Batch:
    """Piece ids, 1 where a piece stands, and labels (IGNORED elsewhere), each (windows, pieces)."""

    pieces: Array
    mask: Array
    marks: Array
    cases: Array
    words: int


class Batches:
    """All batches of a corpus under a recipe: `epoch_steps` an epoch, `batch(step)` any of them."""

    def __init__(self, corpus: Corpus, tokens: Tokens, recipe: Recipe) -> None:
        self._corpus = corpus
        self._tokens = tokens
        self._recipe = recipe
        self._pieces, self._offsets = tokens.table(corpus.vocabulary)
        self._epoch = -1
        self._order: Array = np.zeros(0, dtype=np.int64)
        self._windows: list[tuple[int, int]] = []

    @cached_property
    def epoch_steps(self) -> int:
        """Return how many batches one pass over the corpus takes, about."""
        per_window = self._recipe.window - 2
        return max(1, int(self._lengths.sum()) // (per_window * self._recipe.batch))

    @cached_property
    def _lengths(self) -> Array:
        return np.diff(self._offsets)[self._corpus.words]

    def batch(self, step: int) -> Batch:
        """Return batch number `step`, counted from 0 over all epochs."""
        epoch, place = divmod(step, self.epoch_steps)
        self._begin(epoch)
        first = place * self._recipe.batch
        chosen = [
            self._windows[index % len(self._windows)]
            for index in range(first, first + self._recipe.batch)
        ]
        spans = [
            self._span(start, end, np.random.default_rng((self._recipe.seed, epoch, start)))
            for start, end in chosen
        ]
        return self._stack(spans)

    def _begin(self, epoch: int) -> None:
        """Shuffle the documents and cut them at a random phase."""
        if epoch == self._epoch:
            return
        self._epoch = epoch
        rng = np.random.default_rng((self._recipe.seed, epoch))
        edges = self._corpus.documents
        documents = rng.permutation(len(edges) - 1)
        self._order = np.concatenate([np.arange(edges[d], edges[d + 1]) for d in documents])
        ends = np.cumsum(self._lengths[self._order])
        room = self._recipe.window - 2
        windows = []
        start, limit = 0, int(rng.integers(room // 4, room + 1))
        while start < len(ends):
            end = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
            windows.append((start, end))
            start, limit = end, int(ends[end - 1]) + room
        self._windows = [windows[index] for index in rng.permutation(len(windows))]

    def _span(self, start: int, end: int, rng: np.random.Generator) -> Span:
        at = self._order[start:end]
        corpus = self._corpus
        span = Span(corpus.words[at], corpus.marks[at], corpus.cases[at])
        if rng.random() >= self._recipe.noise_windows:
            return span
        return corrupt(span, corpus.words, rng.random() * self._recipe.noise_rate, rng)

    def _stack(self, spans: Sequence[Span]) -> Batch:
        shape = (len(spans), self._recipe.window)
        pieces = np.full(shape, self._tokens.padding, dtype=np.int64)
        mask = np.zeros(shape, dtype=np.int64)
        marks = np.full(shape, IGNORED, dtype=np.int64)
        cases = np.full(shape, IGNORED, dtype=np.int64)
        words = 0
        for row, span in enumerate(spans):
            flat, firsts, lasts = self._flatten(span.words)
            fitting = int(np.searchsorted(lasts, self._recipe.window - 2, side="right"))
            end = int(lasts[fitting - 1])
            pieces[row, 0] = self._tokens.opening
            pieces[row, 1 : end + 1] = flat[:end]
            pieces[row, end + 1] = self._tokens.closing
            mask[row, : end + 2] = 1
            marks[row, lasts[:fitting]] = span.marks[:fitting]
            known = span.cases[:fitting] != UNKNOWN_CASE
            cases[row, firsts[:fitting][known]] = span.cases[:fitting][known]
            words += fitting
        return Batch(pieces, mask, marks, cases, words)

    def _flatten(self, words: NDArray[np.int32]) -> tuple[Array, Array, Array]:
        """Return the pieces of words, and where each word's first and last piece will stand."""
        parts = [self._pieces[self._offsets[w] : self._offsets[w + 1]] for w in words]
        ends = np.cumsum([len(part) for part in parts])
        firsts = np.concatenate([[0], ends[:-1]]) + 1
        return np.concatenate(parts), firsts, ends
