"""What the whole of a text tells of how it is written, for decisions about any part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from subpunct_app.core.text import Gap, Word
from subpunct_app.punctuation.answers.prediction import Prediction
from subpunct_app.punctuation.suggestions.shouted import is_shouted
from subpunct_app.punctuation.suggestions.stray_stops import whole_words
from subpunct_app.punctuation.suggestions.text_lines import LineOdds, line_odds
from subpunct_app.punctuation.suggestions.written_case import WrittenCase


@dataclass(frozen=True, slots=True)
class Habits:
    """How a text is written.

    `shouted` tells whether its capitals mean nothing (see `is_shouted`), `has_names` whether names
    have theirs, `lines` what the ends of lines tell of marks where the model did not know of them,
    None for nothing. `whole` are words that a full stop before a small one does not shorten (see
    `whole_words`).
    """

    shouted: bool = False
    has_names: bool = False
    lines: LineOdds | None = None
    whole: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction, language: str
    ) -> Habits:
        """Return the habits of a text; `gaps` holds one more than `words` (see Gap)."""
        written = WrittenCase.of(words, gaps, prediction, language)
        return cls(
            is_shouted(words, gaps),
            written.has_names,
            line_odds(gaps, prediction),
            whole_words(words, gaps),
        )
