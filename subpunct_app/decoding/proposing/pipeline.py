"""From a document to suggestions, and from accepted suggestions to edits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.inference.windows import predict_together
from subpunct_app.decoding.proposing.model_input import HeardText, kept_gaps, questions
from subpunct_app.decoding.rules import PredictedText
from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.subtitles.bare_stretches import runs, within
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.decisions import Edit, marks_given_up
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from subpunct_app.decoding.inference.prediction import Prediction
    from subpunct_app.decoding.suggestions.options import Options
    from subpunct_app.models.card import ModelCard
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Case, Suggestion


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
) -> Proposal:
    """Read the words of a document and ask a model about every gap.

    The language says how marks are written.
    """
    return propose_for(HeardText(read_words(document, language, task)), punctuator, options, task)


def propose_for(text: HeardText, punctuator: Punctuator, options: Options, task: Task) -> Proposal:
    """Ask a model about every gap of a text."""
    return propose_together([text], punctuator, options, task)[0]


def propose_together(
    texts: Sequence[HeardText],
    punctuator: Punctuator,
    options: Options,
    task: Task,
) -> list[Proposal]:
    """Ask a model about every gap of several texts, which share its batches.

    A model that did not learn to hear pauses is not told of any.
    """
    card = punctuator.card
    if options.runs_only and options.mode is Mode.RESTORE:
        # Little in stretches without marks tells of them.
        options = replace(options, mode=Mode.ANEW)
    asked = [
        questions(one.transcript, one.pauses if card.hears else {}, card, options) for one in texts
    ]
    answers = iter(predict_together(punctuator, list(chain.from_iterable(asked)), task))
    said = [[next(answers) for _ in spoken] for spoken in asked]
    found = [
        _proposal(one.transcript, predictions, card, options)
        if predictions
        else Proposal(one.transcript, ())
        for one, predictions in zip(texts, said, strict=True)
    ]
    return list(map(_in_runs, found)) if options.runs_only else found


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
    found = suggest(PredictedText(words, gaps, known, language, habits), options)
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


def report_rows(proposal: Proposal) -> dict[str, object]:
    """Return the counts and suggestions of `punctuate --report_rows`, ready for JSON.

    Cues and words are counted from 1; `word` is the word before the gap.
    """
    transcript = proposal.transcript
    return {
        "cues": len(transcript.document.cues),
        "words": len(transcript.words),
        "gaps": len(transcript.gaps),
        "suggestions": [_row(transcript, suggestion) for suggestion in proposal.suggestions],
    }


def _row(transcript: Transcript, suggestion: Suggestion) -> dict[str, object]:
    gap = transcript.gaps[suggestion.gap]
    return {
        "cue": gap.cue + 1,
        "word": suggestion.gap,
        "before": _spelling(transcript, suggestion.gap, gap.current),
        "after": _spelling(transcript, suggestion.gap, suggestion.mark, suggestion.case),
        "confidence": round(suggestion.confidence, 4),
        "alternatives": {mark.value: round(p, 4) for mark, p in suggestion.alternatives},
    }


def _spelling(transcript: Transcript, gap: int, mark: Mark, case: Case | None = None) -> str:
    """Return the two words around a gap with a mark between them."""
    left = transcript.spelling_of(gap - 1) if gap else ""
    right = transcript.spelling_of(gap)
    following = case.apply(right, transcript.language) if case else right
    return f"{left}{mark} {following}".strip()


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
