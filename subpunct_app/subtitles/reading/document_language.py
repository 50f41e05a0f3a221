"""Which language a document is in, and which of its lines are in another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from math import log
from pathlib import PurePath
from typing import Final

from subpunct_app.languages.identifier import SAMPLE, are_alike, identify, is_plain_part
from subpunct_app.languages.language_data import language_name, normal_code
from subpunct_app.languages.scripts import IDEOGRAPHS
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.webvtt import Metadata
from subpunct_app.subtitles.reading.transcript import Transcript

# What names of files say besides the language: for the deaf, signs and songs only, and so on.
QUALIFIERS = frozenset({"sdh", "cc", "hi", "forced", "default", "auto", "orig", "punct", "full"})


class Source(StrEnum):
    """What told the language."""

    USER = "user"
    NAME = "name"
    HEADER = "header"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Language:
    """A language code as `pt-BR` or `de`, and where it comes from."""

    code: str
    source: Source

    @property
    def name(self) -> str:
        """Return the English name of the language."""
        return language_name(self.code)


def detect(document: Document, name: str = "") -> Language | None:
    """Return the language that the file's name, its header or its text tells, None if unsure."""
    if code := _from_name(name):
        return Language(code, Source.NAME)
    if code := normal_code(document.format.header(document.text, "Language")):
        return Language(code, Source.HEADER)
    pair = pair_of(document)
    if pair is None:
        code = identify(_sample(document))
        return Language(code, Source.TEXT) if code else None
    # Of two that stand above each other English, or the upper.
    return Language(pair.lower if pair.lower == "en" else pair.upper, Source.TEXT)


def _from_name(name: str) -> str | None:
    """Return the code before the suffix of a name, as in `film.pt-BR.forced.srt`."""
    parts = PurePath(name).name.split(".")[1:-1]
    while parts:
        code = normal_code(parts[-1])
        qualified = parts[-1].lower() in QUALIFIERS
        if qualified and (code is None or (len(parts) > 1 and normal_code(parts[-2]))):
            parts.pop()
            continue
        return code
    return None


