"""Find the cue that an editor means by a number or a time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from subpunct_app.core.clock import milliseconds
from subpunct_app.core.errors import SettingsError

if TYPE_CHECKING:
    from subpunct_app.subtitles.files.document import Document

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


def _numbered(document: Document, number: int) -> int:
    if not 1 <= number <= len(document.cues):
        raise SettingsError(f"There is no cue {number:,}: the last one is {len(document.cues):,}.")
    return number - 1


def _shown_at(document: Document, time_ms: int) -> int:
    for index, cue in enumerate(document.cues):
        if cue.end_ms is not None and cue.end_ms > time_ms:
            return index
    raise SettingsError("No cue is shown then or later.", _HINT)
