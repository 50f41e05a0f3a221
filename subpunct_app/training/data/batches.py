"""Cut a corpus into the windows of one epoch, and hand them to a training loop as batches."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from subpunct_app.models.features import COLUMNS, Column, blank
from subpunct_app.models.mark_labels import ENDINGS, fold_written
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime import interrupts
from subpunct_app.runtime.environment import processor_count
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.data.recognition_errors import (
    IGNORED,
    Confusions,
    Pieces,
    Span,
    corrupt_pieces,
    corrupt_words,
    find_confusions,
)
from subpunct_app.training.data.synthetic_cues import choose_features, text_of, word_looks
from subpunct_app.training.recipes import Recipe

Ids = NDArray[np.int64]

# Sentences of like length that stay together, and among how many times as many they are sought.
_SIDE_BY_SIDE, _POOL = 128, 32
# Rows are padded to a multiple: memory for ever new shapes adds up.
_STEP = 16


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows over a text whose documents were shuffled, in the order they are learned in.

    Window k holds the words `starts[k]` to `ends[k]` of the shuffled text; document d of it
    begins at `begins[d]`, and lies `shifts[d]` further on in the corpus.
    """

    starts: Ids
    ends: Ids
    begins: Ids
    shifts: Ids

    def __len__(self) -> int:
        return len(self.starts)

    def words(self, window: int) -> Ids:
        """Return where the words of a window stand in the corpus."""
        places = np.arange(self.starts[window], self.ends[window])
        documents = np.searchsorted(self.begins, places, side="right") - 1
        return np.asarray(places + self.shifts[documents], dtype=np.int64)


