"""Show a cue as it would be written now, and write a changed text back into its payload."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.markup import ESCAPE, TAG, TIMING
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import PieceKind, pieces
from subpunct_app.subtitles.writing.text_diff import Block
from subpunct_app.text.decisions import Edits

_TIMED = re.compile(TIMING)
_KARAOKE = rf"{TIMING}|</?c(?:\.[^<>\r\n]*)?>"
# What a text field cannot hold: line ends other than its own, half characters and what it uses.
_SPLIT = re.compile("(?P<line>\r\n|[\r\n\u2029])|(?P<odd>[\0\ud800-\udfff\ufdd0\ufdd1])")
_HIDDEN = re.compile(_KARAOKE)
_TAG = re.compile(f"{TAG}|{ESCAPE}")
_SPLIT_TIMED = re.compile(f"(?P<hidden>{_KARAOKE})|{_SPLIT.pattern}")
_SPLIT_BREAKS = re.compile(rf"(?P<break>\\N)|{_SPLIT.pattern}")
_ODD = "\ufffd"


class Segment(NamedTuple):
    """A stretch of a cue as it is shown, as it stands in the file and from which offset on.

    `gap` names the accepted suggestion that makes the two differ.
    """

    shown: str
    stored: str
    offset: int
    gap: int | None = None


class Move(NamedTuple):
    """A stretch of the old payload, by its offsets in the document, and its offset in the new."""

    start: int
    end: int
    new: int


@dataclass(frozen=True, slots=True)
class FairCopy:
    """One cue as it reads with every accepted mark; times of single words are not shown."""

    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """Return what there is to read and to edit; lines end in a line feed."""
        return "".join(segment.shown for segment in self.segments)

    def places(self) -> Callable[[int], int]:
        """Return a function that maps an offset in the document to one in the text."""
        ends = [segment.offset + len(segment.stored) for segment in self.segments]
        shown = [0, *accumulate(len(segment.shown) for segment in self.segments)]

        def place_of(offset: int) -> int:
            at = bisect_right(ends, offset)
            if at == len(self.segments):
                return shown[at]
            segment = self.segments[at]
            plain = len(segment.shown) == len(segment.stored)
            return shown[at] + (max(0, offset - segment.offset) if plain else 0)

        return place_of

    def written(
        self, blocks: Sequence[Block], text: str, line_end: str, kept: Callable[[Segment], bool]
    ) -> tuple[str, list[Move]]:
        """Return the payload that reads as the text, and where its unchanged stretches went.

        An accepted suggestion that is kept goes on to be one; others become part of the payload.
        """
        places = {place for block in blocks for place in (block.start, block.end)}
        writer = _Writer(_cut(self.segments, sorted(places)), kept)
        for block in blocks:
            if block.same:
                writer.copy(block.end)
                continue
            # A word that is added stands before the tag of the next one, but behind the first.
            if block.start < block.end or block.start == 0:
                writer.copy_markup(block.start)
            writer.add(text[block.new_start : block.new_end].replace("\n", line_end))
            writer.leave(block.end)
        writer.copy_markup(len(self.text))
        return "".join(writer.parts), writer.moves


def fair_copy(document: Document, cue: int) -> FairCopy:
    """Return a cue that nothing is suggested for."""
    return FairCopy(
        tuple(_segments(document, cue, [(document.cue_text(cue), PieceKind.PLAIN, None)]))
    )


def reviewed_copy(transcript: Transcript, cue: int, accepted: Edits) -> FairCopy:
    """Return a cue as it reads with what was accepted."""
    parts = [(piece.text, piece.kind, piece.gap) for piece in pieces(transcript, cue, accepted)]
    return FairCopy(tuple(_segments(transcript.document, cue, parts)))


def hidden(text: str) -> list[tuple[int, int]]:
    """Return the spans that a fair copy leaves out of a payload or a part of one."""
    return [found.span() for found in _HIDDEN.finditer(text)] if _TIMED.search(text) else []


def shown_tags(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the tags that a fair copy leaves in a payload or a part of one."""
    timed = _TIMED.search(text)
    for tag in _TAG.finditer(text):
        if not (timed and _HIDDEN.fullmatch(tag[0])):
            yield tag.span()


