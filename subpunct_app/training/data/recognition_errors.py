"""Which words a recogniser takes for which: those that sound alike and are more common.

A simple noisy channel: how alike two words sound is the Levenshtein distance of their phones, and
of words that sound alike enough a common one is heard rather than a rare one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from subpunct_app.models.features import Column, Features, within_cues
from subpunct_app.models.mark_labels import ENDINGS
from subpunct_app.speech.alignment.pronunciation import read_lexicon
from subpunct_app.training.data.corpus import UNKNOWN_CASE

# Words that may be heard for another, the most common ones, and how many of them are kept.
_HEARD = 20_000
_KEPT = 12
# The share of the longer word's phones that may differ.
_FARTHEST = 0.4
# By how many powers of e each further phone that differs makes a word less likely.
_PER_PHONE = 1.5
# Phones of words that may be missed.
_SHORT = 3
# Words are compared with all others so many at once.
_AT_ONCE = 500
_TINY = 1e-9

Words = NDArray[np.int32]
Phones = tuple[str, ...]
IGNORED = -100
# What becomes of a word; one that is preceded has one word too many before it.
_HEARD_RIGHT, _MISHEARD, _MISSED, _PRECEDED = range(4)
# Where the shares end of words that are misheard and missed; the rest come with one too many.
_FATE_EDGES = np.array([0.5, 0.75])
_REPEATED = 0.5
# Of pieces that are hit: the alpha_sub and alpha_del of the paper. Before the rest comes one more.
_SUBSTITUTED = 0.4
_DELETED = 0.4
Ids = NDArray[np.int64]
Kind = TypeVar("Kind", bound=np.integer)


@dataclass(frozen=True, slots=True)
class Confusions:
    """What may be heard for each word of a vocabulary.

    `others` (words, 12) are numbers in it, `cumulative` (words, 12) their probabilities, summed up
    to 1 along a row. A row of zeros has no word that sounds like it. `missed` (words,) are
    short enough not to be heard at all.
    """

    others: Words
    cumulative: NDArray[np.float32]
    missed: NDArray[np.bool_]

    def heard_for(self, words: Words, random: Words, rng: np.random.Generator) -> Words:
        """Return for each word (n,) one that sounds like it, or else the `random` one (n,)."""
        chosen = (self.cumulative[words] < rng.random((len(words), 1))).sum(axis=1)
        known = chosen < _KEPT
        return np.where(known, self.others[words, np.minimum(chosen, _KEPT - 1)], random)


def find_confusions(vocabulary: Sequence[str], counts: NDArray[np.int64]) -> Confusions:
    """Return what may be heard for the words of a vocabulary that stand so often in a text.

    Words that the lexicon does not know are heard for no other, and none for them.
    """
    lexicon = read_lexicon()
    phones = {at: lexicon[word] for at, word in enumerate(vocabulary) if word in lexicon}
    known = np.array(list(phones), dtype=np.int32)
    others = np.zeros((len(vocabulary), _KEPT), dtype=np.int32)
    cumulative = np.zeros((len(vocabulary), _KEPT), dtype=np.float32)
    missed = np.zeros(len(vocabulary), dtype=np.bool_)
    missed[[number for number, sounds in phones.items() if len(sounds) <= _SHORT]] = True
    common = known[np.argsort(-counts[known], kind="stable")][:_HEARD]
    for some in np.split(known, range(_AT_ONCE, len(known), _AT_ONCE)):
        likely = _likelihoods(some, common, phones) * np.sqrt(counts[common])
        likely = np.pad(likely, ((0, 0), (0, max(0, _KEPT - likely.shape[1]))))
        best = np.argpartition(-likely, _KEPT - 1, axis=1)[:, :_KEPT]
        kept = np.take_along_axis(likely, best, axis=1)
        total = np.maximum(kept.sum(axis=1, keepdims=True), _TINY)
        others[some] = common[np.minimum(best, len(common) - 1)]
        cumulative[some] = (kept / total).cumsum(axis=1)
    return Confusions(others, cumulative, missed)


def _likelihoods(some: Words, common: Words, phones: Mapping[int, Phones]) -> NDArray[np.float64]:
    """Return (some, common) how likely each common word is by its sound alone; 0 for itself."""
    asked, heard = ([phones[number] for number in words] for words in (some, common))
    far = cdist(asked, heard, scorer=Levenshtein.distance, dtype=np.uint8, workers=-1)
    rows, columns = (np.array([len(each) for each in sounds]) for sounds in (asked, heard))
    longer = np.maximum(columns, rows[:, None])
    alike = (far <= np.maximum(1, _FARTHEST * longer)) & (common != some[:, None])
    return np.where(alike, np.exp(-_PER_PHONE * far), 0)


@dataclass(frozen=True, slots=True)
class Span:
    """Words of one window with their marks, cases and openings as in Corpus, each (words,).

    `features` (words, columns) are None where nothing but the words is used.
    """

    words: NDArray[np.int32]
    marks: NDArray[np.uint8]
    cases: NDArray[np.uint8]
    openings: NDArray[np.uint8]
    features: Features | None = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of one window with their labels (IGNORED where they have none), each (pieces,).

    `features` (pieces, columns) stand at the last piece of each word.
    """

    ids: Ids
    marks: Ids
    cases: Ids
    features: Features | None = None


