"""Read WebVTT files: find the time lines of the standard, keep all else as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Cue, Document, Format, Remark
from subpunct_app.subtitles.formats.text_lines import (
    LINE_END,
    WORDS_BESIDE,
    Finding,
    after_line,
    line_before,
    parted,
    remarks_at,
)
from subpunct_app.text.quantities import milliseconds

_TIME = r"(?:\d{1,9}:)?[0-5]\d:[0-5]\d[.,]\d{3}(?!\d)"
_TIME_LINE = re.compile(
    rf"(?<![^\r\n])[ \t]*(?P<start>{_TIME})[ \t]*-->[ \t]*(?P<end>{_TIME})(?P<behind>[^\r\n]*)"
)
_SIGNATURE = re.compile(r"WEBVTT(?![^ \t\r\n])")
_LOOSE_SIGNATURE = re.compile(r"\s*WEBVTT", re.IGNORECASE)
_END = r"(?:\r\n|\r|\n|\Z)"
_LINE = r"(?![^\r\n]*-->)[^\r\n]+"
_PAYLOAD = re.compile(rf"{_LINE}(?:(?:\r\n|\r|\n){_LINE})*")
BLOCK = re.compile(rf"(?:[^\r\n]+{_END})+")
# What the standard puts beside cues, and HLS, where segments were put end to end.
KNOWN_BLOCK = re.compile(r"(?:NOTE|STYLE|REGION|X-TIMESTAMP-MAP)(?![^\s=:])")
_BLANK_LINE = re.compile(r"[^\S\r\n]*[\r\n]")
_HEADER_END = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")


def is_vtt(text: str) -> bool:
    """Tell whether a text means to be WebVTT, be its first line exact or not."""
    return _LOOSE_SIGNATURE.match(text) is not None


def has_vtt_times(text: str) -> bool:
    """Tell whether a text holds an arrow, which is for times alone."""
    return "-->" in text


def header_value(text: str, name: str) -> str:
    """Return what the header of a WebVTT text says of its `Language` or `Kind`, or nothing."""
    end = _HEADER_END.search(text)
    line = re.compile(rf"^{name}:[ \t]*([\w-]+)[ \t]*$", re.MULTILINE | re.IGNORECASE)
    found = line.search(text, 0, end.start() if end else len(text))
    return found[1] if found else ""


def read_vtt(text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
    """Return the cues of a WebVTT text, and what in it is odd or could not be read."""
    findings: list[Finding] = []
    if not _SIGNATURE.match(text):
        findings.append((0, "The first line is not WEBVTT, so players will refuse this file."))
    cues = tuple(_cues(text, findings, task))
    return cues, remarks_at(text, findings)


def _cues(text: str, findings: list[Finding], task: Task) -> Iterator[Cue]:
    done = _header_end(text)
    at, count = 0, 0
    while line := _TIME_LINE.search(text, at):
        if not count % 1000:
            task.step(at, len(text), "Reading")
        begin, label = _label_above(text, line.start(), done)
        findings.extend(_unread(text, done, begin))
        findings.extend(_oddities(line))
        start = after_line(text, line.end())
        end = _payload_end(text, start)
        yield Cue(start, end, _milliseconds(line["start"]), _milliseconds(line["end"]), label)
        done = at = after_line(text, end)
        count += 1
    findings.extend(_unread(text, done, len(text)))


def _header_end(text: str) -> int:
    first = _LOOSE_SIGNATURE.match(text)
    if not first:
        return 0
    line_end = LINE_END.search(text, first.end())
    return _payload_end(text, line_end.end()) if line_end else len(text)


def _payload_end(text: str, start: int) -> int:
    """Return the end of the lines up to an empty line or an arrow, without the last line end."""
    found = _PAYLOAD.match(text, start)
    return found.end() if found else start


def _label_above(text: str, start: int, floor: int) -> tuple[int, str]:
    """Return where a cue begins, with the identifier line that stands alone above its times."""
    begin, end = line_before(text, start, floor)
    if begin < 0 or begin == end or "-->" in text[begin:end]:
        return start, ""
    above = line_before(text, begin, floor)
    alone = above[0] == above[1]
    return (begin, text[begin:end]) if alone else (start, "")


def _unread(text: str, start: int, end: int) -> Iterator[Finding]:
    """Find blocks that are neither cues nor notes, styles and regions."""
    if not text[start:end].strip():
        return
    for block in BLOCK.finditer(text, start, end):
        known = KNOWN_BLOCK.match(block[0]) or _BLANK_LINE.match(block[0])
        if "-->" in block[0]:
            yield block.start(), "The times of this cue are not valid."
        elif block[0].strip() and not known:
            yield block.start(), "Nothing here could be read as a cue."


def _oddities(line: re.Match[str]) -> Iterator[Finding]:
    if _milliseconds(line["end"]) < _milliseconds(line["start"]):
        yield line.start(), "This cue ends before it starts."
    if "," in line["start"] + line["end"]:
        yield line.start(), "A comma stands in the times where WebVTT wants a dot."
    if parted(line["behind"])[1]:
        yield line.start(), WORDS_BESIDE


def _milliseconds(time: str) -> int:
    *hours, minutes, seconds = time[:-4].split(":")
    return milliseconds(hours[0] if hours else "0", minutes, seconds, time[-3:])


_JSON = re.compile(r'\s*(?:\[\s*)?\{\s*"[^"\r\n]*"\s*:')
_PICTURE = r"\.(?i:avif|gif|jpe?g|png|webp)(?:\?\S*)?"
# What a player shows where its bar is pointed at: a picture, or a part of one.
_THUMBNAIL = re.compile(rf"\s*+(?:\S[^\r\n]*#xywh=[a-z:]*[\d.,]+|\S+{_PICTURE})\s*+")


def unspoken(document: Document) -> list[int]:
    """Return the cues of a document that hold nothing that is said."""
    metadata = Metadata(document)
    return [at for at, cue in enumerate(document.cues) if metadata.holds(cue.start, cue.end)]


class Metadata:
    """The cues of a document that hold JSON or name a picture, or all where its header says so."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._may = document.format is Format.VTT
        self._all = self._may and header_value(document.text, "Kind").lower() == "metadata"

    def holds(self, start: int, end: int) -> bool:
        """Tell whether the cue between two offsets holds nothing that is said."""
        if self._all or not self._may:
            return self._all
        found = _JSON.match(self._text, start, end) or _THUMBNAIL.fullmatch(self._text, start, end)
        return found is not None
