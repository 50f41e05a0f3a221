"""See through tags, entities and invisible characters to the text that is shown."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# In brackets as SubViewer writes it, and SBV made after that.
BREAK = r"<(?i:br)\s*/?>|\[(?i:br)\]"
# The time at which a word is said.
TIMING = r"<[ \t]*(?:\d+:)?\d+:\d+(?:[.,]\d+)?[ \t]*>"
# One that runs over the end of a line, as its attributes tell: no "a <b" above "c> d".
ATTRIBUTES = r"""(?:\s+[A-Za-z][\w:-]*=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))+\s*"""
ATTRIBUTED = rf"<[A-Za-z][\w.-]*{ATTRIBUTES}/?>"
TAG = (
    rf"{BREAK}"
    r"|<rt(?:\.[^<>\r\n]*)?>[^<\r\n]*"
    r"|</?[A-Za-z][^<>\r\n]*>"
    rf"|{ATTRIBUTED}"
    r"|</[A-Za-z][\w.-]*\s*>"
    r"|</>"
    rf"|{TIMING}"
    r"|\{[^{}\r\n]*\}"
)
# In a few well-known ones the semicolon may be missing.
ENTITY = (
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
    r"|&(?:amp|lt|gt|nbsp|quot)(?![A-Za-z0-9=])"
)
# Left over from Advanced SubStation, as where ffmpeg makes SubRip of broadcasts.
ESCAPES = {r"\N": "\n", r"\h": " "}
# Not so commands of LaTeX, as \hbar, and the paths of Windows.
_PATH = r"(?<!\\)(?<!\b[A-Za-z]:)(?<!\\[hN][A-Za-z]:)(?<!\b[A-Z]{3}:)(?<!\b[A-Z]{4}:)"
ESCAPE = rf"{_PATH}\\(?!h(?:bar|line|space|at\{{))[Nh]"
# DEL, direction marks, zero-width spaces and soft hyphens; the joiners that scripts need stay.
# A soft hyphen is none where UTF-8 was read as Windows-1252: aquÃ­.
_INVISIBLE = (
    "(?:[\x7f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<!Ã)\u00ad)+"
)
# YouTube's own subtitles, and programs that read them, write a sign of HTML as HTML once more.
_TWICE = r"&amp;#\d{1,5};|&amp;quot;"
_TRIGGER = re.compile("[<[{&\\\\\x7f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_INVISIBLE_ONLY = re.compile(_INVISIBLE)
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>]+)>")
_BREAK = re.compile(BREAK)
_AFTER_SPACE = frozenset("?!;:")


@dataclass(frozen=True, slots=True)
class Markup:
    """What a format hides in a payload or writes otherwise than it is shown.

    Of `pattern` the group `tag` is hidden, unless it breaks the line, `entity` and `escape` are
    shown as what they stand for, and what is in no group is never seen. Letters behind a tag that
    `draws` are shapes until another one ends them.
    """

    pattern: re.Pattern[str]
    escapes: Mapping[str, str] = field(default_factory=dict)
    draws: re.Pattern[str] | None = None

    @classmethod
    def of(
        cls, tag: str, escape: str, escapes: Mapping[str, str], draws: str | None = None
    ) -> Markup:
        """Return the markup of a format with these tags and escapes; all have the same entities."""
        groups = f"(?P<escape>{escape})|(?P<tag>{tag})|(?P<entity>{_TWICE}|{ENTITY})|{_INVISIBLE}"
        return cls(re.compile(groups), escapes, re.compile(draws) if draws else None)


TAGGED = Markup.of(TAG, ESCAPE, ESCAPES)
# What is left in plain text where subtitles or pages were written as such.
UNTAGGED = Markup(
    re.compile(rf"(?P<entity>{_TWICE}|&(?:#\d{{1,5}}|amp|lt|gt|nbsp|quot|apos);)|{_INVISIBLE}")
)


@dataclass(frozen=True, slots=True)
class Shown:
    """The text that is shown, and where each of its characters stands in the raw text.

    `voices` are the speakers named by WebVTT voice tags, each with its offset in `text`.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    voices: tuple[tuple[int, str], ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw span of shown characters, at least one."""
        return self.starts[start], self.ends[end - 1]

    def run_start(self, start: int, spaces: str) -> int:
        """Return where a run of marks starts, given its first mark.

        The `spaces` that a mark takes before it belong to it; a tag between them sets them apart.
        """
        if self.text[start] not in _AFTER_SPACE:
            return start
        while start and self.text[start - 1] in spaces:
            if self.ends[start - 1] != self.starts[start]:
                break
            start -= 1
        return start


def see_through(raw: str, start: int, end: int, markup: Markup) -> Shown:
    """Return what is shown of a part of a raw text."""
    if not _TRIGGER.search(raw, start, end):
        return Shown(raw[start:end], range(start, end), range(start + 1, end + 1))
    builder = _Builder(raw, markup)
    at = start
    for found in markup.pattern.finditer(raw, start, end):
        builder.copy(at, found.start())
        builder.replace(found)
        at = found.end()
    builder.copy(at, end)
    return Shown("".join(builder.parts), builder.starts, builder.ends, tuple(builder.voices))


class _Builder:
    def __init__(self, raw: str, markup: Markup) -> None:
        self._raw = raw
        self._markup = markup
        self._drawing = False
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.voices: list[tuple[int, str]] = []

    def copy(self, start: int, end: int) -> None:
        if self._drawing:
            return
        self.parts.append(self._raw[start:end])
        self.starts.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))

    def replace(self, found: re.Match[str]) -> None:
        if found.lastgroup == "entity":
            self._decode(found)
        elif found.lastgroup == "tag":
            if self._markup.draws and (orders := self._markup.draws.findall(found[0])):
                self._drawing = orders[-1] != "0"
            voice = _VOICE.match(found[0])
            if voice:
                name = " ".join(html.unescape(voice[1]).split())
                self.voices.append((len(self.starts), name))
            elif _BREAK.fullmatch(found[0]):
                self._show("\n", found)
        elif found.lastgroup == "escape":
            self._show(self._markup.escapes[found[0]], found)

    def _decode(self, found: re.Match[str]) -> None:
        character = html.unescape(html.unescape(found[0]))
        if len(character) != 1:
            self.copy(*found.span())
            return
        if not _INVISIBLE_ONLY.match(character):
            self._show(character, found)

    def _show(self, character: str, found: re.Match[str]) -> None:
        """Add a character that is written in a longer way."""
        if self._drawing:
            return
        self.parts.append(character)
        self.starts.append(found.start())
        self.ends.append(found.end())
