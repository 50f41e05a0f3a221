"""Cut a text and its sound at anchors, into sections short enough to be aligned at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.speech.alignment.anchors import Anchor

# A section ends at the longest silence that an anchor follows between these times.
_LEAST_MS = 8_000
_MOST_MS = 20_000
# Where only one end of a section is known: how far its sound may reach, for each entry and beyond.
_ENTRY_MS = 1_000
_SPARE_MS = 6_000
_MARGIN_MS = 60


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
    """Yield the anchors before which the text is cut."""
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
    """Return the last of the anchors with the longest silence."""
    return max(reversed(anchors), key=lambda anchor: anchor.silence_ms)
