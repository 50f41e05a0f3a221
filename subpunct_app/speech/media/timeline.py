"""Which cues are shown at a time; cues may overlap and stand in any order."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.subtitles.formats.document import Cue


class Timeline:
    """Find the cues of a document by time; made in one pass, asked in logarithmic time."""

    def __init__(self, cues: Sequence[Cue] = ()) -> None:
        timed = [
            (cue.start_ms, cue.end_ms, index)
            for index, cue in enumerate(cues)
            if cue.start_ms is not None and cue.end_ms is not None and cue.start_ms < cue.end_ms
        ]
        timed.sort()
        self._starts = [start for start, _, _ in timed]
        self._ends = [end for _, end, _ in timed]
        self._cues = [index for _, _, index in timed]
        # The latest end so far tells where to stop looking back.
        self._latest = list(accumulate(self._ends, max))

    def at(self, time_ms: int) -> list[int]:
        """Return the cues that are shown at a time, the one that came last at the end."""
        found = []
        at = bisect_right(self._starts, time_ms) - 1
        while at >= 0 and self._latest[at] > time_ms:
            if self._ends[at] > time_ms:
                found.append(self._cues[at])
            at -= 1
        return found[::-1]
