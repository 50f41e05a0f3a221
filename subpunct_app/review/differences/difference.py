"""What differs between two texts, cue by cue and in pieces: marks, case, words, all else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from subpunct_app.languages.marks import MARKS, SIGNS
from subpunct_app.review.differences.alignment import Pairing
from subpunct_app.review.differences.lines import Line
from subpunct_app.subtitles.writing.text_diff import stretches
from subpunct_app.text.words import folded

_MARK = re.compile(rf"([{MARKS}{SIGNS}])\1*|-{{2,}}")
_PART = re.compile(rf"{_MARK.pattern}|\s+|.", re.DOTALL)


class PieceKind(StrEnum):
    """What became of a piece of a cue; OTHER is neither mark nor case nor word, as a quote."""

    KEPT = "kept"
    INSERTED = "inserted"
    REMOVED = "removed"
    REPLACED = "replaced"
    RECASED = "recased"
    REWORDED = "reworded"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a cue as it was and as it is; a KEPT one may differ in its spaces."""

    kind: PieceKind
    old: str
    new: str


def placed_pieces(pairing: Pairing) -> Iterator[tuple[int, Piece]]:
    """Yield the pieces of a cue, each with the old word that it is or that it comes after.

    What stands before the first word comes with the first word.
    """
    old, new, twins = pairing.old, pairing.new, pairing.twins
    if (old.words, old.gaps) == (new.words, new.gaps):
        yield 0, Piece(PieceKind.KEPT, old.shown, new.shown)
        return
    yield from zip(repeat(0), gap_pieces(old.gaps[0], new.gaps[0]))
    word = at = 0
    while word < len(old.words) or at < len(new.words):
        if word < len(twins) and twins[word] == at:
            yield word, _word_piece(old.words[word], new.words[at])
            behind = gap_pieces(old.gaps[word + 1], new.gaps[at + 1])
            yield from zip(repeat(word), behind)
            word, at = word + 1, at + 1
            continue
        next_word = next((at for at in range(word, len(twins)) if twins[at] >= 0), len(twins))
        next_at = twins[next_word] if next_word < len(twins) else len(new.words)
        others = _reworded(old, new, range(word, next_word), range(at, next_at))
        yield from zip(repeat(word), others)
        word, at = next_word, next_at


@lru_cache(maxsize=4096)
def gap_pieces(old: str, new: str) -> tuple[Piece, ...]:
    """Return what became of the marks, quotes and spaces between two words."""
    if old == new:
        return (Piece(PieceKind.KEPT, old, new),) if old else ()
    before, after = _parts(old), _parts(new)
    # From the end, so that of two spaces the one after a mark is paired, not that before it.
    names = [[" " if part.isspace() else part for part in parts] for parts in (before, after)]
    found = []
    for start, stop, at, end, _ in reversed(stretches(*names)):
        gone, come = before[start:stop][::-1], after[at:end][::-1]
        found += _exchanged(gone, come)
    return tuple(found)


@lru_cache(maxsize=4096)
def _word_piece(old: str, new: str) -> Piece:
    """Return what became of a word that stayed the same word."""
    if old == new:
        return Piece(PieceKind.KEPT, old, new)
    if folded(old) == folded(new):
        return Piece(PieceKind.RECASED, old, new)
    signs = [[letter for letter in word if letter in SIGNS] for word in (old, new)]
    return Piece(PieceKind.OTHER if signs[0] == signs[1] else _kind(*signs), old, new)


def _exchanged(gone: Sequence[str], come: Sequence[str]) -> list[Piece]:
    """Return what it is when parts of a gap become others; spaces alone are kept."""
    kind, old, new = _kind(gone, come), "".join(gone), "".join(come)
    if kind is not PieceKind.KEPT and old.isspace():
        return [Piece(kind, "", new), Piece(PieceKind.KEPT, old, "")]
    if kind is not PieceKind.KEPT and new.isspace():
        return [Piece(kind, old, ""), Piece(PieceKind.KEPT, "", new)]
    return [Piece(kind, old, new)]


def _parts(gap: str) -> list[str]:
    """Return the marks, spaces and other characters of a gap, the last one first."""
    return [part[0] for part in _PART.finditer(gap)][::-1]


def _kind(old: Sequence[str], new: Sequence[str]) -> PieceKind:
    """Return what kind of change it is when these parts of a gap become those."""
    gone, come = ([part for part in parts if _MARK.fullmatch(part)] for parts in (old, new))
    if _others(old) != _others(new):
        return PieceKind.OTHER
    if gone == come:
        return PieceKind.KEPT
    if not gone:
        return PieceKind.INSERTED
    return PieceKind.REPLACED if come else PieceKind.REMOVED


def _others(parts: Sequence[str]) -> list[str]:
    return [part for part in parts if not (part.isspace() or _MARK.fullmatch(part))]


def _reworded(old: Line, new: Line, words: range, others: range) -> Iterator[Piece]:
    """Yield words that became others, and the gap after them where both texts have one."""
    gone, come = _joined(old, words), _joined(new, others)
    if words and others:
        yield Piece(PieceKind.REWORDED, gone, come)
        yield from gap_pieces(old.gaps[words.stop], new.gaps[others.stop])
        return
    gone += old.gaps[words.stop] if words else ""
    come += new.gaps[others.stop] if others else ""
    yield Piece(PieceKind.REWORDED, gone, come)


def _joined(line: Line, words: range) -> str:
    inner = (line.gaps[word + 1] + line.words[word + 1] for word in words[:-1])
    return "".join([line.words[words.start], *inner]) if words else ""


class Times(NamedTuple):
    """Start and end in milliseconds."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CueDifference:
    """What became of a cue of the old document; `cue` is its index.

    `new_times` are those of the new cues that hold its words. Times are None where a document
    has none, or where nothing of the cue is left.
    """

    cue: int
    pieces: tuple[Piece, ...]
    times: Times | None
    new_times: Times | None

    @property
    def retimed(self) -> bool:
        """Tell whether the cue comes or goes at another time."""
        return None not in (self.times, self.new_times) and self.times != self.new_times

    @property
    def changed(self) -> bool:
        """Tell whether anything that a viewer sees has changed, other than spaces."""
        return self.retimed or any(piece.kind is not PieceKind.KEPT for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Totals:
    """How much differs; what rolling captions show again counts once.

    `words` are those that came, went or became others, `others` what is neither a mark nor a
    letter, as a quote, `times` cues, `tags` and `lines` cues with other ones.
    """

    added: int = 0
    removed: int = 0
    replaced: int = 0
    capitals: int = 0
    words: int = 0
    others: int = 0
    times: int = 0
    tags: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two documents, for every cue of the old one.

    `timed` tells that both have times, `times_differ` that words come or go at other times, or
    that the lists of times are not the same, `tags_differ` that cues do whose format has the same
    tags, `beside_differs` that something else than cues does (see `differs_beside`). `identical`
    documents are the same to the byte.
    """

    cues: tuple[CueDifference, ...]
    totals: Totals
    old_cues: int
    new_cues: int
    timed: bool
    times_differ: bool
    tags_differ: bool
    beside_differs: bool
    identical: bool

    @property
    def words_differ(self) -> bool:
        """Tell whether a word came, went or became another one."""
        return self.totals.words > 0

    @property
    def only_marks_and_case(self) -> bool:
        """Tell whether subpunct could have made the new document of the old one."""
        otherwise = self.totals.others or self.tags_differ or self.beside_differs
        return not (self.words_differ or self.times_differ or otherwise)
