"""What lies on a waveform, kept so that only what is in view is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Span = tuple[int, int]

_BOLD_SHARE = 0.1
_LEAST_BOLD_DOUBT = 0.15


@dataclass(frozen=True, slots=True)
class GapTick:
    """Where a pending gap is heard, and how likely its suggestion is wrong (0 to 1)."""

    gap: int
    ms: int
    doubt: float


class Spans:
    """Stretches of time by their start, among which those in view are found at once."""

    def __init__(self, spans: Sequence[Span] = ()) -> None:
        rows = np.array(sorted(spans), np.int64).reshape(-1, 2)
        self._starts, self._ends = rows[:, 0], rows[:, 1]
        # Spans may overlap: what ends late may have begun long before.
        self._reach = np.maximum.accumulate(self._ends) if len(rows) else self._ends

    def between(self, start: float, end: float) -> NDArray[np.int64]:
        """Return start and end of the spans in view, and a few more, of shape (spans, 2)."""
        first = int(np.searchsorted(self._reach, start, "right"))
        last = int(np.searchsorted(self._starts, end))
        return np.stack((self._starts[first:last], self._ends[first:last]), axis=1)


class Ticks:
    """Pending gaps by time; the most doubtful tenth is bold."""

    def __init__(self, ticks: Sequence[GapTick] = ()) -> None:
        ordered = sorted(ticks, key=lambda tick: tick.ms)
        self._gaps = [tick.gap for tick in ordered]
        self._places = {gap: place for place, gap in enumerate(self._gaps)}
        self._ms = np.array([tick.ms for tick in ordered], np.int64)
        doubts = np.array([tick.doubt for tick in ordered])
        line = np.quantile(doubts, 1 - _BOLD_SHARE) if len(doubts) else 0.0
        self._bold = doubts >= max(line, _LEAST_BOLD_DOUBT)
        self._pending = np.ones(len(ordered), np.bool_)

    def __len__(self) -> int:
        return len(self._gaps)

    def set_pending(self, gaps: Iterable[int], *, pending: bool) -> None:
        """Take up some gaps among those shown, or take them out; others are not known here."""
        places = [self._places[gap] for gap in gaps if gap in self._places]
        self._pending[places] = pending

    def where(self, gap: int | None) -> int | None:
        """Return when a gap is heard, in ms, None where it has no tick."""
        place = None if gap is None else self._places.get(gap)
        return None if place is None else int(self._ms[place])

    def between(self, start: float, end: float, *, bold: bool) -> NDArray[np.int64]:
        """Return when the pending gaps in view are heard: the bold ones, or the others."""
        part = self._part(start, end)
        wanted: NDArray[np.bool_] = self._pending[part] & (self._bold[part] == bold)
        return self._ms[part].compress(wanted)

    def nearest(self, ms: float, reach: float) -> int | None:
        """Return the pending gap nearest to a time, a bold one first, None if all are too far."""
        part = self._part(ms - reach, ms + reach)
        places = np.flatnonzero(self._pending[part]) + part.start
        if not len(places):
            return None
        bold = places[self._bold[places]]
        chosen = bold if len(bold) else places
        return self._gaps[int(chosen[np.abs(self._ms[chosen] - ms).argmin()])]

    def _part(self, start: float, end: float) -> slice:
        first, last = np.searchsorted(self._ms, (start, end))
        return slice(int(first), int(last))
