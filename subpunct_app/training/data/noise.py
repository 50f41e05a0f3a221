"""Errors that a speech recogniser makes, for training on clean text.

The augmentation of Alam, Khan and Alam, "Punctuation restoration using transformer models for
high- and low-resource languages" (2020), section 4.1.2, on pieces and with the unknown token as
in the paper (`corrupt_pieces`), and a relative of it with whole and real words (`corrupt_words`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.punctuation.features import COLUMNS, Column, Features, within_cues
from subpunct_app.training.data.confusions import Confusions

IGNORED = -100

_WORD_SUBSTITUTED = 0.5
_WORD_DELETED = 0.25
_SUBSTITUTED = 0.4
_DELETED = 0.4

Ids = NDArray[np.int64]


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
    the end of a cue to the word before it; half of the insertions repeat the word.
    """
    count = len(span.words)
    hit = rng.random(count) < rate
    kind = rng.random(count)
    random_words = pool[rng.integers(0, len(pool), count)]
    words, marks, openings = span.words.copy(), span.marks.copy(), span.openings.copy()

    swapped = hit & (kind < _WORD_SUBSTITUTED)
    deleted = hit & (kind >= _WORD_SUBSTITUTED) & (kind < _WORD_SUBSTITUTED + _WORD_DELETED)
    if confusions is not None:
        swapped |= deleted & ~confusions.missed[words]
        deleted &= confusions.missed[words]
        other_words = confusions.heard_for(words, random_words, rng)
    else:
        other_words = random_words
    words[swapped] = other_words[swapped]
    for at in np.flatnonzero(deleted[1:] & (marks[1:] > 0) & (marks[:-1] == 0)) + 1:
        marks[at - 1] = marks[at]
    for at in np.flatnonzero(deleted[:-1] & (openings[:-1] > 0) & (openings[1:] == 0)):
        openings[at + 1] = openings[at]

    inserted = np.flatnonzero(hit & (kind >= _WORD_SUBSTITUTED + _WORD_DELETED))
    extra = np.where(rng.random(len(inserted)) < 0.5, words[inserted], random_words[inserted])
    kept, order = _survivors(deleted, inserted)
    nothing = np.zeros(len(inserted), dtype=np.uint8)
    return Span(
        np.concatenate([words[kept], extra])[order],
        np.concatenate([marks[kept], nothing])[order],
        np.concatenate([span.cases[kept], nothing])[order],
        np.concatenate([openings[kept], nothing])[order],
        None if span.features is None else _heard_features(span.features, deleted, inserted)[order],
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
    inserted = np.flatnonzero(hit & (kind >= _SUBSTITUTED + _DELETED))
    kept, order = _survivors(deleted, inserted)

    def with_new(values: Ids, new: int) -> Ids:
        return np.concatenate([values[kept], np.full(len(inserted), new)])[order]

    return Pieces(
        with_new(np.where(substituted, unknown, pieces.ids), unknown),
        with_new(pieces.marks, 0),
        with_new(pieces.cases, IGNORED),
        None
        if pieces.features is None
        else np.concatenate(
            [pieces.features[kept], np.zeros_like(pieces.features, shape=(len(inserted), COLUMNS))]
        )[order],
    )


def _heard_features(features: Features, deleted: NDArray[np.bool_], inserted: Ids) -> Features:
    """Return the rows of the words that stay, the new ones after them, not in order yet."""
    moved = features.copy()
    for at in np.flatnonzero(deleted[1:])[::-1] + 1:
        if moved[at, Column.BREAK] > moved[at - 1, Column.BREAK]:
            moved[at - 1] = moved[at]
    return np.concatenate([moved[~deleted], within_cues(features[inserted])])


def _survivors(deleted: NDArray[np.bool_], inserted: Ids) -> tuple[Ids, Ids]:
    """Return what is not deleted, and the order of these with new ones put before `inserted`."""
    kept = np.flatnonzero(~deleted)
    order = np.argsort(np.concatenate([kept * 2 + 1, inserted * 2]), kind="stable")
    return kept, order
