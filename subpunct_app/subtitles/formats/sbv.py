"""SBV, as YouTube writes captions: a line of two times, and under it what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.adapter import Format, Payload
from subpunct_app.subtitles.formats.document import Cue, Document, Remark
from subpunct_app.subtitles.formats.file_lines import (
    Finding,
    after_line,
    filled_lines,
    filled_span,
    remarks_at,
)
from subpunct_app.subtitles.formats.markup import BREAK
from subpunct_app.text.quantities import milliseconds

# SubViewer, which this is made after, has two digits behind the point, and more that is no text.
_CLOCK = r"(\d{1,9}):(\d{1,2}):(\d{1,2})\.(\d{3})"
_TIMES = rf"{_CLOCK},{_CLOCK}[^\S\r\n]*(?![^\r\n])"
_TIME_LINE = re.compile(rf"(?<![^\r\n])[^\S\r\n]*{_TIMES}")
_BREAK = re.compile(BREAK)
_FIRST_LINE = re.compile(rf"\s*{_TIMES}")


def _cues(text: str, findings: list[Finding], task: Task) -> Iterator[Cue]:
    line = _TIME_LINE.search(text)
    if line and text[: line.start()].strip():
        findings.append((0, "Nothing here could be read as a cue."))
    count = 0
    while line:
        if not count % 1000:
            task.step(line.start(), len(text), "Reading")
        following = _TIME_LINE.search(text, line.end())
        below = after_line(text, line.end())
        limit = following.start() if following else len(text)
        start, end = filled_span(text, below, limit)
        times = line.groups()
        start_ms, end_ms = milliseconds(*times[:4]), milliseconds(*times[4:])
        if end_ms < start_ms:
            findings.append((line.start(), "This cue ends before it starts."))
        yield Cue(start, end, start_ms, end_ms)
        line = following
        count += 1


class Sbv(Format):
    """SBV; new files are not written in it, since players know the others better."""

    name = "sbv"
    title = "SBV"
    suffixes = (".sbv",)

    def recognises(self, text: str, suffix: str) -> bool:
        return _FIRST_LINE.match(text) is not None

    def read(self, text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
        findings: list[Finding] = []
        cues = tuple(_cues(text, findings, task))
        if not cues and text.strip():
            findings.append((0, "This file holds no cue."))
        return cues, remarks_at(text, findings)

    def has_times(self, payload: str) -> bool:
        return _TIME_LINE.search(payload) is not None

    def to_subrip(self, document: Document, cue: int) -> Payload:
        return Payload(filled_lines(_BREAK.sub("\n", document.cue_text(cue))))


SBV = Sbv()
