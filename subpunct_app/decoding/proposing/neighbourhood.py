"""Ask a model again about the gaps beside a decision, now that one mark more is settled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.inference.windows import predict_together
from subpunct_app.decoding.proposing.model_input import (
    spoken_text,
    staying_marks,
    timing_of,
    told_mark,
)
from subpunct_app.decoding.rules import PredictedText
from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.models.features import settle
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from subpunct_app.decoding.proposing.model_input import HeardPauses
    from subpunct_app.decoding.suggestions.options import Options
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Mark, Suggestion

# A mark says little about what is further away; the model reads somewhat more on either side.
REACH = 12
_CONTEXT = 60


class Neighbourhood:
    """A text, a model that takes settled marks into account, and what may be proposed.

    `habits` are those that the whole text was found to have; without, each part tells its own.
    """

    def __init__(
        self,
        transcript: Transcript,
        punctuator: Punctuator,
        options: Options,
        heard: HeardPauses | None = None,
        habits: Habits | None = None,
    ) -> None:
        self.transcript = transcript
        self._punctuator = punctuator
        self._options = options
        self._habits = habits
        self._spoken = spoken_text(transcript)
        self._staying = staying_marks(transcript, punctuator.card, options)
        self._features = timing_of(transcript, heard if punctuator.card.hears else None)

    def around(self, gap: int, settled: Mapping[int, Mark]) -> dict[int, Suggestion | None]:
        """Return what a model proposes at each gap near one, None where it proposes nothing.

        `settled` maps gaps to the marks that the editor has decided on; those gaps are left out. So
        is what is in another language than the words before the gap, and all of it where the model
        does not know that language.
        """
        language = self.transcript.language_at(max(0, gap - 1))
        if not self._punctuator.card.knows(language):
            return {}
        words, gaps = self.transcript.words, self.transcript.gaps
        first, last = max(0, gap - _CONTEXT), min(len(words), gap + _CONTEXT)
        read = range(first, last + 1)
        staying = {at: self._staying[at] for at in read if at in self._staying}
        told = {at: told_mark(self.transcript, at, settled[at]) for at in read if at in settled}
        text = replace(self._spoken, features=settle(self._features, staying | told))
        part = text.part(slice(first, last))
        prediction = predict_together(self._punctuator, [part], Task())[0]
        near_words, near_gaps = words[first:last], gaps[first : last + 1]
        habits = (
            self._habits.part(slice(first, last))
            if self._habits
            else Habits.of(near_words, near_gaps, prediction, language)
        )
        found = suggest(
            PredictedText(near_words, near_gaps, prediction, language, habits), self._options
        )
        proposed = {s.gap + first: replace(s, gap=s.gap + first) for s in found}
        near = range(max(first, gap - REACH), min(last, gap + REACH) + 1)
        asked = (at for at in near if self._is_in(language, at))
        return {at: proposed.get(at) for at in asked if at not in settled}

    def _is_in(self, language: str, gap: int) -> bool:
        """Tell whether the words on both sides of a gap are in a language."""
        sides = (max(0, gap - 1), gap)
        return all(self.transcript.language_at(word) == language for word in sides)
