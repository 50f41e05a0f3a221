"""Which words a recogniser takes for which: those that sound alike and are more common.

A simple noisy channel: how alike two words sound is the Levenshtein distance of their phones, and
of words that sound alike enough a common one is heard rather than a rare one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from subpunct_app.speech.alignment.pronunciation import read_lexicon

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
    said = _sounds(vocabulary)
    known = np.array(list(said), dtype=np.int32)
    others = np.zeros((len(vocabulary), _KEPT), dtype=np.int32)
    cumulative = np.zeros((len(vocabulary), _KEPT), dtype=np.float32)
    missed = np.zeros(len(vocabulary), dtype=np.bool_)
    missed[[number for number, sounds in said.items() if len(sounds) <= _SHORT]] = True
    common = known[np.argsort(-counts[known], kind="stable")][:_HEARD]
    for some in np.split(known, range(_AT_ONCE, len(known), _AT_ONCE)):
        likely = _likelihoods(some, common, said) * np.sqrt(counts[common])
        likely = np.pad(likely, ((0, 0), (0, max(0, _KEPT - likely.shape[1]))))
        best = np.argpartition(-likely, _KEPT - 1, axis=1)[:, :_KEPT]
        kept = np.take_along_axis(likely, best, axis=1)
        total = np.maximum(kept.sum(axis=1, keepdims=True), _TINY)
        others[some] = common[np.minimum(best, len(common) - 1)]
        cumulative[some] = (kept / total).cumsum(axis=1)
    return Confusions(others, cumulative, missed)


def _sounds(vocabulary: Sequence[str]) -> dict[int, Phones]:
    """Return the phones of the words that the lexicon knows, by their numbers."""
    lexicon = read_lexicon()
    return {number: lexicon[word] for number, word in enumerate(vocabulary) if word in lexicon}


def _likelihoods(some: Words, common: Words, said: Mapping[int, Phones]) -> NDArray[np.float64]:
    """Return (some, common) how likely each common word is by its sound alone; 0 for itself."""
    asked = [said[number] for number in some]
    heard = [said[number] for number in common]
    far = cdist(asked, heard, scorer=Levenshtein.distance, dtype=np.uint8, workers=-1)
    longer = np.maximum(_lengths(heard), _lengths(asked)[:, None])
    alike = (far <= np.maximum(1, _FARTHEST * longer)) & (common != some[:, None])
    return np.where(alike, np.exp(-_PER_PHONE * far), 0)


def _lengths(sounds: Sequence[Phones]) -> NDArray[np.int64]:
    return np.array([len(each) for each in sounds])