def chunks(
    corpus: Corpus, lengths: NDArray[np.uint16], room: int, rng: np.random.Generator
) -> Windows:
    """Shuffle the documents and pack their words into windows of at most `room` pieces.

    `lengths` counts the pieces of each word of the vocabulary, at most `room`. The first window
    is shorter by chance, so that the cuts fall elsewhere in every epoch.
    """
    sizes = np.diff(corpus.documents)
    order = rng.permutation(len(sizes))
    begins = np.concatenate([[0], np.cumsum(sizes[order])[:-1]])
    shifts = corpus.documents[:-1][order] - begins
    ends = np.empty(len(corpus), dtype=np.int64)
    done = 0
    for begin, shift, size in zip(begins, shifts, sizes[order], strict=True):
        words = corpus.words[begin + shift : begin + shift + size]
        part = ends[begin : begin + size]
        np.cumsum(lengths[words], out=part)
        part += done
        done = int(part[-1])
    first = int(rng.integers(room // 4, room + 1))
    edges = np.fromiter(_packed(ends, 0, len(ends), first, room), dtype=np.int64)
    order = rng.permutation(len(edges))
    return Windows(np.append(0, edges)[order], edges[order], begins, shifts)


def segments(
    corpus: Corpus, lengths: NDArray[np.uint16], room: int, rng: np.random.Generator
) -> Windows:
    """Make each sentence a window of its own, one longer than `room` pieces several."""
    edges = by_sentence(corpus).documents
    ends = np.cumsum(lengths[corpus.words], dtype=np.int64)
    pieces = np.diff(ends[edges[1:] - 1], prepend=0)
    cuts = [
        edge
        for long in np.flatnonzero(pieces > room)
        for edge in list(_packed(ends, int(edges[long]), int(edges[long + 1]), room, room))[:-1]
    ]
    edges = np.union1d(edges, np.array(cuts, dtype=np.int64))
    pieces = np.diff(ends[edges[1:] - 1], prepend=0)
    order, none = _alike_together(pieces, rng), np.zeros(1, dtype=np.int64)
    return Windows(edges[:-1][order], edges[1:][order], none, none)


def by_sentence(corpus: Corpus) -> Corpus:
    """Return a corpus in which each sentence is a document of its own."""
    closing = ENDINGS[corpus.marks]
    closing[corpus.documents[1:] - 1] = True
    return replace(corpus, documents=np.concatenate([[0], np.flatnonzero(closing) + 1]))


def _packed(ends: Ids, start: int, stop: int, first: int, room: int) -> Iterator[int]:
    """Yield where windows over the words `start` to `stop` end; the first has less room."""
    before = int(ends[start - 1]) if start else 0
    limit = before + first
    while start < stop:
        start = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
        start = min(start, stop)
        limit = int(ends[start - 1]) + room
        yield start


def _alike_together(lengths: Ids, rng: np.random.Generator) -> Ids:
    """Shuffle windows, but leave those of like length side by side, so that batches pad little."""
    order = rng.permutation(len(lengths))
    pools = np.arange(len(order)) // (_POOL * _SIDE_BY_SIDE)
    order = order[np.lexsort((lengths[order], pools))]
    blocks = np.arange(0, len(order), _SIDE_BY_SIDE)
    groups = [order[block : block + _SIDE_BY_SIDE] for block in rng.permutation(blocks)]
    return np.concatenate(groups)


_CUTTINGS = {"chunk": chunks, "segment": segments}


class Batch(NamedTuple):
    """Piece ids, 1 where a piece stands, and labels (IGNORED elsewhere), each (windows, pieces).

    A row is as long as the recipe's window, or as the longest sentence where each stands alone.
    `words` counts the labels of marks, `cased` those of cases. `features` (windows, pieces,
    columns) are None where the recipe knows none. The numbers are small ones, of which a process
    sends more at a time.
    """

    pieces: Tensor
    mask: Tensor
    marks: Tensor
    cases: Tensor
    words: int
    cased: int
    features: Tensor | None = None

    def on(self, device: torch.device) -> Batch:
        """Return it on a device, its numbers as int64."""

        def moved(rows: Tensor) -> Tensor:
            return rows.to(device, non_blocking=True).long()

        return self._replace(
            pieces=moved(self.pieces),
            mask=moved(self.mask),
            marks=moved(self.marks),
            cases=moved(self.cases),
            features=None if self.features is None else moved(self.features),
        )


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
        self._letters, self._linking = word_looks(corpus)
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
            looks = (self._letters[span.words], span.marks, self._linking[span.words])
            features = choose_features(
                text_of(*looks), span.marks, span.features, plain=recipe.plain_windows, rng=rng
            )
            span = replace(span, features=features)
        pieces = self._flatten(span)
        if noisy and recipe.noise == "unknown":
            pieces = corrupt_pieces(pieces, self._tokens.unknown, recipe.noise_rate, rng)
        return pieces

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
        pieces = np.full(shape, self._tokens.padding, dtype=np.int32)
        mask = np.zeros(shape, dtype=np.int8)
        marks, cases = np.full((2, *shape), IGNORED, dtype=np.int16)
        features = np.zeros((*shape, COLUMNS), dtype=np.int16) if self._recipe.features else None
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
        return Batch(
            torch.from_numpy(pieces),
            torch.from_numpy(mask),
            torch.from_numpy(marks),
            torch.from_numpy(cases),
            words,
            cased,
            None if features is None else torch.from_numpy(features),
        )


# Batches that each process has ready.
_AHEAD = 4
# More processes hardly make more batches in time, and each holds files open.
_MOST = 16
# On this one a CPU learns itself; a process beside it would only take its turns.
_ALONE = "cpu"
# Batches reach other processes as they are only where these begin as copies of this one.
_COPIED = "fork"


def feed(batches: Batches, numbers: range, device: torch.device) -> Generator[Batch]:
    """Yield the batches of these numbers, one after the other, for a device that learns."""
    yield from feed_by(batches, numbers, processes_for(device))


def feed_by(batches: Batches, numbers: range, processes: int) -> Generator[Batch]:
    """Yield the batches of these numbers as so many processes make them; 0 are this one."""
    if not processes:
        yield from map(batches.batch, numbers)
        return
    # What all need is made once; the processes share it.
    batches.batch(numbers.start)
    loader = DataLoader(
        _BatchDataset(batches),
        batch_size=None,
        sampler=numbers,
        num_workers=processes,
        multiprocessing_context=_COPIED,
        prefetch_factor=_AHEAD,
        worker_init_fn=_leave_signals,
        pin_memory=torch.cuda.is_available(),
    )
    with interrupts.ignoring_interrupts(*interrupts.ENDINGS):
        ahead = iter(loader)
    yield from ahead


def processes_for(device: torch.device) -> int:
    """Return how many processes make batches for a device."""
    known = torch.multiprocessing.get_all_start_methods()
    return 0 if device.type == _ALONE or _COPIED not in known else min(_MOST, processor_count())


def _leave_signals(_number: int) -> None:
    """Let a process outlive what stops its parent, which still needs it for a checkpoint."""
    for request in (signal.SIGINT, *interrupts.ENDINGS):
        signal.signal(request, signal.SIG_IGN)


class _BatchDataset(Dataset[Batch]):
    def __init__(self, batches: Batches) -> None:
        self._batches = batches

    def __getitem__(self, number: int) -> Batch:
        return self._batches.batch(number)
