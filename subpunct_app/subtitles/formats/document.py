"""A subtitle file as one text with the spans of its cues, exact to the byte."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from subpunct_app.subtitles.formats.encoding import UTF8, Encoding
from subpunct_app.subtitles.formats.markup import Shown, see_through
from subpunct_app.text.splice import spliced

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.adapter import Format

# To move all cues at once takes less than to move them through more changes than this.
_FEW = 20


class Cue(NamedTuple):
    """One cue: the offsets of its payload in `Document.text`, and its times in milliseconds.

    `label` is the number of an SRT cue or the identifier of a WebVTT cue; a paragraph of plain
    text has neither label nor times. One that `goes_on` is a further part of a long paragraph.
    `speaker` says it, where the format has a place for the name outside the payload.
    """

    start: int
    end: int
    start_ms: int | None = None
    end_ms: int | None = None
    label: str = ""
    goes_on: bool = False
    speaker: str = ""

    def moved(self, by: int) -> Cue:
        """Return the same cue so many characters further on."""
        return Cue(self.start + by, self.end + by, *self[2:])


# How the remarks begin on what is read as no part of a cue.
NOT_READ = (
    "Nothing here could be read as a cue.",
    "This block has no times.",
    "The number of this cue is not a number.",
    "The times of this cue are not valid.",
    "This line lacks some of its columns.",
)


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
    cues: Sequence[Cue] = ()
    remarks: tuple[Remark, ...] = ()

    def cue_text(self, index: int) -> str:
        """Return the payload of a cue as it stands in the file."""
        cue = self.cues[index]
        return self.text[cue.start : cue.end]

    def shown(self, start: int, end: int) -> Shown:
        """Return what is shown of a part of a cue."""
        return see_through(self.text, start, end, self.format.markup)

    def shown_cues(self, whole: range, start: int | None = None) -> Shown:
        """Return what is shown of cues that are read as one, from an offset on, if need be.

        Who says it is among the voices, wherever the format names them.
        """
        begin, end = self.span_of(whole)
        shown = self.shown(begin if start is None else start, end)
        speaker = self.cues[whole.start].speaker if shown.text.strip() else ""
        return replace(shown, voices=((0, speaker), *shown.voices)) if speaker else shown

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

    def spans(self, within: range | None = None) -> Iterable[tuple[int, int]]:
        """Return the offsets of `wholes`, quickly where each is a cue, as in all subtitles."""
        if not self.format.timed:
            return map(self.span_of, self.wholes(within))
        cues = self.cues if within is None else self.cues[within.start : within.stop]
        return map(itemgetter(0, 1), cues)

    def with_texts(self, texts: Mapping[int, str]) -> Document:
        """Return the document with other payloads, every other character as before."""
        changed = {index: text for index, text in texts.items() if text != self.cue_text(index)}
        if not changed:
            return self
        cues = self._moved_later(changed) if len(changed) <= _FEW else self._moved_now(changed)
        return replace(self, text="".join(self._spliced(changed)), cues=cues)

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

    def _moved_later(self, texts: Mapping[int, str]) -> Sequence[Cue]:
        """Return the cues after a few changes, each moved once it is looked at."""
        cues = self.cues
        for index, text in texts.items():
            cue = cues[index]
            new = cue._replace(end=cue.start + len(text))
            cues = spliced(cues, range(index, index + 1), [new], new.end - cue.end)
        return cues

    def _moved_now(self, texts: Mapping[int, str]) -> tuple[Cue, ...]:
        """Return the cues after many changes."""
        cues, by = list[Cue](), 0
        for index, cue in enumerate(self.cues):
            start, end, text = cue.start + by, cue.end + by, texts.get(index)
            if text is not None:
                end = start + len(text)
                by = end - cue.end
            cues.append(Cue(start, end, *cue[2:]))
        return tuple(cues)
