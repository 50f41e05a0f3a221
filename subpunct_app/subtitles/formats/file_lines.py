"""Lines of a file: what ends them, which one an offset lies in, and blocks between cues."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from subpunct_app.subtitles.formats.document import Document, Remark

Finding = tuple[int, str]
_MANY = 20
LINE_END = re.compile(r"\r\n|\n|\r")
_BEHIND = re.compile(r">\s*\S+[ \t]+(\S.*)")
_NAMES = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}


def line_ends(text: str) -> str:
    """Return how the lines of a text end, `mixed` where they disagree, empty for one line."""
    found = set(LINE_END.findall(text))
    if len(found) > 1:
        return "mixed line ends"
    return _NAMES[found.pop()] if found else ""


def remarks_at(text: str, findings: Iterable[Finding]) -> tuple[Remark, ...]:
    """Turn findings into remarks in the order of the file; what is found too often becomes one."""
    ordered = sorted(set(findings))
    if not ordered:
        return ()
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]
    return tuple(Remark(bisect_right(starts, at), reason) for at, reason in _summed(ordered))


def _summed(findings: Sequence[Finding]) -> Iterator[Finding]:
    counts = Counter(reason for _, reason in findings)
    told: set[str] = set()
    for offset, reason in findings:
        if counts[reason] <= _MANY:
            yield offset, reason
        elif reason not in told:
            told.add(reason)
            yield offset, f"{reason} This is so {counts[reason]} times from here on."


def after_line(text: str, offset: int) -> int:
    """Return where the next line starts, given the end of a line without its line end."""
    end = LINE_END.match(text, offset)
    return end.end() if end else offset


def line_start(text: str, offset: int, floor: int = 0) -> int:
    """Return where the line that holds an offset begins, `floor` at the earliest."""
    return max(text.rfind("\n", floor, offset), text.rfind("\r", floor, offset), floor - 1) + 1


def line_before(text: str, start: int, floor: int) -> tuple[int, int]:
    """Return the span of the line above the one that starts at an offset, without its line end.

    Both ends are -1 where that line would begin before `floor`, itself the start of a line.
    """
    if start <= floor:
        return -1, -1
    end = start - 1
    if text[end] == "\n" and end > floor and text[end - 1] == "\r":
        end -= 1
    return line_start(text, end, floor), end


def filled_span(text: str, start: int, limit: int) -> tuple[int, int]:
    """Return a span of lines without blank ones at either end; blank lines within it stay.

    It ends before the end of its last line.
    """
    region = text[start:limit]
    filled = region.rstrip()
    if not filled:
        return start, start
    lead = len(region) - len(region.lstrip())
    begin = line_start(filled, lead)
    end = LINE_END.search(region, len(filled))
    return start + begin, start + (end.start() if end else len(region))


def behind_times(document: Document, cue: int) -> str:
    """Return what stands behind the times of a cue: settings or coordinates."""
    floor = document.cues[cue - 1].end if cue else 0
    line = line_before(document.text, document.cues[cue].start, floor)
    found = _BEHIND.search(document.text, *line)
    return found[1].strip() if found else ""


def filled_lines(text: str) -> str:
    """Return the lines that hold something: an empty one would end a cue."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
