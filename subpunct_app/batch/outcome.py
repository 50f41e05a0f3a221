"""What became of one file of a batch."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from enum import StrEnum


class State(StrEnum):
    """How the work on a file ended; REVIEW is done too, but somebody should look at it."""

    DONE = "done"
    REVIEW = "review"
    SKIPPED = "skipped"
    FAILED = "failed"

    @property
    def has_result(self) -> bool:
        """Tell whether the file was restored, so that a result was written."""
        return self in (State.DONE, State.REVIEW)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was found in a file and done with it.

    `doubtful` suggestions are those below the confidence that was asked for, the first of them
    in the cue `first_doubtful`, counted from 1; `unread` blocks were left as they are.
    `expected_errors` adds up how likely each applied suggestion is wrong and each one that was
    not applied is right. `guessed` is whether nothing told the language, `other_language` the code
    of a second one, whose lines stay as they are.
    """

    format: str
    encoding: str
    language: str
    cues: int
    words: int
    marks_before: int
    marks_after: int
    suggestions: int
    applied: int
    doubtful: int
    unread: int
    expected_errors: float
    first_doubtful: int | None
    seconds: float
    guessed: bool
    other_language: str

    @property
    def density_before(self) -> float:
        """Return the marks per 100 words that stood in the file."""
        return self._per_hundred(self.marks_before)

    @property
    def density_after(self) -> float:
        """Return the marks per 100 words that stand in the result."""
        return self._per_hundred(self.marks_after)

    def _per_hundred(self, marks: int) -> float:
        return 100 * marks / self.words if self.words else 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file, by its name below the folder; `target` is below the output folder.

    `reason` says why it was skipped, failed or calls for a review, what another format lost, which
    other language it reads like, and which model was too damaged to be taken; `sha256` tells the
    result as it was written from what others made of it. `source_sha256` tells the file as it was
    read, empty for a recording, and where nobody knows.
    """

    source: str
    state: State
    target: str = ""
    reason: str = ""
    figures: Figures | None = None
    sha256: str = ""
    source_sha256: str = ""

    @property
    def expected_errors(self) -> float:
        """Return how many errors are likely left, 0 where nothing was done."""
        return self.figures.expected_errors if self.figures else 0.0

    @property
    def has_failed(self) -> bool:
        """Tell whether nothing could be made of the file."""
        return self.state is State.FAILED

    @property
    def has_remark(self) -> bool:
        """Tell whether there is something to be said of a file that was restored."""
        return bool(self.reason) and self.state.has_result

    def as_plain(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return asdict(self)


def outcome_of(plain: object) -> Outcome:
    """Return the outcome that `as_plain` wrote; ValueError where it did not."""
    import msgspec

    outcome = msgspec.convert(plain, Outcome)
    for name in (outcome.source, outcome.target):
        check_name(name)
    return outcome


def check_name(name: str) -> str:
    """Return the name of a file; raise ValueError where none can be called so.

    It may be one that only other locales can hold: batches run in one and go on in another.
    """
    name.encode("utf-8", sys.getfilesystemencodeerrors())
    return name
