"""Find the lines that rolling captions, as of YouTube, show again from one cue to the next."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from subpunct_app.subtitles.document import Document
from subpunct_app.subtitles.markup import see_through

_LINE = re.compile(r"\S[^\r\n]*")
_SAMPLE = 200
_LEAST = 4
# A screen of captions has no more rows; what repeats more lines, as a poem, does not roll.
_MOST = 15


class Roll:
    """Remember the lines of the last cue and which words of the transcript they hold."""

    def __init__(self) -> None:
        self._before: list[_Line] = []

    def known(self, shown: str, starts: Sequence[int], fresh: int) -> tuple[list[int], int]:
        """Return the words at the start of the next cue that the last one showed too.

        `starts` are the offsets of the words in the shown text, `fresh` is the index of the next
        new word. With the indices comes the offset where the repeated lines end.
        """
        lines = _lines_of(shown)
        count = _repeated(self._before, lines)
        known = [word for line in self._before[len(self._before) - count :] for word in line.words]
        end = lines[count - 1].end if count else 0
        if bisect_left(starts, end) != len(known):
            known, end = [], 0
        numbers = [*known, *range(fresh, fresh + len(starts) - len(known))]
        bounds = [0, *(bisect_left(starts, line.end) for line in lines)]
        self._before = [
            replace(line, words=tuple(numbers[at:to]))
            for line, (at, to) in zip(lines, pairwise(bounds), strict=True)
        ]
        return known, end


def is_rolling(document: Document) -> bool:
    """Tell whether most cues start with lines of the cue before."""
    sample = [
        _lines_of(see_through(document.text, *span, document.format).text)
        for span in islice(document.spans(), _SAMPLE)
    ]
    hits = sum(_repeated(before, lines) > 0 for before, lines in pairwise(sample))
    return hits >= _LEAST and hits * 2 >= len(sample)


def end_of_repeated(before: str, shown: str) -> int:
    """Return where in what a cue shows the lines end that the cue before showed last."""
    lines = _lines_of(shown)
    count = _repeated(_lines_of(before), lines)
    return lines[count - 1].end if count else 0


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    end: int
    words: tuple[int, ...] = ()


def _lines_of(shown: str) -> list[_Line]:
    """Return the lines of a shown text that are not blank."""
    return [_Line(" ".join(line[0].split()), line.end()) for line in _LINE.finditer(shown)]


def _repeated(before: Sequence[_Line], lines: Sequence[_Line]) -> int:
    """Return how many lines at the start of a cue are the last ones of the cue before."""
    for count in range(min(len(before), len(lines), _MOST), 0, -1):
        if all(a.text == b.text for a, b in zip(before[-count:], lines, strict=False)):
            return count
    return 0
