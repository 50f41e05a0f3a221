"""Put marks and capitals onto words where a recogniser left them out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.decoding.proposing.pipeline import accepted, propose
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.speech.transcription.layout import bare
from subpunct_app.subtitles.writing.render import PieceKind, pieces
from subpunct_app.text.verdicts import Edits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.models.base import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.recognition.cues import TimedCue
    from subpunct_app.speech.recognition.spoken import SpokenWord
    from subpunct_app.subtitles.reading.transcript import Transcript


def mark(
    cues: Sequence[TimedCue], punctuator: Punctuator, language: str, task: Task
) -> list[SpokenWord]:
    """Return the words of cues with the marks and capitals that are missing.

    Missing they are in stretches without marks, or with so few that they stand there by chance,
    judged by how far apart marks stand elsewhere in the text: see `runs`. There the model decides
    anew about every mark and capital. Everywhere else the recogniser heard how it was said, which
    a model of text cannot: what it wrote stays.
    """
    proposal = propose(bare(cues), punctuator, Options(), task, language=language, runs_only=True)
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
    yield from _spelled(cue, old, new)


def _spelled(cue: TimedCue, old: str, new: Sequence[str]) -> Iterator[SpokenWord]:
    at = 0
    for word in cue.words:
        start = old.index(word.text, at)
        at = start + len(word.text)
        text = "".join(new[start:at]).strip()
        yield replace(word, text=text or word.text)
