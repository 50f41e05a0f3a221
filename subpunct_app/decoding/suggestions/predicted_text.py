"""A text with what a model says of it: all that suggestions are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.suggestions.evidence.habits import Habits
from subpunct_app.text.words import Gap, Word


@dataclass(frozen=True, slots=True)
class PredictedText:
    """The words of a text, the gaps beside them, and what is known of both.

    `gaps` holds one more than `words` (see Gap), `prediction` one row a word. The language is a
    code such as `en` or `en-GB`; `habits` are those of the whole text where this is a part of one.
    """

    words: Sequence[Word]
    gaps: Sequence[Gap]
    prediction: Prediction
    language: str
    habits: Habits

    def said(self, start: int, end: int) -> list[str]:
        """Return the texts of the words in a range, as far as it lies within the text."""
        return [word.text for word in self.words[max(0, start) : end]]
