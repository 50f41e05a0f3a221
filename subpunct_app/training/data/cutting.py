"""Cut a corpus into the windows of one epoch: full ones, or one a sentence.

After Guerreiro, Rei and Batista, "Towards better subtitles" (2021), sections 5.1 and
7.3.1: in packed windows ("chunk") the place of a word tells nothing about marks; in windows of one
sentence ("segment") a network learns little more than that the last word takes a full stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.labels import ENDINGS
from subpunct_app.training.data.corpus import Corpus

Ids = NDArray[np.int64]

# Sentences of like length that stay together, and among how many times as many they are sought.
_SIDE_BY_SIDE, _POOL = 128, 32


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
