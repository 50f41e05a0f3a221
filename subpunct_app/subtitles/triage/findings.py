"""What was found in the files of an archive, and what each of them lacks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.subtitles.bare_stretches import MOSTLY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from subpunct_app.subtitles.inspection import Inspection


class Need(StrEnum):
    """What a file lacks, the neediest first."""

    UNREADABLE = "cannot be read"
    MARKS = "no marks"
    STRETCHES = "stretches without marks"
    BLOCKS = "broken blocks"
    NONE = "fine"


@dataclass(frozen=True, slots=True)
class Finding:
    """One file, what was found in it or why it could not be read."""

    path: Path
    inspection: Inspection | None = None
    error: str = ""

    @property
    def bare_words(self) -> int:
        """Return how many words lie in stretches that have no marks or hardly any."""
        return sum(run.words for run in self.inspection.runs) if self.inspection else 0

    @property
    def bare_share(self) -> float:
        """Return the share of the words that lie in such stretches."""
        words = self.inspection.words if self.inspection else 0
        return self.bare_words / words if words else 0.0

    @property
    def need(self) -> Need:
        """Return what the file lacks most."""
        if self.inspection is None:
            return Need.UNREADABLE
        if self.bare_share > MOSTLY:
            return Need.MARKS
        if self.inspection.runs:
            return Need.STRETCHES
        unread = any(not remark.read for remark in self.inspection.remarks)
        return Need.BLOCKS if unread else Need.NONE


def neediest(findings: Iterable[Finding]) -> list[Finding]:
    """Return the files by what they lack, and by how many words lack it."""
    order = list(Need)
    return sorted(findings, key=lambda one: (order.index(one.need), -one.bare_words, str(one.path)))
