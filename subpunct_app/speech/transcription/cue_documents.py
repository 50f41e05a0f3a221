"""Write cues of spoken words as documents, and put marks onto them where they are missing."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.decoding.proposing.pipeline import accepted, propose
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.languages.scripts import separator
from subpunct_app.subtitles.formats.document import Cue, Document
from subpunct_app.subtitles.formats.encoding import UTF8
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.writing.render import PieceKind, pieces
from subpunct_app.text.decisions import Edits
from subpunct_app.text.quantities import time_stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.recognition.cues import TimedCue
    from subpunct_app.speech.recognition.recogniser import SpokenWord
    from subpunct_app.subtitles.reading.transcript import Transcript


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
    return Document(PLAIN_TEXT, "\n".join(cue.text for cue in cues), UTF8, tuple(spans))


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


def mark(
    cues: Sequence[TimedCue], punctuator: Punctuator, language: str, task: Task
) -> list[SpokenWord]:
    """Return the words of cues with the marks and capitals that are missing.

    Missing they are in stretches without marks, or with so few that they stand there by chance,
    judged by how far apart marks stand elsewhere in the text: see `runs`. There the model decides
    anew about every mark and capital. Everywhere else the recogniser heard how it was said, which
    a model of text cannot: what it wrote stays.
    """
    proposal = propose(bare(cues), punctuator, Options(runs_only=True), task, language=language)
    return respelled(cues, proposal.transcript, accepted(proposal.suggestions, 0.0))


def respelled(cues: Sequence[TimedCue], transcript: Transcript, edits: Edits) -> list[SpokenWord]:
    """Return the words of cues as edits of a transcript of `bare` cues spell them."""
    return [
        word for index, cue in enumerate(cues) for word in _marked(transcript, index, cue, edits)
    ]


def _marked(
    transcript: Transcript, index: int, cue: TimedCue, edits: Edits
) -> Iterator[SpokenWord]:
    """Yield the words of a cue as the edits spell them."""
    old, new = cue.text, ["" for _ in cue.text]
    at = 0
    for piece in pieces(transcript, index, edits):
        if piece.kind is PieceKind.INSERTED:
            # A mark belongs to the letter before it, a sign at the head of a word to its letter.
            new[at - 1 if at and not old[at - 1].isspace() else at] += piece.text
            continue
        if piece.kind is not PieceKind.REMOVED:
            for offset, letter in enumerate(piece.text):
                new[at + offset] += letter
        at += len(piece.text)
    at = 0
    for word in cue.words:
        start = old.index(word.text, at)
        at = start + len(word.text)
        yield replace(word, text="".join(new[start:at]).strip() or word.text)
