"""Find the cue that a number, a time or a line of the file means."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.formats.text_lines import LINE_END
from subpunct_app.text.clock import milliseconds

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.document import Document

_NUMBER = re.compile(r"#?\s*(\d{1,9})")
_TIME = re.compile(r"(?:(?:(\d{1,9}):)?(\d{1,9}):)?(\d{1,9})(?:[.,](\d{1,3}))?")
_HINT = "Type a number such as 118, or a time such as 1:02:03,5."


def locate(document: Document, text: str) -> int:
    """Return the cue of this number, or the one shown at this time or next after it.

    Raise SettingsError where the text is neither, or beyond the end.
    """
    number = _NUMBER.fullmatch(text.strip())
    if number:
        return _numbered(document, int(number[1]))
    time = _TIME.fullmatch(text.strip())
    if time is None:
        raise SettingsError(f"“{text.strip()}” is no cue and no time.", _HINT)
    return _shown_at(document, milliseconds(*time.groups(default="0")))


def cue_near(document: Document, line: int) -> int:
    """Return the cue that holds a line of a file, counted from 1, or comes next."""
    ends = LINE_END.finditer(document.text)
    start = next((end.end() for end in islice(ends, line - 2, None)), 0) if line > 1 else 0
    nearest = bisect_left(document.cues, start, key=attrgetter("end"))
    return min(nearest, max(0, len(document.cues) - 1))


def _numbered(document: Document, number: int) -> int:
    if not 1 <= number <= len(document.cues):
        raise SettingsError(f"There is no cue {number:,}: the last one is {len(document.cues):,}.")
    return number - 1


def _shown_at(document: Document, time_ms: int) -> int:
    for index, cue in enumerate(document.cues):
        if cue.end_ms is not None and cue.end_ms > time_ms:
            return index
    raise SettingsError("No cue is shown then or later.", _HINT)
