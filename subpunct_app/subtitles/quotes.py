"""Find where a mark goes beside the quotes that close after a word."""

from __future__ import annotations

import re

from subpunct_app.core.text import Mark
from subpunct_app.subtitles.marks import QUOTES
from subpunct_app.subtitles.markup import see_through
from subpunct_app.subtitles.signs import Edits, final_mark
from subpunct_app.subtitles.transcript import Place, Transcript
from subpunct_app.subtitles.typography import NARROW, NO_BREAK, Typography, typography

_CLOSER = rf"[{QUOTES})\]}}）］】]"
_CLOSING = re.compile(f"{_CLOSER}+")
_SPACED_CLOSING = re.compile(rf"(?:{_CLOSER}|[ {NO_BREAK}{NARROW}]»)+")
_OPENING = re.compile(rf"(?<![^\s(\[])[{QUOTES}](?=[ {NO_BREAK}{NARROW}]?[^\s{QUOTES}])")
# Where words stand side by side, only the form of a quote tells what it does.
_CLOSING_FORM = re.compile(r"[”’」』)）］】》〉]+")
_OPENING_FORM = re.compile(r"[“‘「『《〈]")


def mark_place(transcript: Transcript, place: Place, mark: Mark, edits: Edits) -> int:
    """Return where to insert a mark after a word: right after it, or behind closing quotes.

    A full stop stays in the quotes where they hold a whole sentence, unless the language wants
    it outside all the same.
    """
    written = typography(transcript.language)
    if mark not in written.outside:
        return place.gap_start
    at = _quotes_end(transcript, place, written)
    whole = mark is Mark.PERIOD and at > place.gap_start and not written.strict
    return place.gap_start if whole and _holds_sentence(transcript, place, edits) else at


def _quotes_end(transcript: Transcript, place: Place, written: Typography) -> int:
    document = transcript.document
    end = document.cues[place.cue].end
    shown = see_through(document.text, place.gap_start, end, document.format)
    closing = _SPACED_CLOSING if " " in written.spaces else _CLOSING
    found = (closing if written.spaced else _CLOSING_FORM).match(shown.text)
    return shown.ends[found.end() - 1] if found else place.gap_start


def _holds_sentence(transcript: Transcript, place: Place, edits: Edits) -> bool:
    """Tell whether the quotes that close after a word opened with a sentence, or cues ago."""
    document = transcript.document
    start = document.cues[place.cue].start
    shown = see_through(document.text, start, place.end, document.format)
    opening = _OPENING if typography(transcript.language).spaced else _OPENING_FORM
    opened = [found.start() for found in opening.finditer(shown.text)]
    if not opened:
        return True
    at = shown.starts[opened[-1]]
    first = next(other.word for other in transcript.places_of(place.cue) if other.start > at)
    before = final_mark(transcript, edits, first)
    begins = before.ends_sentence or before in {Mark.COLON, Mark.ELLIPSIS}
    return begins or first == 0 or transcript.gaps[first].turn