def without_hidden(text: str, instead: Callable[[str], str] = lambda _: "") -> str:
    """Return a payload, or a part of one, with something `instead` of what a fair copy hides."""
    if not _TIMED.search(text):
        return text
    return _HIDDEN.sub(lambda found: instead(found[0]), text)


def _segments(
    document: Document, cue: int, parts: Sequence[tuple[str, PieceKind, int | None]]
) -> Iterator[Segment]:
    at, end = document.cues[cue].start, document.cues[cue].end
    timed = document.format.timed and _TIMED.search(document.text, at, end)
    pattern = _SPLIT_TIMED if timed else _SPLIT_BREAKS if document.format.line_break else _SPLIT
    for text, kind, gap in parts:
        if kind is PieceKind.INSERTED:
            yield Segment(text, "", at, gap)
        elif kind is PieceKind.REMOVED:
            yield Segment("", text, at, gap)
            at += len(text)
        else:
            stored = document.text[at : at + len(text)]
            yield from _split(pattern, text, Segment(text, stored, at, gap))
            at += len(text)


def _split(pattern: re.Pattern[str], text: str, whole: Segment) -> Iterator[Segment]:
    """Yield a stretch whose letters stand one for one in the file, without what is not shown."""
    at = 0
    for found in pattern.finditer(text):
        yield from _stretch(text, whole, at, found.start())
        shown = {"line": "\n", "break": "\n", "odd": _ODD}.get(found.lastgroup or "", "")
        stored = whole.stored[found.start() : found.end()]
        yield Segment(shown, stored, whole.offset + found.start())
        at = found.end()
    yield from _stretch(text, whole, at, len(text))


def _stretch(text: str, whole: Segment, start: int, end: int) -> Iterator[Segment]:
    if start < end:
        yield _part(whole._replace(shown=text), start, end)


class _Writer:
    """Walk through the old text, segment by segment, and put together the new payload."""

    def __init__(
        self, segments: Iterable[tuple[int, Segment]], kept: Callable[[Segment], bool]
    ) -> None:
        self._left = deque(segments)
        self._kept = kept
        self._length = 0
        self.parts: list[str] = []
        self.moves: list[Move] = []

    def copy(self, end: int) -> None:
        """Take over what is shown up to a place, and the markup in it."""
        while self._left and self._left[0][0] < end:
            segment = self._left.popleft()[1]
            stays = segment.gap is None or self._kept(segment)
            self._add(segment.stored if stays else segment.shown, segment)

    def leave(self, end: int) -> None:
        """Leave out what is shown up to a place, but not the markup in it."""
        while self._left and self._left[0][0] < end:
            self._keep_markup(self._left.popleft()[1])

    def copy_markup(self, place: int) -> None:
        """Take over the markup at a place."""
        while self._left and self._left[0][0] == place and not self._left[0][1].shown:
            self._keep_markup(self._left.popleft()[1])

    def add(self, text: str) -> None:
        """Add what is new."""
        self.parts.append(text)
        self._length += len(text)

    def _keep_markup(self, segment: Segment) -> None:
        if not segment.shown and segment.gap is None:
            self._add(segment.stored, segment)

    def _add(self, text: str, segment: Segment) -> None:
        if text and len(text) == len(segment.stored):
            self.moves.append(Move(segment.offset, segment.offset + len(text), self._length))
        self.add(text)


def _cut(segments: Iterable[Segment], places: Sequence[int]) -> Iterator[tuple[int, Segment]]:
    """Yield the segments, each with its place in the shown text, parted at some sorted places."""
    at = 0
    for segment in segments:
        inner = slice(bisect_right(places, at), bisect_left(places, at + len(segment.shown)))
        cuts = [cut - at for cut in places[inner]]
        for start, end in pairwise([0, *cuts, len(segment.shown)]):
            yield at + start, _part(segment, start, end) if cuts else segment
        at += len(segment.shown)


def _part(segment: Segment, start: int, end: int) -> Segment:
    return Segment(
        segment.shown[start:end], segment.stored[start:end], segment.offset + start, segment.gap
    )
