"""The words of a document, the gaps between them, and every place where they stand."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from subpunct_app.languages.language_data import language_data
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.reading.labels import LabelCounts, SpeakerLabels
from subpunct_app.subtitles.reading.rolling import ROWS
from subpunct_app.text.words import Gap, Word

# Signs at more words than this before the end of a sentence have nothing to do with it.
REACH = 60


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
    `language` is a code that says how marks are written. `openings` holds the words that a model
    sees an opening sign before, the sign, and how sure it is. `unread` is where cues hold lines in
    another language, offsets as in Gap, and `other_language` the code of that. `labels` tell how
    the file names its speakers, as its `label_counts` do. Where cues stand `apart`, none shows
    lines again or two languages. `passages` holds the cues that were punctuated in another
    language, each with its code.
    """

    document: Document
    words: Sequence[Word]
    gaps: Sequence[Gap]
    copies: tuple[Place, ...]
    language: str
    openings: Mapping[int, tuple[str, float]] = field(default_factory=dict)
    unread: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    other_language: str = ""
    labels: SpeakerLabels = field(default_factory=SpeakerLabels)
    label_counts: LabelCounts = field(default_factory=Counter)
    apart: bool = False
    passages: Mapping[int, str] = field(default_factory=dict)

    def language_of(self, cue: int) -> str:
        """Return the code of the language that a cue is in."""
        return self.passages.get(cue, self.language)

    def language_at(self, word: int) -> str:
        """Return the code of the language that a word is in, past the last one that of the last."""
        if not (self.passages and self.words):
            return self.language
        return self.language_of(self.words[min(word, len(self.words) - 1)].cue)

    def spelling_of(self, word: int) -> str:
        """Return a word as the file spells it, empty past the last one."""
        if word >= len(self.words):
            return ""
        found = self.words[word]
        return self.document.text[found.start : found.end]

    def words_of(self, cue: int) -> range:
        """Return the indices of the words that stand in a cue, be it again."""
        new, copies = self._new_words(cue), self._copies(cue)
        return range(copies[0].word, new.stop) if copies else new

    def end_of_repeated(self, cue: int) -> int:
        """Return the offset in the document where the words end that a cue shows again, or 0."""
        copies = self._copies(cue)
        return max(copies[-1].end, copies[-1].gap_end) if copies else 0

    def beside(self, cue: int, step: int) -> int:
        """Return the next cue by steps of 1 or -1 that does not only show the same words again.

        Of a line that is shown on and on, the very next cue.
        """
        words = self.words_of(cue)
        for found in range(cue + step, cue + step * (ROWS + 1), step):
            shown = self.words_of(found)
            if not (shown and words.start <= shown.start < shown.stop <= words.stop):
                return found
        return cue + step

    def places_of(self, cue: int) -> Iterator[Place]:
        """Yield where the words of a cue stand in it."""
        yield from self._copies(cue)
        for index in self._new_words(cue):
            word, gap = self.words[index], self.gaps[index + 1]
            yield Place(cue, index, word.start, word.end, gap.start, gap.end)

    def gaps_around(self, cue: int, ends: Callable[[int], bool] | None = None) -> range:
        """Return the gaps whose edits can change what a cue shows; `ends` as in `cues_of`."""
        words = self.words_of(cue)
        if not words:
            return range(0)
        ends = ends or self._ends
        return range(self._sign_start(words.start, ends), self._sign_end(words.stop, ends) + 1)

    def cues_of(self, gap: int, ends: Callable[[int], bool] | None = None) -> set[int]:
        """Return the cues that an edit of a gap can change: its mark's and the next word's.

        In languages with opening signs also those of the sentences on its sides; `ends` tells
        of gaps whether a mark ends a sentence there, be it another one than in the file.
        """
        ends = ends or self._ends
        words = range(self._sign_start(max(0, gap - 1), ends), self._sign_end(gap + 1, ends))
        return {cue for word in words for cue in self.cues_with(word)}

    def cues_with(self, word: int) -> Iterator[int]:
        """Yield the cues that show a word; a line rolls through cues that follow each other."""
        cue = self.words[word].cue
        yield cue
        while any(place.word == word for place in self._copies(cue + 1)):
            cue += 1
            yield cue

    def _sign_start(self, word: int, ends: Callable[[int], bool]) -> int:
        """Return the first word whose opening sign depends on marks from here on."""
        limit = (
            max(0, word - REACH) if language_data(self.language_at(word)).typography.signs else word
        )
        while word > limit and not (self.gaps[word].turn or ends(word)):
            word -= 1
        return word

    def _sign_end(self, gap: int, ends: Callable[[int], bool]) -> int:
        """Return the last gap that decides about opening signs before a gap."""
        count = len(self.words)
        signs = language_data(self.language_at(max(0, gap - 1))).typography.signs
        limit = min(count, gap + REACH if signs else gap)
        while gap < limit and not (self.gaps[gap].turn or ends(gap)):
            gap += 1
        return min(gap, count)

    def _ends(self, gap: int) -> bool:
        return self.gaps[gap].current.ends_sentence

    def _new_words(self, cue: int) -> range:
        return _of_cue(self.words, cue)

    def _copies(self, cue: int) -> Sequence[Place]:
        found = _of_cue(self.copies, cue)
        return self.copies[found.start : found.stop]


def _of_cue(items: Sequence[Word] | Sequence[Place], cue: int) -> range:
    """Return the indices of what stands in a cue."""
    key = attrgetter("cue")
    return range(bisect_left(items, cue, key=key), bisect_left(items, cue + 1, key=key))
