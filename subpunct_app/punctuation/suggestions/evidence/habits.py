"""What the whole of a text tells of how it is written, for decisions about any part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from subpunct_app.core.text import Gap, Word
from subpunct_app.punctuation.answers.prediction import Prediction
from subpunct_app.punctuation.suggestions.evidence.shouted import is_shouted
from subpunct_app.punctuation.suggestions.evidence.standing_marks import StandingMarks
from subpunct_app.punctuation.suggestions.evidence.stray_stops import whole_words
from subpunct_app.punctuation.suggestions.evidence.text_lines import LineOdds, line_odds
from subpunct_app.punctuation.suggestions.evidence.written_case import WrittenCase


@dataclass(frozen=True, slots=True)
class Habits:
    """How a text is written.

    `shouted` tells whether its capitals mean nothing (see `is_shouted`), `means_capitals` whether
    those within sentences are meant, `means_at_breaks` whether those at lines and cues are, too,
    `has_names` whether names have theirs, `has_ends` whether most sentences have the mark at their
    end, without which small letters mean nothing. `lines` tells what the ends of lines tell of
    marks where the model did not know of them, None for nothing. `whole` are words that a full stop
    before a small one does not shorten (see `whole_words`), and `standing` tells what its marks
    tell, None where it has none.
    """

    shouted: bool = False
    means_capitals: bool = False
    means_at_breaks: bool = False
    has_names: bool = False
    has_ends: bool = False
    lines: LineOdds | None = None
    whole: frozenset[str] = frozenset()
    standing: StandingMarks | None = None

    @classmethod
    def of(
        cls, words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction, language: str
    ) -> Habits:
        """Return the habits of a text by what a model that was told none of its marks says.

        `gaps` holds one more than `words` (see Gap).
        """
        written = WrittenCase.of(words, gaps, prediction, language)
        return cls(
            is_shouted(words, gaps),
            written.means_capitals,
            written.means_at_breaks,
            written.has_names,
            _has_ends(gaps, prediction),
            line_odds(gaps, prediction),
            whole_words(words, gaps),
            StandingMarks.of(words, gaps, prediction),
        )

    def part(self, words: slice) -> Habits:
        """Return the habits of a text as some of its words have them."""
        standing = self.standing
        return self if standing is None else replace(self, standing=standing.part(words))

    def moved(self, kept: Mapping[int, int], words: int) -> Habits:
        """Return the habits of a text that was changed to so many words.

        `kept` tells where gaps were and are now; others tell nothing.
        """
        standing = self.standing
        return self if standing is None else replace(self, standing=standing.moved(kept, words))


def _has_ends(gaps: Sequence[Gap], said: Prediction) -> bool:
    """Tell whether at least half as many sentences have ended as a model expects."""
    labels = [place for place, mark in enumerate(said.labels) if mark.ends_sentence]
    stand = sum(gap.current.ends_sentence for gap in gaps[1:])
    return 2 * stand > float(said.marks[:, labels].sum())