def corrupt_words(
    span: Span,
    pool: NDArray[np.int32],
    rate: float,
    rng: np.random.Generator,
    confusions: Confusions | None = None,
) -> Span:
    """Hit each word with probability `rate`: another word, no word, or one word too many.

    `pool` is running text to draw words from. With `confusions` another word is one that sounds
    alike, and long words are taken for others rather than missed. The mark of a deleted word
    moves to the word before it where none stands there, its opening mark to the word after it,
    the end of a cue to the word before it; half of the insertions repeat the word. The case of
    new words, and of those that begin a sentence only now or no more, is unknown.
    """
    count = len(span.words)
    hit = rng.random(count) < rate
    drawn = np.searchsorted(_FATE_EDGES, rng.random(count), side="right") + _MISHEARD
    fates = np.where(hit, drawn, _HEARD_RIGHT)
    random_words = others = pool[rng.integers(0, len(pool), count)]
    if confusions is not None:
        fates[(fates == _MISSED) & ~confusions.missed[span.words]] = _MISHEARD
        others = confusions.heard_for(span.words, random_words, rng)
    preceded = np.flatnonzero(fates == _PRECEDED)
    repeated = rng.random(len(preceded)) < _REPEATED
    extra = np.where(repeated, span.words[preceded], random_words[preceded])
    missed = fates == _MISSED
    splice = _spliced(missed, preceded)
    marks = splice.of(_moved(span.marks, span.marks > 0, missed), 0)
    openings, later = span.openings[::-1], missed[::-1]
    cases = splice.of(np.where(fates == _MISHEARD, UNKNOWN_CASE, span.cases), UNKNOWN_CASE)
    cases[splice.of(_beginnings(span.marks), 0) != _beginnings(marks)] = UNKNOWN_CASE
    features = span.features
    if features is not None:
        kept = _moved(features, features[:, Column.BREAK], missed)
        features = splice.of(kept, within_cues(features[preceded]))
    return Span(
        splice.of(np.where(fates == _MISHEARD, others, span.words), extra),
        marks,
        cases,
        splice.of(_moved(openings, openings > 0, later)[::-1], 0),
        features,
    )


def corrupt_pieces(pieces: Pieces, unknown: int, rate: float, rng: np.random.Generator) -> Pieces:
    """Hit each piece with probability `rate`, after Alam et al. (2020).

    It becomes the unknown one and keeps its labels, it goes with its labels, or an unknown one
    labelled "no mark" comes before it.
    """
    count = len(pieces.ids)
    hit = rng.random(count) < rate
    kind = rng.random(count)
    substituted = hit & (kind < _SUBSTITUTED)
    deleted = hit & (kind >= _SUBSTITUTED) & (kind < _SUBSTITUTED + _DELETED)
    splice = _spliced(deleted, np.flatnonzero(hit & (kind >= _SUBSTITUTED + _DELETED)))
    return Pieces(
        splice.of(np.where(substituted, unknown, pieces.ids), unknown),
        splice.of(pieces.marks, 0),
        splice.of(pieces.cases, IGNORED),
        None if pieces.features is None else splice.of(pieces.features, 0),
    )


@dataclass(frozen=True, slots=True)
class _Splice:
    """Which items stay, how many are new, and the order of these two put one after the other."""

    stays: Ids
    new: int
    order: Ids

    def of(self, values: NDArray[Kind], new: NDArray[Kind] | int) -> NDArray[Kind]:
        """Return the values (n, ...) of what stays, with new ones or so many times a new one."""
        fresh = np.full((self.new, *values.shape[1:]), new, dtype=values.dtype)
        return np.concatenate([values[self.stays], fresh])[self.order]


def _spliced(deleted: NDArray[np.bool_], preceded: Ids) -> _Splice:
    """Return how to leave some items out, and to put a new one before each of others."""
    stays = np.flatnonzero(~deleted)
    order = np.argsort(np.concatenate([stays * 2 + 1, preceded * 2]), kind="stable")
    return _Splice(stays, len(preceded), order)


def _moved(values: NDArray[Kind], ranks: NDArray[Any], missed: NDArray[np.bool_]) -> NDArray[Kind]:
    """Return values (n, ...) where those of missed words moved to the word before, if outranked."""
    kept, ranks = values.copy(), ranks.copy()
    for at in np.flatnonzero(missed[1:])[::-1] + 1:
        if ranks[at] > ranks[at - 1]:
            kept[at - 1], ranks[at - 1] = kept[at], ranks[at]
    return kept


def _beginnings(marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return 1 for words that begin a sentence; of the first of a window nobody knows: 2."""
    begun = np.full(len(marks), 2, dtype=np.uint8)
    begun[1:] = ENDINGS[marks[:-1]]
    return begun
