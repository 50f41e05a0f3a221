"""The text of a cue as it is drawn over the picture: without markup, in styles and looks."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from subpunct_app.review.views.cue_runs import LEFT_OUT
from subpunct_app.subtitles.formats.cue_look import BoxPlace, Style, styles
from subpunct_app.subtitles.formats.markup import see_through

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from subpunct_app.review.views.cue_runs import Look, Run
    from subpunct_app.subtitles.formats.adapter import Format

_LINE_END = "\u2028"


class Part(NamedTuple):
    """A stretch of a caption that is drawn in one way."""

    text: str
    style: Style
    look: Look


@dataclass(frozen=True, slots=True)
class Caption:
    """What is shown of a cue, and where; lines end in U+2028 as Qt wants them."""

    parts: tuple[Part, ...]
    place: BoxPlace

    @property
    def text(self) -> str:
        """Return the text for reading."""
        return "".join(part.text for part in self.parts)


def caption(runs: Iterable[Run], kind: Format, place: BoxPlace) -> Caption:
    """Return a cue as it reads with everything that is accepted or open."""
    kept = [run for run in runs if run.look not in LEFT_OUT]
    raw = "".join(run.text for run in kept)
    ends = list(accumulate(len(run.text) for run in kept))
    styled = styles(raw)
    shown = see_through(raw, 0, len(raw), kind.markup)

    def drawn(letter: tuple[str, int]) -> tuple[Style, Look]:
        style = styled[bisect_right(styled, letter[1], key=itemgetter(0)) - 1][1]
        return style, kept[bisect_right(ends, letter[1])].look

    letters = _letters(zip(shown.text, shown.starts, strict=True))
    parts = (
        Part("".join(letter for letter, _ in group), style, look)
        for (style, look), group in groupby(letters, key=drawn)
    )
    return Caption(tuple(parts), place)


def _letters(shown: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Yield letters and their offsets, each line end as one; none at the start or the end."""
    held: list[tuple[str, int]] = []
    begun = False
    for letter, at in shown:
        if letter in "\r\n":
            held = held or [(_LINE_END, at)]
            continue
        if begun:
            yield from held
        held, begun = [], True
        yield letter, at
