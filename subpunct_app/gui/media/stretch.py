"""The stretch of a recording that is in view: zoomed, scrolled, and moved along with playback."""

from __future__ import annotations

from dataclasses import dataclass, replace

SHORTEST_MS = 1_000.0

# Where the playhead stands after the view has turned a page.
_LEAD = 0.1


@dataclass(frozen=True, slots=True)
class Stretch:
    """So many milliseconds from a start, never outside of a recording `whole` ms long."""

    start: float
    length: float
    whole: float

    @property
    def end(self) -> float:
        """Return where the stretch ends."""
        return self.start + self.length

    @property
    def is_all(self) -> bool:
        """Tell whether nothing is out of view."""
        return self.length >= self.whole

    def zoomed(self, factor: float, about: float) -> Stretch:
        """Return a stretch so many times as long, in which a time stays where it was."""
        length = self._fitting(self.length * factor)
        share = (about - self.start) / self.length if self.length else 0.0
        return self.placed(about - share * length, length)

    def moved_to(self, start: float) -> Stretch:
        """Return as long a stretch from another start, or from as near to it as there is one."""
        return self.placed(start, self.length)

    def showing(self, ms: float) -> Stretch:
        """Return this stretch if a time is in it, or else one that begins shortly before it."""
        if self.start <= ms < self.end or self.is_all:
            return self
        return self.moved_to(ms - _LEAD * self.length)

    def of(self, whole: float) -> Stretch:
        """Return the same stretch of a recording of another length."""
        other = replace(self, whole=whole)
        return other.placed(self.start, other._fitting(self.length))

    def placed(self, start: float, length: float) -> Stretch:
        """Return a stretch of some length, as near to a start as the recording allows."""
        latest = max(0.0, self.whole - length)
        return replace(self, start=min(max(0.0, start), latest), length=length)

    def _fitting(self, length: float) -> float:
        return min(max(length, SHORTEST_MS), max(self.whole, SHORTEST_MS))
