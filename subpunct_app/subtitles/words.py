"""Read the words of a document and the gaps between them, across its cues."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from subpunct_app.core.text import Break, Case, Gap, Mark, Word
from subpunct_app.subtitles.document import Cue, Document
from subpunct_app.subtitles.marks import CORE, QUOTES, is_open, mark_of
from subpunct_app.subtitles.markup import Shown, see_through
from subpunct_app.subtitles.tokens import NAME_LABEL, Kind, Token, Voices, tokens

_CLOSING = re.compile(rf"(?:[{QUOTES}]*[)\]}}）］】])+")
_CLOSERS = frozenset(QUOTES + ")]}）］】")
_CORE = re.compile(CORE)
_SPACE = re.compile(r"\s")
_LINE_END = re.compile(r"[\r\n]")
_REPEATS = 3


@dataclass(frozen=True, slots=True)
class Transcript:
    """The words of a document and the gaps around them; n words have n + 1 gaps."""

    document: Document
    words: tuple[Word, ...]
    gaps: tuple[Gap, ...]

    def words_of(self, cue: int) -> range:
        """Return the indices of the words that stand in a cue."""
        key = attrgetter("cue")
        return range(
            bisect_left(self.words, cue, key=key), bisect_left(self.words, cue + 1, key=key)
        )

    def gaps_of(self, cue: int) -> range:
        """Return the indices of the gaps drawn in a cue: one after each word, and gap 0."""
        words = self.words_of(cue)
        if not words:
            return range(0)
        return range(words.start + 1 if words.start else 0, words.stop + 1)


def read_words(document: Document) -> Transcript:
    """Return every spoken word with its place, and what stands in each gap now."""
    reader = _Reader(document)
    for index, cue in enumerate(document.cues):
        reader.read(index, cue)
    return reader.finish()


@dataclass(slots=True)
class _Tail:
    """What was seen since the last word."""

    start: int
    end: int
    mark: Mark = Mark.NONE
    marked: bool = False
    fixed: bool = False
    turn: bool = False


class _Reader:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._voices = Voices(_names(document), _is_shouted(document))
        self._words: list[Word] = []
        self._gaps: list[Gap] = []
        self._tail = _Tail(0, 0)
        self._speaker = ""

    def read(self, index: int, cue: Cue) -> None:
        """Read the words of the next cue."""
        shown = see_through(self._document.text, cue.start, cue.end, self._document.format)
        before: Token | None = None
        named = iter(shown.voices)
        voice = next(named, None)
        for token in tokens(shown.text, self._voices):
            while voice is not None and voice[0] <= token.start:
                self._speak(voice[1])
                voice = next(named, None)
            if token.kind is Kind.WORD:
                self._add_word(index, shown, token, before)
                before = token
            else:
                self._add_other(shown, token, before)
        while voice is not None:
            self._speak(voice[1])
            voice = next(named, None)

    def finish(self) -> Transcript:
        """Return all words and gaps."""
        self._gaps.append(self._gap(None, Break.CUE))
        return Transcript(self._document, tuple(self._words), tuple(self._gaps))

    def _add_word(self, index: int, shown: Shown, token: Token, before: Token | None) -> None:
        start, end = shown.span(token.start, token.end)
        word = Word(shown.text[token.start : token.end], index, start, end)
        break_ = Break.CUE
        if before is not None:
            between = shown.text[before.end : token.start]
            break_ = Break.LINE if _LINE_END.search(between) else Break.NONE
            if between != " " and not _SPACE.search(between):
                self._tail.fixed = True
        self._gaps.append(self._gap(word, break_))
        self._words.append(word)
        at = shown.ends[_place(shown.text, token.end) - 1]
        self._tail = _Tail(at, at)

    def _add_other(self, shown: Shown, token: Token, before: Token | None) -> None:
        if token.kind is Kind.MARKS:
            self._add_marks(shown, token, before)
        elif token.kind is Kind.LINK:
            self._tail.fixed = True
        elif token.kind is Kind.TURN:
            self._tail.turn = True
        elif token.kind is Kind.LABEL:
            label = shown.text[token.start : token.end].strip()
            self._tail.turn |= not label[0].isalpha()
            self._speak(label.lstrip(">-–—‐ \t").removesuffix(":"))

    def _add_marks(self, shown: Shown, token: Token, before: Token | None) -> None:
        run = shown.text[token.start : token.end]
        tail = self._tail
        start, end = shown.span(token.start, token.end)
        glued = _CORE.match(shown.text, token.end)
        if before is None or tail.turn or glued or is_open(run) or end - start != len(run):
            tail.fixed = True
        if before is None or tail.turn or tail.marked:
            return
        tail.start, tail.end, tail.mark, tail.marked = start, end, mark_of(run), True

    def _speak(self, name: str) -> None:
        self._tail.turn |= name != self._speaker
        self._speaker = name

    def _gap(self, after: Word | None, break_: Break) -> Gap:
        """Return the gap between the last word and the next one."""
        tail = self._tail
        if not self._words:
            cue, at = (after.cue, after.start) if after else (0, 0)
            return Gap(cue, at, at, break_=Break.CUE)
        word = self._words[-1]
        fixed = tail.fixed or (word.text[-1] == "." and _may_start(after) and not tail.marked)
        pause = self._pause(word.cue, after.cue) if after and break_ is Break.CUE else None
        return Gap(word.cue, tail.start, tail.end, tail.mark, pause, break_, tail.turn, fixed)

    def _pause(self, cue: int, after: int) -> int | None:
        end, start = self._document.cues[cue].end_ms, self._document.cues[after].start_ms
        if end is None or start is None:
            return None
        return max(0, start - end)


def _may_start(word: Word | None) -> bool:
    """Tell whether a sentence may begin with this word, so that a dot before it may end one."""
    return word is None or Case.of(word.text) is not Case.LOWER


def _place(text: str, end: int) -> int:
    """Return where a mark goes after a word: behind closing brackets, before closing quotes."""
    if text[end : end + 1] not in _CLOSERS:
        return end
    closing = _CLOSING.match(text, end)
    return closing.end() if closing else end


def _names(document: Document) -> frozenset[str]:
    """Return the names in mixed case that open lines again and again, as labels do."""
    counts = Counter(_label_names(document))
    return frozenset(name for name, count in counts.items() if count >= _REPEATS)


def _label_names(document: Document) -> Iterator[str]:
    for cue in document.cues:
        if document.text.find(":", cue.start, cue.end) >= 0:
            payload = document.text[cue.start : cue.end]
            yield from (label[1] for label in NAME_LABEL.finditer(payload))


def _is_shouted(document: Document) -> bool:
    sample = "".join(document.cue_text(index) for index in range(min(200, len(document.cues))))
    return sum(map(str.islower, sample)) * 4 < sum(map(str.isupper, sample))
