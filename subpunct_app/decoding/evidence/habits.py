"""How a text is written, read from all of it, for decisions about any part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from subpunct_app.decoding.evidence.standing_marks import StandingMarks
from subpunct_app.decoding.evidence.text_lines import LineOdds, line_odds
from subpunct_app.decoding.evidence.written_case import WrittenCase, is_shouted
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.text.words import Case, Gap, Word

_LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class Habits:
    """How a text is written.

    `shouted`: its capitals mean nothing (see `is_shouted`). `means_capitals`: words within
    sentences are large on purpose, but where they open a line or a cue. `has_names`: names have
    their capitals. `means_small`: words within sentences are small on purpose. `begins_large`:
    sentences begin with capitals where text and model agree on their ends; elsewhere a small letter
    does not tell that one goes on. `lines` is the evidence of line ends for marks, None where there
    is none or the model saw the lines itself. `standing` is the evidence of the marks in the text,
    None without any.
    """

    shouted: bool = False
    means_capitals: bool = False
    has_names: bool = False
    means_small: bool = False
    begins_large: bool = False
    lines: LineOdds | None = None
    standing: StandingMarks | None = None

    @classmethod
    def of(
        cls, words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction, language: str
    ) -> Habits:
        """Return the habits of a text, given what a model predicts without seeing its marks.

        `gaps` holds one more than `words` (see Gap).
        """
        written = WrittenCase.of(words, gaps, prediction, language)
        return cls(
            shouted=is_shouted(words, gaps),
            means_capitals=written.means_capitals,
            has_names=written.has_names,
            means_small=written.means_small,
            begins_large=_begins_large(words, gaps, prediction),
            lines=line_odds(gaps, prediction),
            standing=StandingMarks.of(words, gaps, prediction),
        )

    def part(self, words: slice) -> Habits:
        """Return the habits of a text for a stretch of its words."""
        standing = self.standing
        return self if standing is None else replace(self, standing=standing.part(words))

    def moved(self, kept: Mapping[int, int], words: int) -> Habits:
        """Return the habits for a text that was edited and has so many words now.

        `kept` maps gaps from before the edit to where they are now; marks elsewhere are no
        evidence.
        """
        standing = self.standing
        return self if standing is None else replace(self, standing=standing.moved(kept, words))


def _begins_large(words: Sequence[Word], gaps: Sequence[Gap], said: Prediction) -> bool:
    """Tell whether most sentences begin with capitals where text and model agree on their ends.

    Those must be a quarter of the ends that the model expects: elsewhere most were lost.
    """
    ends = [mark.ends_sentence for mark in said.labels]
    ending = (said.marks[:, ends].sum(axis=1) > _LIKELY).tolist()
    ended = [
        words[at]
        for at in range(1, len(words))
        if gaps[at].current.ends_sentence and ending[at - 1]
    ]
    small = sum(Case.of(word.text) is Case.LOWER for word in ended)
    expected = float(said.marks[:, ends].sum())
    return 2 * small < len(ended) and 4 * len(ended) > expected
