"""Tell whether suggestions would change too many of the marks that a text has already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.decoding.proposing.pipeline import accepted
from subpunct_app.text.decisions import marks_given_up
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from subpunct_app.decoding.proposing.pipeline import Proposal

# A text that has fewer than one mark in so many words counts as one without marks.
_WORDS_A_MARK = 30
# One mark in so many may change without anybody being told.
_SEVERAL = 10


@dataclass(frozen=True, slots=True)
class OwnMarks:
    """How many marks stand in a text of so many gaps, and how many of them would be changed."""

    gaps: int
    standing: int
    given_up: int

    @property
    def worth_keeping(self) -> bool:
        """Tell whether the text is better filled in than restored, as some of its marks are right.

        One with a mark here and there counts as having none.
        """
        has_marks = self.standing * _WORDS_A_MARK >= self.gaps
        return has_marks and self.given_up * _SEVERAL >= self.standing


def own_marks(proposal: Proposal) -> OwnMarks:
    """Count the marks of a text, and those that go or change if all suggestions are accepted."""
    gaps = proposal.transcript.gaps
    standing = sum(gap.current is not Mark.NONE for gap in gaps)
    given_up = marks_given_up(gaps, accepted(proposal.suggestions, 0.0))
    return OwnMarks(len(gaps), standing, given_up)
