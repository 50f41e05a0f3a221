"""Read cues as words and what stands between them, in a way that no mark and no capital changes.

`read_words` asks marks and capitals what is a name, a sound or an abbreviation, so the words that
it finds can change with them. Here everything that is shown counts, spoken or not.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, groupby, zip_longest
from operator import itemgetter

from subpunct_app.languages.marks import BRACKETS, MARKS, MUSIC, QUOTES
from subpunct_app.languages.scripts import IDEOGRAPHS
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.encoding import legible
from subpunct_app.subtitles.formats.markup import Shown, see_through
from subpunct_app.subtitles.reading.rolling import Roll, is_rolling
from subpunct_app.text.words import with_one_i

_LETTER = rf"[^\s{MARKS}{QUOTES}{BRACKETS}{MUSIC}{IDEOGRAPHS}\-‐]"
_PREFIX = rf"(?<!\S)\.(?={_LETTER})|(?<![\w-])-(?=\d)"
# No quote and no bracket: a mark may have stood between one and the word before it.
_JOINT = r"(?<=\w)(?:\.?[-‐]|['’.·]|(?<=\d)[,:–](?=\d))(?=\w)"
_WORD = re.compile(rf"([{IDEOGRAPHS}]|(?:{_PREFIX})?{_LETTER}+(?:{_JOINT}{_LETTER}+)*)")
# Two ways to write the same, as of the Greek sigma, and the Armenian signs that stand over a vowel.
_ALIKE = str.maketrans({"’": "'", "‘": "'", "‐": "-", "ς": "σ", "՞": None, "՜": None})
_HEAD = re.compile(rf"(?:\s?[{MARKS}])*\S*")


@dataclass(frozen=True, slots=True)
class Line:
    """What is shown of a cue: n words, their n keys and the n + 1 gaps around them.

    Words with the same key are the same word. `tags` is the markup that is not shown, each piece
    with the number of letters and digits before it, which neither marks nor case change.
    """

    words: tuple[str, ...]
    keys: tuple[str, ...]
    gaps: tuple[str, ...]
    tags: tuple[tuple[int, str], ...] = ()

    @property
    def shown(self) -> str:
        """Return the text that is shown."""
        return "".join(chain.from_iterable(zip_longest(self.gaps, self.words, fillvalue="")))


@dataclass(frozen=True)
class Text:
    """The cues of a document as lines, and the words of its text, each of them once.

    `numbers` are the words of the text that a line holds, of which the first `copies` were shown
    by the line before.
    """

    lines: tuple[Line, ...]
    numbers: tuple[range, ...]
    copies: tuple[int, ...]

    @cached_property
    def keys(self) -> list[str]:
        """Return the keys of the words of the text."""
        return [key for line, old in self._fresh() for key in line.keys[old:]]

    @cached_property
    def words(self) -> list[str]:
        """Return the words of the text."""
        return [word for line, old in self._fresh() for word in line.words[old:]]

    @cached_property
    def cues(self) -> list[int]:
        """Return the cue where each word of the text stands first."""
        return [cue for cue, (line, old) in enumerate(self._fresh()) for _ in line.words[old:]]

    @cached_property
    def gaps(self) -> list[list[str]]:
        """Return what stands in each of the n + 1 gaps, in parts where cues end in it.

        The first part closes a cue, the last one opens one, those between are whole cues.
        """
        found: list[list[str]] = []
        parts = [""]
        for line, old in self._fresh():
            if not line.words:
                parts.append(line.gaps[0])
            elif old < len(line.words):
                opening = halves(line.gaps[old])[1] if old else line.gaps[0]
                found += [[*parts, opening], *([gap] for gap in line.gaps[old + 1 : -1])]
                parts = [line.gaps[-1]]
        return [*found, [*parts, ""]]

    def _fresh(self) -> Sequence[tuple[Line, int]]:
        return list(zip(self.lines, self.copies, strict=True))


@dataclass(frozen=True, slots=True)
class Versions:
    """Two versions of a text; they are `alike` where all their cues hold the same words."""

    old: Text
    new: Text
    alike: bool


def read_versions(old: Document, new: Document) -> Versions:
    """Read two versions of a text; where they are alike, they also roll alike.

    In another format bytes that are no text are the same as signs for unknown characters.
    """
    key = _key if old.format is new.format else lambda word: _key(legible(word))
    known: dict[tuple[str, str], Line] = {}
    old_lines, new_lines = (_lines(document, known, key) for document in (old, new))
    text = _numbered(old, old_lines)
    if [line.keys for line in old_lines] == [line.keys for line in new_lines]:
        return Versions(text, Text(new_lines, text.numbers, text.copies), alike=True)
    return Versions(text, _numbered(new, new_lines), alike=False)


def count_words(text: str) -> int:
    """Return how many words a shown text holds."""
    return len(_WORD.findall(text))


def halves(gap: str) -> tuple[str, str]:
    """Return what of a gap belongs to the word before it, and what to the one after it."""
    cut = _HEAD.match(gap)
    end = cut.end() if cut else 0
    return gap[:end], gap[end:].lstrip()


def _lines(
    document: Document, known: dict[tuple[str, str], Line], key: Callable[[str], str]
) -> tuple[Line, ...]:
    """Return the cues as lines, reading what is written alike once."""
    found = []
    for cue in range(len(document.cues)):
        place = document.format.name, document.cue_text(cue)
        if place not in known:
            known[place] = _line(document, place[1], key)
        found.append(known[place])
    return tuple(found) or (Line((), (), ("",)),)


def _line(document: Document, raw: str, key: Callable[[str], str]) -> Line:
    shown = see_through(raw, 0, len(raw), document.format.markup)
    parts = _WORD.split(shown.text)
    words = tuple(parts[1::2])
    tags = _tags(raw, shown) if len(shown.text) != len(raw) else ()
    return Line(words, tuple(map(key, words)), tuple(parts[0::2]), tags)


def _tags(raw: str, shown: Shown) -> tuple[tuple[int, str], ...]:
    counts = accumulate(map(str.isalnum, shown.text), initial=0)
    spans = zip(counts, (0, *shown.ends), (*shown.starts, len(raw)), strict=True)
    hidden = ((count, raw[end:start]) for count, end, start in spans if end < start)
    return tuple(
        (count, "".join(tag for _, tag in group)) for count, group in groupby(hidden, itemgetter(0))
    )


def _key(word: str) -> str:
    """Return what all cases of a word have in common, though not ß and ss: Maße, Masse."""
    if word.isascii():
        return word.lower()
    return unicodedata.normalize("NFC", with_one_i(word).lower().translate(_ALIKE))


def _numbered(document: Document, lines: tuple[Line, ...]) -> Text:
    roll = Roll() if is_rolling(document) else None
    numbers, copies, fresh = [], [], 0
    for line in lines:
        known: list[int] = []
        old = 0
        if roll:
            lengths = zip(map(len, line.gaps), map(len, line.words), strict=False)
            ends = accumulate(chain.from_iterable(lengths))
            starts = list(ends)[::2]
            known, end = roll.known(line.shown, starts, fresh)
            old = bisect_left(starts, end)
        first = known[0] if known else fresh
        fresh += len(line.words) - old
        numbers.append(range(first, fresh))
        copies.append(old)
    return Text(lines, tuple(numbers), tuple(copies))
