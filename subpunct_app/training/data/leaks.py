"""Find text that a model would be tested on after it has learned it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.labels import ENDINGS
from subpunct_app.training.data.corpus import Corpus

RUN = 10
# What is shorter is said by everybody: "thank you very much".
_SHORTEST_SENTENCE = 5

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
    the document that it begins in. `sentences` counts different short ones that stand in both
    as a whole. `share` is the part of the held text that is in either, `repeats` are the short
    documents of the train text that stand in the held one as a whole.
    """

    runs: int = 0
    shares: Mapping[int, int] = field(default_factory=dict)
    example: str = ""
    sentences: int = 0
    share: float = 0.0
    repeats: frozenset[int] = frozenset()


def find_leaks(train: Corpus, held: Corpus, run: int = RUN) -> Leak:
    """Return the runs of so many words that stand in both texts, wherever documents end.

    Sentences and documents of five words to less than two runs are found as a whole, too.
    """
    numbers = _numbers(train.vocabulary, held.vocabulary)
    pairs = _shared_runs(train, held, numbers, run)
    places = np.unique(pairs[:, 1])
    documents, counts = np.unique(pairs[:, 0], return_counts=True)
    passages = [(at, run) for at in places.tolist()]
    repeats: set[int] = set()
    sentences, held_sentences = _sentences(train, 2 * run), _sentences(held, 2 * run)
    for length, said in held_sentences.items():
        learned = numbers[_rows(train, sentences[length], length)]
        judged = _rows(held, said, length)
        passages += [(at, length) for at in said[_among(judged, learned)].tolist()]
        starts = sentences[length][_among(learned, judged)]
        repeats |= _whole_documents(train, starts, length)
    return Leak(
        len(places),
        dict(zip(documents.tolist(), counts.tolist(), strict=True)),
        _example(held, passages),
        _different(held, passages[len(places) :]),
        _share(held, passages),
        frozenset(repeats),
    )


def _shared_runs(train: Corpus, held: Corpus, numbers: Words, run: int) -> Places:
    """Return the train document and the place in the held text (n, 2) of each shared run.

    The held text is hashed run by run; the train text streams by in chunks, so that it may be
    large. What is hashed alike is compared word by word.
    """
    found = [np.zeros((0, 2), dtype=np.int64)]
    hashes = _hashes(held.words, run)
    if not len(hashes):
        return found[0]
    order = np.argsort(hashes, kind="stable")
    sieve = np.zeros(1 << _SIEVE_BITS, dtype=bool)
    sieve[hashes >> _SHIFT] = True
    sought = _Runs(held.words, hashes[order], order, sieve)
    for start in range(0, len(train), _CHUNK):
        words = numbers[train.words[start : start + _CHUNK + run - 1]]
        places, held_places = _matches(words, sought, run)
        documents = np.searchsorted(train.documents, places + start, side="right") - 1
        found.append(np.stack([documents, held_places], axis=1))
    return np.unique(np.concatenate(found), axis=0)


def _sentences(text: Corpus, longest: int) -> dict[int, Places]:
    """Return where the sentences of each length up to another begin.

    A document is one, too, whatever marks are in it.
    """
    ends = np.union1d(np.flatnonzero(ENDINGS[text.marks]) + 1, text.documents)
    starts = np.concatenate([ends[:-1], text.documents[:-1]])
    lengths = np.concatenate([np.diff(ends), np.diff(text.documents)])
    wanted = range(_SHORTEST_SENTENCE, longest)
    return {length: np.unique(starts[lengths == length]) for length in wanted}


def _rows(text: Corpus, starts: Places, length: int) -> Words:
    """Return so many words (n, length) from each start on."""
    rows: Words = text.words[starts[:, None] + np.arange(length)]
    return rows


def _among(rows: Words, others: Words) -> NDArray[np.bool_]:
    """Tell which rows of words are also among others; words that nobody knows are below 0."""
    known = (rows >= 0).all(axis=1)
    sought = {row.tobytes() for row in others}
    found = np.zeros(len(rows), dtype=bool)
    found[known] = [row.tobytes() in sought for row in rows[known]]
    return found


def _whole_documents(text: Corpus, starts: Places, length: int) -> set[int]:
    """Return the documents that are no more than one of the sentences that begin there."""
    documents = np.searchsorted(text.documents, starts, side="right") - 1
    begin, end = text.documents[documents], text.documents[documents + 1]
    return set(documents[(begin == starts) & (end == starts + length)].tolist())


def _different(text: Corpus, passages: Sequence[tuple[int, int]]) -> int:
    return len({text.words[at : at + length].tobytes() for at, length in passages})


def _share(text: Corpus, passages: Iterable[tuple[int, int]]) -> float:
    """Return the part of a text that is in some of its passages."""
    shared = np.zeros(len(text), dtype=bool)
    for at, length in passages:
        shared[at : at + length] = True
    return float(shared.mean())


def _example(text: Corpus, passages: Sequence[tuple[int, int]]) -> str:
    if not passages:
        return ""
    at, length = passages[0]
    return " ".join(text.spoken(slice(at, at + length)))


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
