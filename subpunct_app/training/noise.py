"""Errors that a speech recogniser makes, for training on clean text.

A word-level relative of the augmentation of Alam, Khan and Alam, "Punctuation restoration using
transformer models for high- and low-resource languages" (2020), section 3.3: substitution,
deletion and insertion, here with real words instead of the unknown token.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_SUBSTITUTED = 0.5
_DELETED = 0.25


@dataclass(frozen=True, slots=True)
class Span:
    """Words of one window with their marks and cases, each (words,)."""

    words: NDArray[np.int32]
    marks: NDArray[np.uint8]
    cases: NDArray[np.uint8]


def corrupt(span: Span, pool: NDArray[np.int32], rate: float, rng: np.random.Generator) -> Span:
    """Hit each word with probability `rate`: another word, no word, or one word too many.

    `pool` is running text to draw words from. The mark of a deleted word moves to the word
    before it where none stands there; half of the insertions repeat the word.
    """
    count = len(span.words)
    hit = rng.random(count) < rate
    kind = rng.random(count)
    random_words = pool[rng.integers(0, len(pool), count)]
    words, marks = span.words.copy(), span.marks.copy()

    swapped = hit & (kind < _SUBSTITUTED)
    words[swapped] = random_words[swapped]

    deleted = hit & (kind >= _SUBSTITUTED) & (kind < _SUBSTITUTED + _DELETED)
    for at in np.flatnonzero(deleted[1:] & (marks[1:] > 0) & (marks[:-1] == 0)) + 1:
        marks[at - 1] = marks[at]

    inserted = np.flatnonzero(hit & (kind >= _SUBSTITUTED + _DELETED))
    extra = np.where(rng.random(len(inserted)) < 0.5, words[inserted], random_words[inserted])
    kept = np.flatnonzero(~deleted)
    order = np.argsort(np.concatenate([kept * 2 + 1, inserted * 2]), kind="stable")
    lower = np.zeros(len(inserted), dtype=np.uint8)
    return Span(
        np.concatenate([words[kept], extra])[order],
        np.concatenate([marks[kept], lower])[order],
        np.concatenate([span.cases[kept], lower])[order],
    )
