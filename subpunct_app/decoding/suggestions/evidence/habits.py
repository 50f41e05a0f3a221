"""How a text is written, read from all of it, for decisions about any part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.suggestions.evidence.shouted import is_shouted
from subpunct_app.decoding.suggestions.evidence.standing_marks import StandingMarks
from subpunct_app.decoding.suggestions.evidence.stray_stops import whole_words
from subpunct_app.decoding.suggestions.evidence.text_lines import LineOdds, line_odds
from subpunct_app.decoding.suggestions.evidence.written_case import WrittenCase
from subpunct_app.text.words import Gap, Word, folded


@dataclass(frozen=True, slots=True)
class Habits:
    """How a text is written.

    `shouted`: its capitals mean nothing (see `is_shouted`). `means_capitals`: words within
    sentences are large on purpose; `means_at_breaks`: those that open a line or a cue are, too.
    `named` are such words, folded. `has_names`: names have their capitals. `has_ends`: most
    sentences still have the mark at their end; elsewhere a small letter does not tell that a
    sentence goes on. `lines` is the evidence of line ends for marks, None where there is none or
    the model saw the lines itself. `whole` are words that are no abbreviations although a full stop
    stands behind them before a small word (see `whole_words`). `standing` is the evidence of the
    marks in the text, None without any.
    """

    shouted: bool = False
    means_capitals: bool = False
    means_at_breaks: bool = False
    named: frozenset[str] = frozenset()
    has_names: bool = False
    has_ends: bool = False
    lines: LineOdds | None = None
    whole: frozenset[str] = frozenset()
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
            means_at_breaks=written.means_at_breaks,
            named=frozenset(folded(words[at].text) for at in written.named.nonzero()[0].tolist()),
            has_names=written.has_names,
            has_ends=_has_ends(gaps, prediction),
            lines=line_odds(gaps, prediction),
            whole=whole_words(words, gaps),
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


def _has_ends(gaps: Sequence[Gap], said: Prediction) -> bool:
    """Tell whether at least half as many sentences have ended as a model expects."""
    labels = [place for place, mark in enumerate(said.labels) if mark.ends_sentence]
    stand = sum(gap.current.ends_sentence for gap in gaps[1:])
    return 2 * stand > float(said.marks[:, labels].sum())
