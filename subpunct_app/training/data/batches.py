"""Stack the windows of a corpus into batches, anew in every epoch.

Everything random is drawn from (seed, epoch, window), so that any step can be made again after
a crash without a stored state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.features import COLUMNS, Column, Features, blank
from subpunct_app.models.labels import fold_written
from subpunct_app.models.tokens import Tokens
from subpunct_app.training.data.confusions import Confusions, find_confusions
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.data.cutting import Windows, chunks, segments
from subpunct_app.training.data.noise import IGNORED, Pieces, Span, corrupt_pieces, corrupt_words
from subpunct_app.training.data.telling import look_of, tell
from subpunct_app.training.recipes import Recipe

__all__ = ["IGNORED", "Batch", "Batches"]

Array = NDArray[np.int64]

_CUTTINGS = {"chunk": chunks, "segment": segments}

# Rows are padded to a multiple: memory for ever new shapes adds up.
_STEP = 16


@dataclass(frozen=True, slots=True)
class Batch:
    """Piece ids, 1 where a piece stands, and labels (IGNORED elsewhere), each (windows, pieces).

    A row is as long as the recipe's window, or as the longest sentence where each stands alone.
    `words` counts the labels of marks, `cased` those of cases. `features` (windows, pieces,
    columns) are None where the recipe knows none.
    """

    pieces: Array
    mask: Array
    marks: Array
    cases: Array
    words: int
    cased: int
    features: Array | None = None


class Batches:
    """All batches of a corpus under a recipe: `epoch_steps` an epoch, `batch(step)` any of them."""

    def __init__(self, corpus: Corpus, tokens: Tokens, recipe: Recipe) -> None:
        self._corpus = corpus
        self._tokens = tokens
        self._recipe = recipe
        self._room = recipe.window - 2
        self._pieces, self._offsets = tokens.table(corpus.vocabulary)
        # Of a word longer than a window only the beginning is read.
        self._lengths = np.minimum(np.diff(self._offsets), self._room).astype(np.uint16)
        self._letters, self._linking = look_of(corpus.vocabulary)
        self._epoch = -1
        self._windows: Windows | None = None

    @cached_property
    def epoch_steps(self) -> int:
        """Return how many batches one pass over the corpus takes, about."""
        if self._recipe.cutting == "segment":
            return -(-len(self._of(0)) // self._recipe.batch)
        pieces = int(self._lengths[self._corpus.words].sum(dtype=np.int64))
        return max(1, pieces // (self._room * self._recipe.batch))

    def batch(self, step: int) -> Batch:
        """Return batch number `step`, counted from 0 over all epochs."""
        epoch, place = divmod(step, self.epoch_steps)
        windows = self._of(epoch)
        first = place * self._recipe.batch
        chosen = [index % len(windows) for index in range(first, first + self._recipe.batch)]
        return self._stack([self._row(windows, index, epoch) for index in chosen])

    def once(self) -> Iterator[Batch]:
        """Yield every window of the first epoch just once; the last batch may be short."""
        windows = self._of(0)
        for first in range(0, len(windows), self._recipe.batch):
            chosen = range(first, min(first + self._recipe.batch, len(windows)))
            yield self._stack([self._row(windows, index, 0) for index in chosen])

    @cached_property
    def _confusions(self) -> Confusions | None:
        """Return what is heard for what in the corpus, where the recipe asks for it."""
        if self._recipe.noise != "sounds":
            return None
        return find_confusions(self._corpus.vocabulary, self._corpus.counts())

    def _of(self, epoch: int) -> Windows:
        """Return the windows of an epoch."""
        if self._windows is None or epoch != self._epoch:
            cut = _CUTTINGS[self._recipe.cutting]
            rng = np.random.default_rng((self._recipe.seed, epoch))
            self._windows = None
            self._windows = cut(self._corpus, self._lengths, self._room, rng)
            self._epoch = epoch
        return self._windows

    def _row(self, windows: Windows, index: int, epoch: int) -> Pieces:
        recipe, corpus, at = self._recipe, self._corpus, windows.words(index)
        rng = np.random.default_rng((recipe.seed, epoch, int(windows.starts[index])))
        span = Span(
            corpus.words[at],
            corpus.marks[at],
            corpus.cases[at],
            corpus.openings[at],
            corpus.features[at] if recipe.features and corpus.features is not None else None,
        )
        noisy = recipe.noise != "none" and rng.random() < recipe.noise_windows
        if noisy and recipe.noise in {"words", "sounds"}:
            rate = rng.random() * recipe.noise_rate
            span = corrupt_words(span, corpus.words, rate, rng, self._confusions)
        if recipe.features:
            span = replace(span, features=self._told(span, rng))
        pieces = self._flatten(span)
        if noisy and recipe.noise == "unknown":
            pieces = corrupt_pieces(pieces, self._tokens.unknown, recipe.noise_rate, rng)
        return pieces

    def _told(self, span: Span, rng: np.random.Generator) -> Features:
        return tell(
            self._letters[span.words],
            span.marks,
            self._linking[span.words],
            span.features,
            plain=self._recipe.plain_windows,
            rng=rng,
        )

    def _flatten(self, span: Span) -> Pieces:
        """Return the pieces of words: marks are read at the last of a word, cases at the first."""
        lengths = self._lengths[span.words].astype(np.int64)
        ends = np.cumsum(lengths)
        fitting = int(np.searchsorted(ends, self._room, side="right"))
        starts, ends, lengths = (ends - lengths)[:fitting], ends[:fitting], lengths[:fitting]
        total = int(lengths.sum())
        offsets = self._offsets[span.words[:fitting]] - starts
        ids = self._pieces[np.arange(total) + np.repeat(offsets, lengths)]
        marks, cases = np.full(total, IGNORED), np.full(total, IGNORED)
        marks[ends - 1] = fold_written(
            span.marks[:fitting], span.openings[:fitting], self._recipe.scheme
        )
        known = span.cases[:fitting] != UNKNOWN_CASE
        cases[starts[known]] = span.cases[:fitting][known]
        if span.features is None:
            return Pieces(ids, marks, cases)
        features = blank(total)
        features[ends - 1] = span.features[:fitting]
        # A mark that is told is not to be learned.
        marks[features[:, Column.MARK] > 0] = IGNORED
        return Pieces(ids, marks, cases, features)

    def _stack(self, rows: Sequence[Pieces]) -> Batch:
        room = self._room
        if self._recipe.cutting == "segment":
            longest = max(len(row.ids) for row in rows)
            room = min(room, -(-longest // _STEP) * _STEP)
        shape = (len(rows), room + 2)
        pieces = np.full(shape, self._tokens.padding, dtype=np.int64)
        mask = np.zeros(shape, dtype=np.int64)
        marks = np.full(shape, IGNORED, dtype=np.int64)
        cases = np.full(shape, IGNORED, dtype=np.int64)
        features = np.zeros((*shape, COLUMNS), dtype=np.int64) if self._recipe.features else None
        for at, row in enumerate(rows):
            end = min(room, len(row.ids)) + 1
            pieces[at, 0] = self._tokens.opening
            pieces[at, 1:end] = row.ids[: end - 1]
            pieces[at, end] = self._tokens.closing
            mask[at, : end + 1] = 1
            marks[at, 1:end] = row.marks[: end - 1]
            cases[at, 1:end] = row.cases[: end - 1]
            if features is not None and row.features is not None:
                features[at, 1:end] = row.features[: end - 1]
        words, cased = (int((labels != IGNORED).sum()) for labels in (marks, cases))
        return Batch(pieces, mask, marks, cases, words, cased, features)
