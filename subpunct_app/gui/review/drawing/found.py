"""Where hits lie in a cue as it is drawn, with marks that are only proposed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, starmap
from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.review.views.drawn import Look
from subpunct_app.subtitles.writing.fair_copy import hidden

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.review.editing.finding import Hit
    from subpunct_app.review.views.drawn import Run

# A run and an offset in its text.
RunOffset: TypeAlias = tuple[int, int]

_NOT_WRITTEN = frozenset({Look.INSERTED, Look.REPLACING, Look.DROPPED, Look.ASKED, Look.SLOT})


@dataclass(frozen=True, slots=True)
class Found:
    """A hit among the runs of a cue, and whether the editor looks at it."""

    start: RunOffset
    end: RunOffset
    current: bool


def found_in(runs: Sequence[Run], hits: Sequence[Hit], current: Hit | None) -> list[Found]:
    """Return where hits in the written text of a cue lie among the runs it is drawn with."""
    if not hits:
        return []
    places = [*_written(runs), (len(runs) - 1, len(runs[-1].text))] if runs else []
    return [
        Found(places[hit.start], _end(places, hit), hit == current)
        for hit in hits
        if hit.end < len(places)
    ]


def _end(places: Sequence[RunOffset], hit: Hit) -> RunOffset:
    """Return the place behind the last letter, before any mark that is only proposed."""
    if hit.start == hit.end:
        return places[hit.start]
    run, offset = places[hit.end - 1]
    return run, offset + 1


def _written(runs: Sequence[Run]) -> Iterator[RunOffset]:
    """Yield the place of every letter that would be written now; a line end counts as one."""
    whole = hidden("".join(run.text for run in runs))
    unseen = set(chain.from_iterable(starmap(range, whole)))
    start = 0
    for number, run in enumerate(runs):
        if run.look not in _NOT_WRITTEN:
            for offset, letter in enumerate(run.text):
                second = letter == "\n" and run.text[offset - 1 : offset] == "\r"
                if not second and start + offset not in unseen:
                    yield number, offset
        start += len(run.text)
