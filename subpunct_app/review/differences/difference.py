"""What differs between two documents, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from subpunct_app.review.differences.pieces import Piece, PieceKind


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
