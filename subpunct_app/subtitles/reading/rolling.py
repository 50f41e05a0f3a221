"""Find the lines that rolling captions, as of YouTube, show again from one cue to the next.

The last of them may have grown meanwhile, as where captions appear word by word. The case of a word
and the signs around it may be others, as where they show which word is said now.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise

from subpunct_app.languages.marks import MARKS, QUOTES
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.text.words import folded

_LINE = re.compile(r"\S[^\r\n]*")
_RUN = re.compile(r"\S+")
_AROUND = f"{MARKS}{QUOTES}()_~|"
# So many cues tell whether the others roll.
SAMPLE = 200
_LEAST = 4
# Of a screen of captions; what repeats more lines, as a poem, does not roll.
ROWS = 15


class Roll:
    """Remember the lines of the last cue and which words of the transcript they hold."""

    def __init__(self) -> None:
        self._before: Sequence[_Line] = []

    def known(self, shown: str, starts: Sequence[int], fresh: int) -> tuple[list[int], int]:
        """Return the words at the start of the next cue that the last one showed too.

        `starts` are the offsets of the words in the shown text, `fresh` is the index of the next
        new word. With the indices comes the offset where the repeated lines end.
        """
        lines = _lines_of(shown)
        count, end = _repeated(self._before, lines)
        known = [word for line in self._before[len(self._before) - count :] for word in line.words]
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
    spans = islice(document.spans(), SAMPLE)
    sample = [_lines_of(document.shown(*span).text) for span in spans]
    hits = sum(_repeated(before, lines)[0] > 0 for before, lines in pairwise(sample))
    return hits >= _LEAST and hits * 2 >= len(sample)


def end_of_repeated(before: str, shown: str) -> int:
    """Return where in what a cue shows the lines end that the cue before showed last."""
    return _repeated(_lines_of(before), _lines_of(shown))[1]


@dataclass(frozen=True, slots=True)
class _Line:
    runs: tuple[str, ...]
    ends: tuple[int, ...]
    words: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        return self.ends[-1]

    def end_of(self, begun: tuple[str, ...]) -> int | None:
        """Return where what a line began with ends in it, None where it began otherwise."""
        return self.ends[len(begun) - 1] if self.runs[: len(begun)] == begun else None


@lru_cache(maxsize=2 * SAMPLE)
def _lines_of(shown: str) -> tuple[_Line, ...]:
    """Return the lines of a shown text that are not blank; edits look at the first ones again."""
    found = []
    for line in _LINE.finditer(shown):
        runs = list(_RUN.finditer(shown, *line.span()))
        # Without what may be added to show that a word is said now.
        bare = tuple(folded(run[0].strip(_AROUND)) or run[0] for run in runs)
        found.append(_Line(bare, tuple(run.end() for run in runs)))
    return tuple(found)


def _repeated(before: Sequence[_Line], lines: Sequence[_Line]) -> tuple[int, int]:
    """Return how many lines at the start of a cue are the last of the cue before, and their end."""
    for count in range(min(len(before), len(lines), ROWS), 0, -1):
        if all(a.runs == b.runs for a, b in zip(before[-count:-1], lines, strict=False)):
            end = lines[count - 1].end_of(before[-1].runs)
            if end is not None:
                return count, end
    return 0, 0
