"""The words of a document, the gaps between them, and every place where they stand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from subpunct_app.core.text import Gap, Word
from subpunct_app.subtitles.document import Document


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word stands in a cue, and where the marks after it do; offsets as in Gap."""

    cue: int
    word: int
    start: int
    end: int
    gap_start: int
    gap_end: int


@dataclass(frozen=True, slots=True)
class Transcript:
    """The words of a document and the gaps around them; n words have n + 1 gaps.

    Rolling captions show a line again in the next cues. Such a line counts once: `words` and
    `gaps` are where it stands first, `copies` where it stands again, in the order of the file.
    """

    document: Document
    words: tuple[Word, ...]
    gaps: tuple[Gap, ...]
    copies: tuple[Place, ...] = ()

    def words_of(self, cue: int) -> range:
        """Return the indices of the words that stand in a cue, be it again."""
        new, copies = self._new_words(cue), self._copies(cue)
        return range(copies[0].word, new.stop) if copies else new

    def gaps_of(self, cue: int) -> range:
        """Return the indices of the gaps drawn in a cue: one after each word, and gap 0."""
        words = self.words_of(cue)
        if not words:
            return range(0)
        return range(words.start + 1 if words.start else 0, words.stop + 1)

    def places_of(self, cue: int) -> Iterator[Place]:
        """Yield where the words of a cue stand in it."""
        yield from self._copies(cue)
        for index in self._new_words(cue):
            word, gap = self.words[index], self.gaps[index + 1]
            yield Place(cue, index, word.start, word.end, gap.start, gap.end)

    def cues_of(self, gap: int) -> set[int]:
        """Return the cues that an edit of a gap can change: its mark's and the next word's."""
        found: set[int] = set()
        for word in (gap - 1, gap):
            if 0 <= word < len(self.words):
                found.update(self._cues_with(word))
        return found

    def _new_words(self, cue: int) -> range:
        key = attrgetter("cue")
        return range(
            bisect_left(self.words, cue, key=key), bisect_left(self.words, cue + 1, key=key)
        )

    def _copies(self, cue: int) -> Sequence[Place]:
        key = attrgetter("cue")
        return self.copies[
            bisect_left(self.copies, cue, key=key) : bisect_left(self.copies, cue + 1, key=key)
        ]

    def _cues_with(self, word: int) -> Iterator[int]:
        """Yield the cues that show a word; a line rolls through cues that follow each other."""
        cue = self.words[word].cue
        yield cue
        key = attrgetter("cue", "word")
        at = bisect_left(self.copies, (cue + 1, word), key=key)
        while at < len(self.copies) and key(self.copies[at]) == (cue + 1, word):
            cue += 1
            yield cue
            at = bisect_left(self.copies, (cue + 1, word), key=key)
