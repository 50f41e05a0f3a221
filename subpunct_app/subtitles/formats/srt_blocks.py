"""Find the well-formed blocks of a SubRip file quickly, and leave all else to a patient reader."""

from __future__ import annotations

import re
from collections.abc import Iterator

from subpunct_app.subtitles.formats.document import Cue

# Invisible characters that editors of right-to-left languages leave around numbers and times.
HIDDEN = "\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"
SPACE = rf"(?:[^\S\r\n]|[{HIDDEN}])"
CLOCK_MARK = "[:：;.,，،]"
DASHED_ARROW = r"(?:[-–—][^\S\r\n]?){1,3}>{1,2}"

# The file begins here, or the line above is empty: searching for what is neither is quicker.
_BLOCK_START = r"(?<![^\n])(?<![^\r\n]\n)(?<![^\n]\r\n)"
_END = r"\r?\n"
_CLOCK = "([0-9]{2}:[0-5][0-9]):([0-5][0-9]),([0-9]{3})"
# Neither blank nor a time line, be it damaged, which most lines show by their first character. A
# line matches in one way only, so that nothing is tried twice.
_TIMES = rf"[−-]?\d{{1,9}}{SPACE}?{CLOCK_MARK}|{DASHED_ARROW}"
_LINE = rf"(?:[^\s\d−–—{HIDDEN}-]|(?!{_TIMES})[\d−–—-])[^\r\n]*+"
_BLOCK = re.compile(
    rf"{_BLOCK_START}([0-9]{{1,9}}){_END}{_CLOCK} --> {_CLOCK}({_END})"
    rf"{_LINE}(?:{_END}{_LINE})*({_END}){_END}"
)
# The payload itself is no group: as one it would be copied.
_BEFORE_PAYLOAD, _AFTER_PAYLOAD = 8, 9
_SECONDS = {f"{value:02}": value * 1000 for value in range(60)}
_FRACTIONS = {f"{value:03}": value for value in range(1000)}


class _Minutes(dict[str, int]):
    """Milliseconds of hours and minutes, of which there are but 6000, each read once."""

    def __missing__(self, clock: str) -> int:
        self[clock] = (int(clock[:2]) * 60 + int(clock[3:])) * 60_000
        return self[clock]


_MINUTES = _Minutes()


def blocks(text: str) -> Iterator[tuple[tuple[int, int], Cue]]:
    """Yield the span of each well-formed block, its blank line included, and its cue.

    Where the next block starts at the end of one, a patient reader finds the very same cue.
    """
    make = tuple.__new__  # what Cue() does, but for a Python call a cue
    for block in _BLOCK.finditer(text):
        number, minutes, seconds, part, end_minutes, end_seconds, end_part, _, _ = block.groups()
        start_ms = _MINUTES[minutes] + _SECONDS[seconds] + _FRACTIONS[part]
        end_ms = _MINUTES[end_minutes] + _SECONDS[end_seconds] + _FRACTIONS[end_part]
        if start_ms <= end_ms:
            start, end = block.end(_BEFORE_PAYLOAD), block.start(_AFTER_PAYLOAD)
            yield block.span(), make(Cue, (start, end, start_ms, end_ms, number, False))
