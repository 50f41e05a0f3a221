"""What an editor wants to have proposed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from subpunct_app.decoding.names import NO_NAMES, Names
from subpunct_app.text.words import Mark

# The least probability at which a mark is called wrong in REVIEW, set by hand: a wrong suggestion
# does more harm there than one that is missing.
REVIEW_MARK = 0.95


class Mode(StrEnum):
    """What may be proposed.

    RESTORE treats every gap as open, and what stands there as evidence; ANEW does so as if nothing
    stood there; FILL adds marks where there is none; REVIEW keeps what stands there and proposes
    only what the model is sure is wrong.
    """

    RESTORE = "restore"
    ANEW = "anew"
    FILL = "fill"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Options:
    """Which suggestions the editor wants.

    Only `marks` are put and removed; None stands for all that the model knows. With `ask` it is
    also asked about gaps that the model would leave alone without being sure. `names` are written
    as they are spelled, wherever they stand, beside those that everybody knows. With `runs_only`
    something is proposed only in the stretches that lost their marks.
    """

    mode: Mode = Mode.RESTORE
    marks: frozenset[Mark] | None = None
    case: bool = True
    ask: bool = False
    names: Names = NO_NAMES
    runs_only: bool = False

    @staticmethod
    def of(mode: str, marks: str | None, *, case: bool, ask: bool, names: Iterable[str]) -> Options:
        """Return the options that plain values stand for; `marks` are characters, as in `,.?`.

        None has a default, so that nothing that an editor chose is forgotten on the way here. Raise
        ValueError where a mode or a mark is unknown.
        """
        allowed = None if marks is None else frozenset(map(Mark, marks))
        return Options(Mode(mode), allowed, case, ask, Names.of(names))