def _sample(document: Document) -> str:
    """Return some of what is shown, from all over the document."""
    metadata = Metadata(document)
    step = max(1, len(document.cues) * 40 // SAMPLE)
    shown = (
        document.shown(cue.start, cue.end).text
        for cue in document.cues[::step]
        if not metadata.holds(cue.start, cue.end)
    )
    return " ".join(shown)


_LINE = re.compile(r"\S[^\r\n]*")
_WORD = re.compile(rf"[{IDEOGRAPHS}]|[^\W\d_]+")
_BREAK = re.compile(r"[\r\n]|\\N")
_SAMPLE = 200
_LEAST = 12
_NEARLY_ALL = 0.8
# Of the words of one line in a language more stand in other lines, too.
_MOST_SHARED = 0.4
# Both languages say the same, in about as many letters.
_EVEN = 12.0
_SHORT = 10


@dataclass(frozen=True, slots=True)
class Pair:
    """The languages of the upper and of the lower lines of every cue, as codes."""

    upper: str
    lower: str


def pair_of(document: Document) -> Pair | None:
    """Return the two languages of subtitles, None where there are not two for sure."""
    if not document.format.timed:
        return None
    both = [lines for lines in _sampled(document) if len(lines) > 1]
    upper, lower = ([lines[at] for lines in both] for at in (0, -1))
    if not both or _shared(upper, lower) > _MOST_SHARED or _shared(lower, upper) > _MOST_SHARED:
        return None
    first, second = identify(" ".join(upper)), identify(" ".join(lower))
    if first is None or second is None or are_alike(first, second):
        return None
    return Pair(first, second)


class OtherLines:
    """The lines of each cue that are in `language`, not in the one that is read."""

    def __init__(self, document: Document, pair: Pair, *, upper: bool) -> None:
        self.language = pair.upper if upper else pair.lower
        self._upper = upper
        every = (_lines(document, index) for index in range(len(document.cues)))
        cues = [lines for lines in every if len(lines) > 1]
        self._count((lines[:1], lines[-1:]) for lines in cues)
        # Some cues hold two lines of one language, which can be told by now.
        self._count([(lines[:at], lines[at:]) for lines in cues for at in [self._parted(lines)]])

    @classmethod
    def of(cls, document: Document, pair: Pair, language: str) -> OtherLines | None:
        """Return the lines that are not in a language, None where it is none of the two."""
        if not (are_alike(pair.upper, language) or are_alike(pair.lower, language)):
            return None
        return cls(document, pair, upper=not are_alike(pair.upper, language))

    def _count(self, parted: Iterable[tuple[Sequence[str], Sequence[str]]]) -> None:
        """Take how often each word and letter stands in upper and in lower lines."""
        self._above, self._below = Counter[str](), Counter[str]()
        for upper, lower in parted:
            self._above.update(_traits(upper))
            self._below.update(_traits(lower))
        self._more = log((self._below.total() + 1) / (self._above.total() + 1))

    def within(self, shown: str) -> tuple[int, int]:
        """Return the span of these lines in what a cue shows, with the line end beside them."""
        lines = list(_LINE.finditer(shown))
        parted = self._parted([line[0] for line in lines])
        if self._upper:
            return 0, lines[parted].start() if parted < len(lines) else len(shown)
        return lines[parted - 1].end() if parted else 0, len(shown)

    def _parted(self, lines: Sequence[str]) -> int:
        """Return how many lines of a cue are likely upper ones, by their words and lengths."""
        leads = accumulate(map(self._lead, lines), initial=0.0)
        lengths = accumulate(map(len, lines), initial=0)
        whole = sum(map(len, lines))
        chances = [
            lead - _EVEN * abs(log((above + _SHORT) / (whole - above + _SHORT)))
            for lead, above in zip(leads, lengths, strict=True)
        ]
        return max(range(len(chances)), key=chances.__getitem__)

    def _lead(self, line: str) -> float:
        """Return by how much likelier a line stands above than below, as a logarithm."""
        above, below = self._above, self._below
        known = (trait for trait in _traits([line]) if trait in above or trait in below)
        return sum(log((above[it] + 0.5) / (below[it] + 0.5)) + self._more for it in known)


def _sampled(document: Document) -> Iterator[list[str]]:
    """Yield the lines of some cues, none where these are not nearly all in two lines or more."""
    indices = telling_cues(document)
    texts = map(document.cue_text, indices)
    broken = sum(_BREAK.search(text.strip()) is not None for text in texts)
    if broken >= max(_LEAST, _NEARLY_ALL * len(indices)):
        yield from (_lines(document, index) for index in indices)


def telling_cues(document: Document) -> range:
    """Return which cues tell of all whether they are in two languages."""
    return range(0, len(document.cues), max(1, len(document.cues) // _SAMPLE))


def _lines(document: Document, index: int) -> list[str]:
    cue = document.cues[index]
    return _LINE.findall(document.shown(cue.start, cue.end).text)


def _words(lines: Iterable[str]) -> Iterator[str]:
    return (word for line in lines for word in _WORD.findall(line.casefold()))


def _traits(lines: Iterable[str]) -> Iterator[str]:
    """Yield words and their letters, as those tell of words that stand nowhere else."""
    for word in _words(lines):
        yield word
        yield from word


def _shared(lines: Iterable[str], others: Iterable[str]) -> float:
    """Return the share of words of some lines that stand in others, too, each as often."""
    words, known = Counter(_words(lines)), Counter(_words(others))
    return (words & known).total() / max(1, words.total())


# So many words tell a language.
_WORDS: Final = 60
# Of a long text so many places all over it are looked at.
_PLACES: Final = 20
# What is less may be a song, names or a quotation.
_LEAST_PLACES: Final = 3
_LEAST_SHARE: Final = 0.2


def foreign_part(transcript: Transcript) -> str:
    """Return the code of a language that a fifth of a text or more reads like, empty for none."""
    words = [word.text for word in transcript.words]
    starts = range(0, len(words) - _WORDS + 1, _WORDS)
    places = starts[:: max(1, len(starts) // _PLACES)]
    least = max(_LEAST_PLACES, _LEAST_SHARE * len(places))
    parts = [" ".join(words[start : start + _WORDS]) for start in places]
    if are_alike("en", transcript.language):
        parts = [part for part in parts if not is_plain_part(part)]
    if len(parts) < least:
        return ""
    try:
        read = list(map(identify, parts))
    except FileError:
        # No text is worth less for a remark that cannot be made.
        return ""
    foreign = Counter(code for code in read if code and not are_alike(code, transcript.language))
    return next((code for code, count in foreign.most_common(1) if count >= least), "")


def foreign_note(foreign: str, language: str) -> str:
    """Return that much of a text reads like another language than it was punctuated in."""
    part, whole = language_name(foreign), language_name(language)
    return f"Much of it reads like {part}, but was punctuated as {whole}."
