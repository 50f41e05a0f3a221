"""Tell which cues of WebVTT hold what programs read, and nobody says."""

from __future__ import annotations

import re

from subpunct_app.subtitles.formats.document import Document, Format
from subpunct_app.subtitles.formats.webvtt import header_value

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
