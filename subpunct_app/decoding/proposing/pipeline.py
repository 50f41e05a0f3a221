"""From a document to suggestions, and from accepted suggestions to edits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from subpunct_app.decoding.inference.windows import predict_together
from subpunct_app.decoding.proposing.kept_words import kept_gaps
from subpunct_app.decoding.proposing.model_input import questions
from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.evidence.habits import Habits
from subpunct_app.subtitles.bare_stretches import runs, within
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.decisions import Edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from subpunct_app.decoding.inference.prediction import Prediction
    from subpunct_app.decoding.suggestions.options import Options
    from subpunct_app.models.card import ModelCard
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.alignment.heard_pauses import HeardPauses
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Suggestion

_LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class Proposal:
    """The words of a document, what a model proposes between them, and how the text is written."""

    transcript: Transcript
    suggestions: tuple[Suggestion, ...]
    habits: Habits | None = None

    def habits_in(self, transcript: Transcript) -> Habits | None:
        """Return how the text is written after some of its words were changed."""
        if self.habits is None or transcript is self.transcript:
            return self.habits
        return self.habits.moved(kept_gaps(self.transcript, transcript), len(transcript.words))


def propose(
    document: Document,
    punctuator: Punctuator,
    options: Options,
    task: Task,
    *,
    language: str = "en",
    heard: HeardPauses | None = None,
    runs_only: bool = False,
) -> Proposal:
    """Read the words of a document and ask a model about every gap.

    The language says how marks are written; see `models`. `heard` are the silences of its
    recording, for models that learned to read them. With `runs_only` something is proposed only in
    the stretches that lost their marks.
    """
    texts, pauses = [read_words(document, language, task)], [heard or {}]
    return propose_together(texts, punctuator, options, task, heard=pauses, runs_only=runs_only)[0]


def propose_together(
    transcripts: Sequence[Transcript],
    punctuator: Punctuator,
    options: Options,
    task: Task,
    *,
    heard: Sequence[HeardPauses] = (),
    runs_only: bool = False,
) -> list[Proposal]:
    """Ask a model about every gap of several texts, which share its batches.

    `heard` are the silences of the recording of each, where there are any; `runs_only` as in
    `propose`.
    """
    card = punctuator.card
    wanted = options.in_runs() if runs_only else options
    told = heard if heard and card.hears else [{}] * len(transcripts)
    asked = [
        questions(one, pauses, card, wanted) for one, pauses in zip(transcripts, told, strict=True)
    ]
    answers = iter(predict_together(punctuator, list(chain.from_iterable(asked)), task))
    said = [[next(answers) for _ in texts] for texts in asked]
    found = [
        _proposal(one, predictions, card, wanted) if predictions else Proposal(one, ())
        for one, predictions in zip(transcripts, said, strict=True)
    ]
    return list(map(_in_runs, found)) if runs_only else found


def _proposal(
    transcript: Transcript, predictions: Sequence[Prediction], card: ModelCard, options: Options
) -> Proposal:
    """Return what is proposed by what is said of a text without its marks and, last, with them."""
    said, known = predictions[0], predictions[-1]
    if card.openings:
        seen = _opening_signs(known.openings, card.openings)
        transcript = replace(transcript, openings=seen)
    words, gaps, language = transcript.words, transcript.gaps, transcript.language
    habits = Habits.of(words, gaps, said, language)
    found = suggest(words, gaps, known, options, language=language, habits=habits)
    return Proposal(transcript, found, habits)


def _in_runs(proposal: Proposal) -> Proposal:
    """Return what is proposed in the stretches that lost their marks, and nothing elsewhere."""
    kept = within(proposal.suggestions, runs(proposal.transcript))
    return replace(proposal, suggestions=kept)


def _opening_signs(
    probabilities: NDArray[np.float32], signs: Sequence[str]
) -> dict[int, tuple[str, float]]:
    """Return by word the sign that more likely stands before it than not, and how likely.

    `probabilities` are (words, signs).
    """
    rows, columns = (probabilities > _LIKELY).nonzero()
    return {
        word: (signs[column], float(probabilities[word, column]))
        for word, column in zip(rows.tolist(), columns.tolist(), strict=True)
    }


def accepted(suggestions: Iterable[Suggestion], minimum: float) -> dict[int, Edit]:
    """Return the edits of the suggestions that are at least this sure, not merely asked about."""
    sure = (s for s in suggestions if s.confidence >= minimum and not s.asked)
    return {s.gap: Edit(s.mark, s.case) for s in sure}
