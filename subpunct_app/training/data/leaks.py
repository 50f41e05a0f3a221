"""Find text that a model would be tested on after it has learned it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from subpunct_app.training.data.corpus import Corpus

RUN = 10

# Words of the train text that are looked through at once.
_CHUNK = 1 << 16
# The sieve knows hashes by so many of their bits: 4 MB, which other runs seldom hit by chance.
_SIEVE_BITS = 22
_SHIFT = np.uint64(64 - _SIEVE_BITS)
# 2^64 by the golden ratio, which spreads like numbers: Knuth, "The art of computer programming",
# volume 3, section 6.4.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)

Words = NDArray[np.int32]
Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Leak:
    """How many different runs of words two texts share, and the first of them to show.

    `shares` counts them by document of the train text, for those that hold any; a run belongs to
    the document that it begins in.
    """

    runs: int = 0
    shares: Mapping[int, int] = field(default_factory=dict)
    example: str = ""


def find_leaks(train: Corpus, held: Corpus, run: int = RUN) -> Leak:
    """Return the runs of so many words that stand in both texts, wherever documents end.

    The held text is hashed run by run; the train text streams by in chunks, so that it may be
    large. What is hashed alike is compared word by word.
    """
    hashes = _hashes(held.words, run)
    if not len(hashes):
        return Leak()
    order = np.argsort(hashes, kind="stable")
    sieve = np.zeros(1 << _SIEVE_BITS, dtype=bool)
    sieve[hashes >> _SHIFT] = True
    sought = _Runs(held.words, hashes[order], order, sieve)
    numbers = _numbers(train.vocabulary, held.vocabulary)
    found = [np.zeros((0, 2), dtype=np.int64)]
    for start in range(0, len(train), _CHUNK):
        words = numbers[train.words[start : start + _CHUNK + run - 1]]
        places, held_places = _matches(words, sought, run)
        documents = np.searchsorted(train.documents, places + start, side="right") - 1
        found.append(np.stack([documents, held_places], axis=1))
    pairs = np.unique(np.concatenate(found), axis=0)
    places = np.unique(pairs[:, 1])
    documents, counts = np.unique(pairs[:, 0], return_counts=True)
    shares = dict(zip(documents.tolist(), counts.tolist(), strict=True))
    first = held.words[places[0] : places[0] + run] if len(places) else ()
    return Leak(len(places), shares, " ".join(held.vocabulary[word] for word in first))


@dataclass(frozen=True, slots=True)
class _Runs:
    """The runs of a text: their hashes in order, and the first word of each in `words`.

    `sieve` is true for the first bits of every hash: a look there spares most searches.
    """

    words: Words
    hashes: Hashes
    places: Places
    sieve: NDArray[np.bool_]


def _numbers(vocabulary: Sequence[str], other: Sequence[str]) -> Words:
    """Return the number of each word in another vocabulary, -1 where it is not in it."""
    known = {word: number for number, word in enumerate(other)}
    return np.array([known.get(word, -1) for word in vocabulary], dtype=np.int32)


def _hashes(words: Words, run: int) -> Hashes:
    """Return a hash of the run that begins at each word."""
    count = max(0, len(words) - run + 1)
    values = (words + 1).astype(np.uint64)
    hashes = np.zeros(count, dtype=np.uint64)
    for at in range(run):
        hashes *= _FACTOR
        hashes += values[at : at + count]
    return hashes


def _matches(words: Words, sought: _Runs, run: int) -> tuple[Places, Places]:
    """Return where the sought runs begin among these words, and where in the sought text."""
    hashes = _hashes(words, run)
    likely = np.flatnonzero(sought.sieve[hashes >> _SHIFT])
    at = np.searchsorted(sought.hashes, hashes[likely])
    at[at == len(sought.hashes)] = 0
    found = sought.hashes[at] == hashes[likely]
    alike, places = likely[found], sought.places[at[found]]
    within = np.arange(run)
    same = words[alike[:, None] + within] == sought.words[places[:, None] + within]
    exact = same.all(axis=1)
    return alike[exact], places[exact]
