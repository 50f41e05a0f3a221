"""Find the lines that rolling captions, as of YouTube, show again from one cue to the next.

The last of them may have grown meanwhile, as where captions appear word by word. The case of a word
and the signs around it may be others, as where they show which word is said now. Elsewhere a cue
may stand twice where two segments of a stream meet.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise

from subpunct_app.languages.marks import MARKS, QUOTES
from subpunct_app.subtitles.formats.document import Cue, Document
from subpunct_app.text.words import folded

_LINE = re.compile(r"\S[^\r\n]*")
_RUN = re.compile(r"\S+")
_AROUND = f"{MARKS}{QUOTES}()_~|"
_HEADER = re.compile(r"(?<![^\r\n])WEBVTT")
_SAMPLE = 200
_LEAST = 4
# Of a screen of captions; what repeats more lines, as a poem, does not roll.
ROWS = 15


class Roll:
    """Remember the lines of the last cue and which words of the transcript they hold.

    `doubles` are the only cues that show lines again, None where any may.
    """

    def __init__(self, doubles: Container[int] | None = None) -> None:
        self._before: Sequence[_Line] = []
        self._doubles = doubles

    @classmethod
    def of(cls, document: Document) -> Roll | None:
        """Return a roll to read a document with, None where no cue shows lines again."""
        if is_rolling(document):
            return cls()
        doubles = frozenset(_doubles(document))
        return cls(doubles) if doubles else None

    def known(
        self, cue: int, shown: str, starts: Sequence[int], fresh: int
    ) -> tuple[list[int], int]:
        """Return the words at the start of the next cue that the last one showed too.

        `starts` are the offsets of the words in the shown text, `fresh` is the index of the next
        new word. With the indices comes the offset where the repeated lines end.
        """
        lines = _lines_of(shown)
        may_repeat = self._doubles is None or cue in self._doubles
        count, end = _repeated(self._before, lines) if may_repeat else (0, 0)
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
    sample = [_lines_in(document, *span) for span in islice(document.spans(), _SAMPLE)]
    hits = sum(_repeated(before, lines)[0] > 0 for before, lines in pairwise(sample))
    return hits >= _LEAST and hits * 2 >= len(sample)


def shows_again(document: Document, changed: Sequence[int]) -> bool:
    """Tell whether any cue shows lines again since some changed, where none did before."""
    beside = {at for cue in changed for at in (cue, cue + 1) if 0 < at < len(document.cues)}
    near = min(changed) < _SAMPLE or not document.format.timed
    return any(_is_double(document, at) for at in beside) or (near and is_rolling(document))


def end_of_repeated(before: str, shown: str) -> int:
    """Return where in what a cue shows the lines end that the cue before showed last."""
    return _repeated(_lines_of(before), _lines_of(shown))[1]


def _doubles(document: Document) -> Iterator[int]:
    """Yield the cues that say the same at the same time as the cue before.

    So it is where the segments of a stream were put end to end, with their headers or without;
    the times of some begin anew.
    """
    text, cues = document.text, document.cues
    joined = bool(cues) and cues[0].start_ms is not None and text.find("WEBVTT", cues[0].start) >= 0
    for index, (before, cue) in enumerate(pairwise(cues), 1):
        if (joined or before[2:4] == cue[2:4]) and _is_double(document, index):
            yield index


def _is_double(document: Document, index: int) -> bool:
    """Tell whether a cue that is not the first one says the same again at the same time."""
    before, cue = document.cues[index - 1 : index + 1]
    at_once = before[2:4] == cue[2:4] and cue.start_ms != cue.end_ms
    if not at_once and not _follows_header(document, before, cue):
        return False
    old, new = (_lines_in(document, each.start, each.end) for each in (before, cue))
    return [line.runs for line in old] == [line.runs for line in new]


def _follows_header(document: Document, before: Cue, cue: Cue) -> bool:
    timed = document.cues[0].start_ms is not None
    return timed and _HEADER.search(document.text, before.end, cue.start) is not None


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


def _lines_in(document: Document, start: int, end: int) -> Sequence[_Line]:
    return _lines_of(document.shown(start, end).text)


@lru_cache(maxsize=2 * _SAMPLE)
def _lines_of(shown: str) -> tuple[_Line, ...]:
    """Return the lines of a shown text that are not blank; edits look at the first ones again."""
    lines = _LINE.finditer(shown)
    return tuple(_line_of(list(_RUN.finditer(shown, *line.span()))) for line in lines)


def _line_of(runs: Sequence[re.Match[str]]) -> _Line:
    return _Line(tuple(_bare(run[0]) for run in runs), tuple(run.end() for run in runs))


def _bare(run: str) -> str:
    """Return a run of letters without what may be added to show that it is said now."""
    return folded(run.strip(_AROUND)) or run


def _repeated(before: Sequence[_Line], lines: Sequence[_Line]) -> tuple[int, int]:
    """Return how many lines at the start of a cue are the last of the cue before, and their end."""
    for count in range(min(len(before), len(lines), ROWS), 0, -1):
        if all(a.runs == b.runs for a, b in zip(before[-count:-1], lines, strict=False)):
            end = lines[count - 1].end_of(before[-1].runs)
            if end is not None:
                return count, end
    return 0, 0
