"""Write cues of spoken words as a document, with the time of each word in it."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from subpunct_app.languages.scripts import separator
from subpunct_app.subtitles.formats.document import Cue, Document, Format
from subpunct_app.subtitles.formats.encoding import UTF8
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.text.clock import time_stamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.speech.recognition.cues import TimedCue


def bare(cues: Sequence[TimedCue]) -> Document:
    """Return cues as a document to read words from: their texts, with the times of the words.

    A cue ends with its last word here, so that the pauses between cues are silences.
    """
    spans = []
    at = 0
    for cue in cues:
        end = at + len(cue.text)
        first, last = cue.words[0], cue.words[-1]
        spans.append(Cue(at, end, first.start_ms, last.end_ms))
        at = end + 1
    return Document(Format.TEXT, "\n".join(cue.text for cue in cues), UTF8, tuple(spans))


def as_webvtt(cues: Sequence[TimedCue], language: str | None) -> Document:
    """Return cues as WebVTT, with the time before each word but the first of a cue."""
    heading = f"WEBVTT\nKind: captions\nLanguage: {language}" if language else "WEBVTT"
    blocks = [heading, *map(_block, cues)]
    return parse(("\n\n".join(blocks) + "\n").encode(), name="transcription.vtt")


def _block(cue: TimedCue) -> str:
    times = f"{time_stamp(cue.start_ms)} --> {time_stamp(cue.end_ms)}"
    shown_ms = cue.start_ms
    lines: list[str] = []
    for line in cue.lines:
        text, before = "", ""
        for word in line:
            text += separator(before, word.text)
            if shown_ms < word.start_ms < cue.end_ms and (text or lines):
                text += f"<{time_stamp(word.start_ms)}>"
                shown_ms = word.start_ms
            text += html.escape(word.text, quote=False)
            before = word.text
        lines.append(text)
    return "\n".join([times, *lines])
