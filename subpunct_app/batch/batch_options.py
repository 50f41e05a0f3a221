"""What a batch is asked to do, in plain values that travel to workers and into the journal."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch.file_search import MEDIA_PATTERNS, PATTERNS, Search
from subpunct_app.models.default import AUTO

if TYPE_CHECKING:
    from subpunct_app.decoding.suggestions.options import Options
    from subpunct_app.review.settings import Settings
    from subpunct_app.subtitles.writing.output_format import OutputFormat

REVIEW_BELOW = 0.5
PATIENCE = 600.0
LONG_PATIENCE = 21_600.0


class Existing(StrEnum):
    """What to do where a result exists already."""

    SKIP = "skip"
    VERSION = "version"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Order:
    """How each file is restored; a batch that goes on must go on with the same order.

    `model` is an id, a folder, or `auto`: for each file one that knows its language.
    `marks` are those that may be put and removed, None for all that the model knows. Files with
    suggestions below `review_below` are held up for review. `transcribe` names the speech model
    that media are transcribed with first. `names` are written as they are spelled.
    """

    model: str = AUTO
    device: str = "auto"
    language: str | None = None
    mode: str = "restore"
    minimum: float = 0.0
    marks: str | None = None
    case: bool = True
    runs_only: bool = False
    kind: OutputFormat | None = None
    encoding: str | None = None
    to_utf8: bool = False
    review_below: float = REVIEW_BELOW
    transcribe: str | None = None
    names: tuple[str, ...] = ()

    @property
    def patience(self) -> float:
        """Return how many seconds a file may take, if nothing else is said."""
        return PATIENCE if self.transcribe is None else LONG_PATIENCE

    @property
    def patterns(self) -> tuple[str, ...]:
        """Return which files are restored, by name, if nothing else is said."""
        return PATTERNS if self.transcribe is None else (*PATTERNS, *MEDIA_PATTERNS)

    def options(self) -> Options:
        """Return what may be proposed; a batch asks nobody."""
        from subpunct_app.decoding.suggestions.options import Options

        return Options.of(self.mode, self.marks, case=self.case, ask=False, names=self.names)

    def as_plain(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return asdict(self) | {"names": list(self.names)}


def order_of(wanted: Settings) -> Order:
    """Return the settings of the window as a batch takes them."""
    order = Order(
        mode=wanted.mode, marks=wanted.allowed_marks, case=wanted.case, names=wanted.names
    )
    return replace(order, model=wanted.model) if wanted.model else order


@dataclass(frozen=True, slots=True)
class Batch:
    """A folder, what to look for in it, what to do, and where the results go."""

    folder: Path
    out: Path
    order: Order = field(default_factory=Order)
    search: Search = field(default_factory=Search)
    existing: Existing = Existing.SKIP
