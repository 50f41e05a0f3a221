"""Write accepted marks and cases into cues, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from subpunct_app.core.text import Case, Mark, Word
from subpunct_app.subtitles.document import Document, Format
from subpunct_app.subtitles.marks import CORE, MARKS
from subpunct_app.subtitles.markup import see_through
from subpunct_app.subtitles.transcript import Place, Transcript

Edits = Mapping[int, tuple[Mark, Case]]

_MARKS = re.compile(rf"(?P<inner>(?<={CORE})[{MARKS}]+(?={CORE})|(?<!\S)\.(?={CORE}))|[{MARKS}]+")


class PieceKind(StrEnum):
    """What became of a piece of a cue."""

    PLAIN = "plain"
    INSERTED = "inserted"
    REMOVED = "removed"
    RECASED = "recased"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a cue; `gap` is the gap whose edit made it, None where it is plain."""

    text: str
    kind: PieceKind = PieceKind.PLAIN
    gap: int | None = None


def pieces(transcript: Transcript, cue: int, edits: Edits) -> list[Piece]:
    """Return the cue in pieces; REMOVED ones are shown struck out and are not in the result."""
    span = transcript.document.cues[cue]
    found: list[Piece] = []
    at = span.start
    for change in _changes(transcript, cue, edits):
        _add_plain(found, transcript.document.text[at : change.start])
        found.extend(change.pieces)
        at = change.end
    _add_plain(found, transcript.document.text[at : span.end])
    return found


def render_cue(transcript: Transcript, cue: int, edits: Edits) -> str:
    """Return the new payload of a cue."""
    return "".join(
        piece.text
        for piece in pieces(transcript, cue, edits)
        if piece.kind is not PieceKind.REMOVED
    )


def render(transcript: Transcript, edits: Edits) -> Document:
    """Return the document with these edits; cues without edits stay as they are.

    An edit says which mark shall stand in a gap and how the word after it is written.
    """
    cues = {cue for gap in edits for cue in transcript.cues_of(gap)}
    return transcript.document.with_texts({cue: render_cue(transcript, cue, edits) for cue in cues})


def strip_marks(text: str, kind: Format) -> str:
    """Return what no edit may change: a text without marks, case and runs of spaces.

    Marks between two characters of one word stay, as in 3.14, 10:30 and U.S.A; tags and
    entities stay as they are written.
    """
    shown = see_through(text, 0, len(text), kind)
    kept: list[str] = []
    at = 0
    for marks in _MARKS.finditer(shown.text):
        for index in range(*marks.span()) if marks["inner"] is None else ():
            kept.append(text[at : shown.starts[index]])
            at = shown.ends[index]
    return " ".join("".join([*kept, text[at:]]).casefold().split())


@dataclass(frozen=True, slots=True)
class _Change:
    start: int
    end: int
    pieces: tuple[Piece, ...]


def _changes(transcript: Transcript, cue: int, edits: Edits) -> Iterator[_Change]:
    """Yield what the edits change in a cue, from its start to its end."""
    for place in transcript.places_of(cue):
        if place.word in edits:
            yield from _recasing(transcript.document, place, edits[place.word][1])
        if place.word + 1 in edits:
            yield from _remarking(transcript, place, edits[place.word + 1][0])


def _recasing(document: Document, place: Place, case: Case) -> Iterator[_Change]:
    spelling = _respelled(document, place, case)
    if spelling != document.text[place.start : place.end]:
        piece = Piece(spelling, PieceKind.RECASED, place.word)
        yield _Change(place.start, place.end, (piece,))


def _respelled(document: Document, place: Place, case: Case) -> str:
    """Return the raw spelling of a word in another case, its tags and entities untouched."""
    letters = list(document.text[place.start : place.end])
    shown = see_through(document.text, place.start, place.end, document.format)
    for letter, start, end in zip(case.apply(shown.text), shown.starts, shown.ends, strict=True):
        if end - start == 1:
            letters[start - place.start] = letter
    return "".join(letters)


def _remarking(transcript: Transcript, place: Place, mark: Mark) -> Iterator[_Change]:
    index = place.word + 1
    gap, word = transcript.gaps[index], transcript.words[place.word]
    if gap.fixed or mark is gap.current or _makes_entity(word, mark):
        return
    made = []
    if place.gap_start < place.gap_end:
        old = transcript.document.text[place.gap_start : place.gap_end]
        made.append(Piece(old, PieceKind.REMOVED, index))
    # The dot of an abbreviation ends the sentence too.
    if mark and not (mark is Mark.PERIOD and word.text.endswith(".")):
        made.append(Piece(mark.value, PieceKind.INSERTED, index))
    if made:
        yield _Change(place.gap_start, place.gap_end, tuple(made))


def _makes_entity(word: Word, mark: Mark) -> bool:
    return mark is Mark.SEMICOLON and "&" in word.text


def _add_plain(found: list[Piece], text: str) -> None:
    if text:
        found.append(Piece(text))
