"""Read SBV files, as YouTube writes captions: a line of two times, and under it what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Cue, Remark
from subpunct_app.subtitles.formats.text_lines import (
    Finding,
    after_line,
    filled_span,
    remarks_at,
    torn_head,
)
from subpunct_app.text.quantities import milliseconds

# SubViewer, which this is made after, has two digits behind the point, and more that is no text.
_CLOCK = r"(\d{1,9}):(\d{1,2}):(\d{1,2})\.(\d{3})"
_TIMES = rf"{_CLOCK},{_CLOCK}[^\S\r\n]*(?![^\r\n])"
_TIME_LINE = re.compile(rf"(?<![^\r\n])[^\S\r\n]*{_TIMES}")
_FIRST_LINE = re.compile(rf"\s*{_TIMES}")


def is_sbv(text: str) -> bool:
    """Tell whether the first line that is not blank holds the times of a cue."""
    return _FIRST_LINE.match(text) is not None


def has_sbv_times(text: str) -> bool:
    """Tell whether a text holds a line that reads as the times of a cue."""
    return _TIME_LINE.search(text) is not None


def read_sbv(text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
    """Return the cues of an SBV text, and what in it is odd or could not be read."""
    findings: list[Finding] = []
    cues = tuple(_cues(text, findings, task))
    if not cues and text.strip():
        findings.append((0, "This file holds no cue."))
    return cues, remarks_at(text, findings)


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
        if torn := torn_head(text, below, limit):
            findings.append((torn, "This block has no times."))
        start, end = filled_span(text, below, torn or limit)
        times = line.groups()
        start_ms, end_ms = milliseconds(*times[:4]), milliseconds(*times[4:])
        if end_ms < start_ms:
            findings.append((line.start(), "This cue ends before it starts."))
        yield Cue(start, end, start_ms, end_ms)
        line = following
        count += 1
