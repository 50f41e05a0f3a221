"""Write a difference as one page of HTML, old and new side by side, that needs only a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from subpunct_app.review.differences.difference import CueDifference, Difference
from subpunct_app.review.differences.pieces import PieceKind
from subpunct_app.review.differences.summary import clock, clocks, figures, verdict
from subpunct_app.runtime.pages import templates_of
from subpunct_app.subtitles.formats.encoding import legible


def render(difference: Difference, old: str, new: str) -> str:
    """Return the page about what differs between two files with these names."""
    templates = templates_of("subpunct_app.review.differences")
    templates.filters |= {"clock": clock, "clocks": clocks, "before": _before, "after": _after}
    return templates.get_template("difference.html.jinja").render(
        difference=difference,
        stretches=_stretches(difference.cues),
        verdict=verdict(difference),
        figures=figures(difference),
        old=old,
        new=new,
    )


def _stretches(cues: Sequence[CueDifference]) -> Iterator[tuple[bool, list[CueDifference]]]:
    """Yield cues that follow one another together, as all are changed or none is."""
    for changed, group in groupby(cues, attrgetter("changed")):
        yield changed, list(group)


def _before(cue: CueDifference) -> list[tuple[PieceKind, str]]:
    """Return what stood in a cue, in parts."""
    return _trimmed([(piece.kind, piece.old) for piece in cue.pieces])


def _after(cue: CueDifference) -> list[tuple[PieceKind, str]]:
    """Return what stands in a cue now, in parts."""
    return _trimmed([(piece.kind, piece.new) for piece in cue.pieces])


def _trimmed(parts: Sequence[tuple[PieceKind, str]]) -> list[tuple[PieceKind, str]]:
    """Return the parts that are not empty, to be read, without line ends at the start."""
    found = [(kind, legible(text)) for kind, text in parts if text]
    return [(found[0][0], found[0][1].lstrip("\r\n")), *found[1:]] if found else []
