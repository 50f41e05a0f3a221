"""Punctuated text as arrays: which word, which marks around it, in which case."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, starmap
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subpunct_app.languages.identifier import identify
from subpunct_app.models.features import Features, blank
from subpunct_app.models.mark_labels import CASES
from subpunct_app.models.tokenizer import normalise
from subpunct_app.text.words import in_capitals

UNKNOWN_CASE = 255
# As many words as tell the language of a text.
_SAMPLE = 2000
_USUAL = "en"


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
    `documents` holds the offsets where documents start, and n at the end. `features` (n, columns)
    tell what timed files say of the gap after each word (see `models.features`), all 0 for
    words of other files; None where no file is timed. A word takes 7 bytes without them. `said` is
    the code of the language that somebody says all of it is in.
    """

    vocabulary: tuple[str, ...]
    words: NDArray[np.int32]
    marks: NDArray[np.uint8]
    cases: NDArray[np.uint8]
    openings: NDArray[np.uint8]
    documents: NDArray[np.int64]
    features: Features | None = None
    said: str | None = None

    def __len__(self) -> int:
        return len(self.words)

    def is_marked(self) -> bool:
        """Return whether there is a mark before or after any word."""
        return bool(self.marks.any() or self.openings.any())

    def spoken(self, words: slice = slice(None)) -> list[str]:
        """Return the words themselves, or some of them."""
        return [self.vocabulary[index] for index in self.words[words]]

    def spans(self) -> list[slice]:
        """Return which words each document holds."""
        return list(starmap(slice, pairwise(self.documents.tolist())))

    def language(self, words: slice = slice(None)) -> str | None:
        """Return the code of the language of the text, or of some words; None where none tells."""
        sample = self.words[words][:_SAMPLE]
        return self.said or identify(" ".join(self.vocabulary[index] for index in sample))

    def texts(self) -> Iterator[tuple[slice, list[str], str]]:
        """Yield which words each document holds, the words themselves, and their language.

        Where its own is not plain, it is that of the whole corpus.
        """
        spoken, usual = self.spoken(), self.language() or _USUAL
        for at in self.spans():
            yield at, spoken[at], self.language(at) or usual

    def counts(self) -> NDArray[np.int64]:
        """Return how often each word of the vocabulary occurs."""
        return np.bincount(self.words, minlength=len(self.vocabulary))

    def checksum(self) -> str:
        """Return the sha256 of all that it holds."""
        digest = hashlib.sha256("\n".join(self.vocabulary).encode(errors="surrogatepass"))
        rows = (self.words, self.marks, self.cases, self.openings, self.documents, self.features)
        for row in rows:
            if row is not None:
                digest.update(np.ascontiguousarray(row).data)
        return digest.hexdigest()

    def without(self, documents: Collection[int]) -> Corpus:
        """Return the text less some of its documents, counted from 0."""
        sizes = np.diff(self.documents)
        stays = np.ones(len(sizes), dtype=bool)
        stays[list(documents)] = False
        kept = np.repeat(stays, sizes)
        return self._only(kept, np.concatenate([[0], np.cumsum(sizes[stays])]))

    def head(self, words: int) -> Corpus:
        """Return the first words; the document that they end in is cut there."""
        end = min(words, len(self))
        starts = self.documents[: np.searchsorted(self.documents, end)]
        return self._only(slice(end), np.append(starts, end))

    def divided(self, words: int) -> Corpus:
        """Return the text with a document ending after each further so many words, too."""
        starts = np.union1d(self.documents, np.arange(0, len(self), words))
        return replace(self, documents=starts.astype(np.int64))

    def _only(self, kept: slice | NDArray[np.bool_], documents: NDArray[np.int64]) -> Corpus:
        return Corpus(
            self.vocabulary,
            self.words[kept],
            self.marks[kept],
            self.cases[kept],
            self.openings[kept],
            documents,
            None if self.features is None else self.features[kept],
            self.said,
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
        self._features: list[tuple[int, Features]] = []

    def __len__(self) -> int:
        return len(self._words)

    def add(self, rows: Iterable[Row], features: Features | None = None) -> None:
        """Add words to the document at hand, those of a timed file with their features."""
        if features is not None:
            self._features.append((len(self), features))
        known = self._spellings
        for word, mark, case, opening in rows:
            index = known.get(word)
            self._words.append(self._learn(word) if index is None else index)
            self._marks.append(mark)
            self._cases.append(case)
            self._openings.append(opening)

    def end_document(self) -> None:
        """Begin another document unless this one is empty; forget the case of one in capitals."""
        start, end = self._documents[-1], len(self)
        if start == end:
            return
        if in_capitals({case: self._cases.count(at, start) for at, case in enumerate(CASES)}):
            self._cases[start:] = bytes([UNKNOWN_CASE]) * (end - start)
        self._documents.append(end)

    def build(self) -> Corpus:
        """Return all words; the builder must not be used afterwards, they share memory."""
        self.end_document()
        features = None
        if self._features:
            features = blank(len(self))
            for start, part in self._features:
                features[start : start + len(part)] = part
        return Corpus(
            tuple(self._vocabulary),
            np.frombuffer(self._words, dtype=np.int32),
            np.frombuffer(self._marks, dtype=np.uint8),
            np.frombuffer(self._cases, dtype=np.uint8),
            np.frombuffer(self._openings, dtype=np.uint8),
            np.array(self._documents, dtype=np.int64),
            features,
        )

    def _learn(self, word: str) -> int:
        index = self._vocabulary.setdefault(normalise(word), len(self._vocabulary))
        self._spellings[word] = index
        return index
