"""A subtitle file as one text with the spans of its cues, exact to the byte."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from subpunct_app.subtitles.files.encoding import UTF8, Encoding


class Format(StrEnum):
    """The kinds of file that can be opened."""

    SRT = "srt"
    VTT = "vtt"
    SBV = "sbv"
    TEXT = "text"


class Cue(NamedTuple):
    """One cue: the offsets of its payload in `Document.text`, and its times in milliseconds.

    `label` is the number of an SRT cue or the identifier of a WebVTT cue; a paragraph of plain
    text has neither label nor times. One that `goes_on` is a further part of a long paragraph.
    """

    start: int
    end: int
    start_ms: int | None = None
    end_ms: int | None = None
    label: str = ""
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that stays as it is because it could not be read, or looks wrong.

    `read` tells that it only looks wrong: all of it is read, and gets its marks.
    """

    line: int
    reason: str
    read: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """The whole text of a file; everything outside the cues is kept as it stands.

    The cues are in the order of the file and do not overlap.
    """

    format: Format
    text: str
    encoding: Encoding
    cues: tuple[Cue, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def cue_text(self, index: int) -> str:
        """Return the payload of a cue as it stands in the file."""
        cue = self.cues[index]
        return self.text[cue.start : cue.end]

    def wholes(self, within: range | None = None) -> Iterator[range]:
        """Yield the cues that are read as one: most alone, the parts of a paragraph together.

        Of some cues `within` the document no paragraph may stand outside in part.
        """
        every = range(len(self.cues)) if within is None else within
        at = every.start
        while at < every.stop:
            whole = self.whole_of(at)
            yield whole
            at = whole.stop

    def whole_of(self, index: int) -> range:
        """Return the cues that are read as one with this one."""
        start, stop = index, index + 1
        while self.cues[start].goes_on:
            start -= 1
        while stop < len(self.cues) and self.cues[stop].goes_on:
            stop += 1
        return range(start, stop)

    def span_of(self, whole: range) -> tuple[int, int]:
        """Return the offsets of cues that are read as one."""
        return self.cues[whole.start].start, self.cues[whole.stop - 1].end

    def spans(self) -> Iterable[tuple[int, int]]:
        """Return the offsets of all `wholes`, quickly where each is a cue, as in all subtitles."""
        if self.format is Format.TEXT:
            return map(self.span_of, self.wholes())
        return map(itemgetter(0, 1), self.cues)

    def with_texts(self, texts: Mapping[int, str]) -> Document:
        """Return the document with other payloads, every other character as before."""
        changed = {index: text for index, text in texts.items() if text != self.cue_text(index)}
        if not changed:
            return self
        return replace(
            self,
            text="".join(self._spliced(changed)),
            cues=tuple(chain.from_iterable(self._shifted(changed))),
        )

    def to_bytes(self) -> bytes:
        """Return the file's bytes, or raise FileError where its encoding lacks a character."""
        return self.encoding.encode(self.text)

    def in_utf8(self) -> Document:
        """Return the document to be written as UTF-8, with a byte order mark if it has one."""
        if self.encoding.is_utf8:
            return self
        bom = codecs.BOM_UTF8 if self.encoding.bom else b""
        return replace(self, encoding=Encoding(UTF8.name, bom))

    def _spliced(self, texts: Mapping[int, str]) -> Iterator[str]:
        at = 0
        for index in sorted(texts):
            cue = self.cues[index]
            yield self.text[at : cue.start]
            yield texts[index]
            at = cue.end
        yield self.text[at:]

    def _shifted(self, texts: Mapping[int, str]) -> Iterator[Sequence[Cue]]:
        """Yield the cues in stretches, those that change each by itself."""
        at = shift = 0
        for index in sorted(texts):
            yield self._moved(range(at, index), shift)
            cue = self.cues[index]
            start, length = cue.start + shift, len(texts[index])
            yield [cue._replace(start=start, end=start + length)]
            shift += length - (cue.end - cue.start)
            at = index + 1
        yield self._moved(range(at, len(self.cues)), shift)

    def _moved(self, within: range, by: int) -> Sequence[Cue]:
        cues = self.cues[within.start : within.stop]
        if not by:
            return cues
        # An edit waits for this; a call with six values takes longer than one with a tuple.
        moved = Cue._make
        return [
            moved((start + by, end + by, start_ms, end_ms, label, goes_on))
            for start, end, start_ms, end_ms, label, goes_on in cues
        ]
