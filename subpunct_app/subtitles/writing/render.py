"""Write accepted marks and cases into cues, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.marks import SIGNS, fills_line
from subpunct_app.languages.typography import NARROW, NO_BREAK, Typography
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.reading.transcript import Place, Transcript
from subpunct_app.subtitles.writing.mark_placement import (
    Quotes,
    SignChange,
    final_mark,
    sign_changes,
)
from subpunct_app.text.decisions import Edits
from subpunct_app.text.words import Case, Mark


class PieceKind(StrEnum):
    """What became of a piece of a cue."""

    PLAIN = "plain"
    INSERTED = "inserted"
    REMOVED = "removed"
    RECASED = "recased"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a cue; `gap` is the gap whose edit made it, None where it is plain.

    What is `repeated` rolling captions showed in the cue before, what is `unread` is in another
    language than the rest.
    """

    text: str
    kind: PieceKind = PieceKind.PLAIN
    gap: int | None = None
    repeated: bool = False
    unread: bool = False


def pieces(transcript: Transcript, cue: int, edits: Edits) -> list[Piece]:
    """Return the cue in pieces; REMOVED ones are shown struck out and are not in the result."""
    return _pieces(
        transcript, cue, edits, sign_changes(transcript, edits, transcript.words_of(cue))
    )


def render_cue(transcript: Transcript, cue: int, edits: Edits) -> str:
    """Return the new payload of a cue."""
    return _joined(pieces(transcript, cue, edits))


def render(transcript: Transcript, edits: Edits) -> Document:
    """Return the document with these edits; cues without edits stay as they are.

    An edit says which mark shall stand in a gap and how the word after it is written.
    """
    signs = sign_changes(transcript, edits, range(len(transcript.words)))
    words = {word for gap in edits for word in (gap - 1, gap)} & set(range(len(transcript.words)))
    cues = {cue for word in words | signs.keys() for cue in transcript.cues_with(word)}
    return transcript.document.with_texts(
        {cue: _joined(_pieces(transcript, cue, edits, signs)) for cue in cues}
    )


@dataclass(frozen=True, slots=True)
class _Change:
    start: int
    end: int
    pieces: tuple[Piece, ...]


def _pieces(
    transcript: Transcript, cue: int, edits: Edits, signs: Mapping[int, SignChange]
) -> list[Piece]:
    span = transcript.document.cues[cue]
    found: list[Piece] = []
    at, new = span.start, transcript.end_of_repeated(cue)
    unread = transcript.unread.get(cue, (0, 0))
    for change in _changes(transcript, cue, edits, signs):
        found.extend(_unchanged(transcript.document, range(at, change.start), new, unread))
        repeated = 0 < change.end <= new
        found.extend(replace(piece, repeated=repeated) for piece in change.pieces)
        at = change.end
    found.extend(_unchanged(transcript.document, range(at, span.end), new, unread))
    return found


def _joined(found: Sequence[Piece]) -> str:
    return "".join(piece.text for piece in found if piece.kind is not PieceKind.REMOVED)


def _changes(
    transcript: Transcript, cue: int, edits: Edits, signs: Mapping[int, SignChange]
) -> Iterator[_Change]:
    """Yield what the edits change in a cue, from its start to its end."""
    at = transcript.document.cues[cue].start
    quotes = Quotes(transcript, cue, edits)
    for place in transcript.places_of(cue):
        cuts = list(_sign_cuts(transcript, place, at, signs.get(place.word)))
        if place.word in edits or cuts:
            case = edits[place.word].case if place.word in edits else Case.KEEP
            yield from cuts
            new = _respelled(transcript, place, case)
            if new != transcript.document.text[place.start : place.end]:
                piece = Piece(new, PieceKind.RECASED, place.word)
                yield _Change(place.start, place.end, (piece,))
        if place.word + 1 in edits:
            yield from _remarking(transcript, place, edits, quotes)
        at = max(place.end, place.gap_end)


def _sign_cuts(
    transcript: Transcript, place: Place, before: int, change: SignChange | None
) -> Iterator[_Change]:
    """Yield the signs that go and come at a word, from left to right."""
    if change is None:
        return
    document, text = transcript.document, transcript.document.text
    # Where only signs part a word from the one before in its cue, they belong to both.
    signs = not document.shown(before, place.start).text.strip(SIGNS)
    start = place.start if signs and before > document.cues[place.cue].start else before
    cuts = [
        _Change(at, at + 1, (Piece(text[at], PieceKind.REMOVED, change.gap),))
        for at in range(start, place.start)
        if text[at] in change.removed and not fills_line(text, at, at + 1)
    ]
    if change.added:
        piece = Piece(change.added, PieceKind.INSERTED, change.gap)
        cuts.append(_Change(place.start, place.start, (piece,)))
    yield from sorted(cuts, key=lambda cut: (cut.start, cut.end))


def _respelled(transcript: Transcript, place: Place, case: Case) -> str:
    """Return the raw spelling of a word in another case, its tags and entities untouched.

    Where it alone is in capitals, it is the word that is said now, and stays so.
    """
    document = transcript.document
    letters = list(document.text[place.start : place.end])
    shown = document.shown(place.start, place.end)
    if shown.text.isupper() and not transcript.words[place.word].text.isupper():
        return "".join(letters)
    spelling = case.apply(shown.text, transcript.language_of(place.cue))
    for letter, start, end in zip(spelling, shown.starts, shown.ends, strict=True):
        # A large N behind a backslash would be the end of a line.
        if end - start == 1 and document.text[start - 1 : start] != "\\":
            letters[start - place.start] = letter
    return "".join(letters)


def _remarking(
    transcript: Transcript, place: Place, edits: Edits, quotes: Quotes
) -> Iterator[_Change]:
    """Yield another mark after a word."""
    index = place.word + 1
    mark = final_mark(transcript, edits, index)
    if mark is transcript.gaps[index].current:
        return
    text, start = transcript.document.text, place.gap_start
    old = text[start : place.gap_end]
    written = language_data(transcript.language_of(place.cue)).typography
    new = _spelled(transcript.document, mark, written)
    # The dot of an abbreviation ends the sentence too.
    if new == "." and transcript.words[place.word].text.endswith("."):
        new = ""
    if new == old:
        return
    # A mark that stood apart leaves no second space behind.
    if not new and text[start - 1] == " " and text[place.gap_end : place.gap_end + 1].isspace():
        start -= 1
        old = f" {old}"
    at = start if old else quotes.mark_place(place, mark)
    made = [Piece(old, PieceKind.REMOVED, index)] if old else []
    if new:
        made.append(Piece(new, PieceKind.INSERTED, index))
    yield _Change(at, place.gap_end if old else at, tuple(made))


def _spelled(document: Document, mark: Mark, written: Typography) -> str:
    """Return how a mark is written, with a wider space where the encoding has no narrow one."""
    spelling = written.spelled(mark)
    if NARROW in spelling and not document.encoding.holds(NARROW):
        return spelling.replace(NARROW, NO_BREAK)
    return spelling


def _unchanged(
    document: Document, within: range, new: int, unread: tuple[int, int]
) -> Iterator[Piece]:
    """Yield what lies between two offsets, parted where what is shown again or not read ends."""
    inner = sorted(at for at in (new, *unread) if within.start < at < within.stop)
    for at, to in pairwise((within.start, *inner, within.stop)):
        if at < to:
            again, left = to <= new, unread[0] <= at < unread[1]
            yield Piece(document.text[at:to], repeated=again, unread=left)
