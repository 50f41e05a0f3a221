"""Find the words of a text that surely are the ones heard at some time, to cut long work there.

After Moreno et al., "A recursive algorithm for the forced alignment of very long audio segments"
(1998): what a recogniser that expects the text hears as some words in a row is an island of
certainty; only what lies between islands is left to find.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.speech.alignment.sphinx import Heard

# Shorter runs of words may be alike by chance.
_LEAST_RUN = 3
# Nobody says more entries a second over a longer stretch.
_QUICKEST = 9.0

# A section ends at the longest silence that an anchor follows between these times.
_LEAST_MS = 8_000
_MOST_MS = 20_000
# Where only one end of a section is known: how far its sound may reach, for each entry and beyond.
_ENTRY_MS = 1_000
_SPARE_MS = 6_000
_MARGIN_MS = 60


@dataclass(frozen=True, slots=True)
class Anchor:
    """An entry of the text that is heard at a time, as are the ones on both sides of it.

    `before_ms` is when the one before it starts, `silence_ms` how long nothing is said between
    the two.
    """

    entry: int
    before_ms: int
    start_ms: int
    end_ms: int
    silence_ms: int


@dataclass(frozen=True, slots=True)
class _Run:
    entry: int
    heard: int
    size: int
    start_ms: int
    end_ms: int


def anchors(entries: Sequence[str], heard: Sequence[Heard], first: int = 0) -> list[Anchor]:
    """Return the anchors of a text, by time; its entries are counted from `first`.

    The first and the last entry of a run of them are none: their times may be off.
    """
    found = []
    for run in _plausible(_runs(entries, heard)):
        for at in range(1, run.size - 1):
            before, one = heard[run.heard + at - 1], heard[run.heard + at]
            silence_ms = one.start_ms - before.end_ms
            entry = first + run.entry + at
            found.append(Anchor(entry, before.start_ms, one.start_ms, one.end_ms, silence_ms))
    return found


def _runs(entries: Sequence[str], heard: Sequence[Heard]) -> Iterator[_Run]:
    script = Levenshtein.editops(entries, [one.entry for one in heard])
    for block in script.as_matching_blocks():
        if block.size >= _LEAST_RUN:
            start, end = heard[block.b].start_ms, heard[block.b + block.size - 1].end_ms
            yield _Run(block.a, block.b, block.size, start, end)


def _plausible(runs: Iterator[_Run]) -> list[_Run]:
    """Leave out the shorter of two runs that have too little time between them for the text."""
    kept: list[_Run] = []
    for run in runs:
        while kept and _is_hasty(kept[-1], run) and kept[-1].size < run.size:
            kept.pop()
        if not kept or not _is_hasty(kept[-1], run):
            kept.append(run)
    return kept


def _is_hasty(before: _Run, after: _Run) -> bool:
    entries = after.entry - before.entry - before.size
    return 1000 * entries > _QUICKEST * (after.start_ms - before.end_ms) + 1000


@dataclass(frozen=True, slots=True)
class Section:
    """Entries `first` to `end` of a text that are said between two times, in milliseconds.

    Only those from `kept` to `kept_end` are new: the others are said again by the sections
    beside it, and are there so that no word is cut.
    """

    first: int
    end: int
    kept: int
    kept_end: int
    start_ms: int
    end_ms: int


def sections(count: int, length_ms: int, anchors: Sequence[Anchor]) -> Iterator[Section]:
    """Yield the sections of a text of so many entries, in their order."""
    before: Anchor | None = None
    for cut in (*_cuts(anchors), None):
        kept = before.entry if before else 0
        kept_end = cut.entry if cut else count
        if kept < kept_end:
            start, end = _span(before, cut, kept_end - kept, length_ms)
            first = kept - 1 if before else 0
            yield Section(first, kept_end + 1 if cut else count, kept, kept_end, start, end)
        before = cut


def _span(
    before: Anchor | None, cut: Anchor | None, entries: int, length_ms: int
) -> tuple[int, int]:
    """Return the times of a section between two cuts, or from the start, or to the end."""
    reach = entries * _ENTRY_MS + _SPARE_MS
    start = before.before_ms - _MARGIN_MS if before else 0
    end = cut.end_ms + _MARGIN_MS if cut else length_ms
    if before is None and cut is not None:
        start = cut.start_ms - reach
    if before is not None and cut is None:
        end = before.start_ms + reach
    return max(0, start), min(length_ms, end)


def _cuts(anchors: Sequence[Anchor]) -> Iterator[Anchor]:
    since = 0
    near: list[Anchor] = []
    for anchor in anchors:
        while near and anchor.start_ms - since > _MOST_MS:
            best = _quietest(near)
            yield best
            since = best.start_ms
            near = [known for known in near if known.start_ms - since >= _LEAST_MS]
        if anchor.start_ms - since >= _LEAST_MS:
            near.append(anchor)
    if near:
        yield _quietest(near)


def _quietest(anchors: Sequence[Anchor]) -> Anchor:
    return max(reversed(anchors), key=lambda anchor: anchor.silence_ms)
