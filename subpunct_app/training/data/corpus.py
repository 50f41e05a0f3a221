"""Punctuated text as arrays: which word, which marks around it, in which case."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subpunct_app.punctuation.tokens import normalise

UNKNOWN_CASE = 255


class Row(NamedTuple):
    """One written word, its marks and case as numbers; see Corpus."""

    word: str
    mark: int
    case: int
    opening: int = 0


@dataclass(frozen=True, slots=True)
class Corpus:
    """A text of n words: index into `vocabulary`, into WRITTEN and into CASES, each (n,).

    `openings` (n,) tells the mark before a word: 0 for none, else counted from 1 in OPENINGS.
    `documents` holds the offsets where documents start, and n at the end. A word takes 7 bytes.
    """

    vocabulary: tuple[str, ...]
    words: NDArray[np.int32]
    marks: NDArray[np.uint8]
    cases: NDArray[np.uint8]
    openings: NDArray[np.uint8]
    documents: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.words)

    def spoken(self) -> list[str]:
        """Return the words themselves."""
        return [self.vocabulary[index] for index in self.words]

    def head(self, words: int) -> Corpus:
        """Return the whole documents that fit in about so many words, at least the first."""
        count = max(1, int(np.searchsorted(self.documents, words, side="right")) - 1)
        count = min(count, len(self.documents) - 1)
        end = int(self.documents[count])
        return Corpus(
            self.vocabulary,
            self.words[:end],
            self.marks[:end],
            self.cases[:end],
            self.openings[:end],
            self.documents[: count + 1],
        )


class CorpusBuilder:
    """Collect the words of a corpus one by one."""

    def __init__(self) -> None:
        self._vocabulary: dict[str, int] = {}
        self._spellings: dict[str, int] = {}
        self._words = array("i")
        self._marks = bytearray()
        self._cases = bytearray()
        self._openings = bytearray()
        self._documents = [0]

    def __len__(self) -> int:
        return len(self._words)

    def add(self, rows: Iterable[Row]) -> None:
        """Add words to the document at hand."""
        known = self._spellings
        for word, mark, case, opening in rows:
            index = known.get(word)
            self._words.append(self._learn(word) if index is None else index)
            self._marks.append(mark)
            self._cases.append(case)
            self._openings.append(opening)

    def end_document(self) -> None:
        """Begin another document unless this one is empty."""
        if len(self._words) > self._documents[-1]:
            self._documents.append(len(self._words))

    def build(self) -> Corpus:
        """Return all words; the builder must not be used afterwards, they share memory."""
        self.end_document()
        return Corpus(
            tuple(self._vocabulary),
            np.frombuffer(self._words, dtype=np.int32),
            np.frombuffer(self._marks, dtype=np.uint8),
            np.frombuffer(self._cases, dtype=np.uint8),
            np.frombuffer(self._openings, dtype=np.uint8),
            np.array(self._documents, dtype=np.int64),
        )

    def _learn(self, word: str) -> int:
        index = self._vocabulary.setdefault(normalise(word), len(self._vocabulary))
        self._spellings[word] = index
        return index
