"""From a document to suggestions, and from accepted suggestions to edits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from subpunct_app.core.text import Break, Mark
from subpunct_app.core.twice import mended
from subpunct_app.core.verdicts import Edit
from subpunct_app.punctuation.answers.contractions import as_read
from subpunct_app.punctuation.answers.spelled_numbers import spelled_numbers
from subpunct_app.punctuation.answers.windows import Spoken, predict_together
from subpunct_app.punctuation.models.features import Column, features_of, settle
from subpunct_app.punctuation.suggestions.decode import suggest
from subpunct_app.punctuation.suggestions.evidence.habits import Habits
from subpunct_app.punctuation.suggestions.options import Mode
from subpunct_app.punctuation.suggestions.titles import TITLES
from subpunct_app.services.proposing.bare_stretches import runs, within
from subpunct_app.services.proposing.kept_words import kept_gaps
from subpunct_app.subtitles.words.reading import read_words
from subpunct_app.subtitles.words.rolling import is_rolling

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from subpunct_app.core.task import Task
    from subpunct_app.core.text import Gap, Suggestion
    from subpunct_app.punctuation.answers.prediction import Prediction
    from subpunct_app.punctuation.models.base import Punctuator
    from subpunct_app.punctuation.models.card import ModelCard
    from subpunct_app.punctuation.models.features import Features
    from subpunct_app.punctuation.suggestions.options import Options
    from subpunct_app.services.proposing.heard_pauses import HeardPauses
    from subpunct_app.subtitles.files.document import Document
    from subpunct_app.subtitles.words.transcript import Transcript

_LIKELY = 0.5
# The share of large words from which on capitals tell nothing of a sentence.
_CAPITALS = 0.4


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
        _questions(one, pauses, card, wanted) for one, pauses in zip(transcripts, told, strict=True)
    ]
    answers = iter(predict_together(punctuator, list(chain.from_iterable(asked)), task))
    said = [[next(answers) for _ in texts] for texts in asked]
    found = [
        _proposal(one, predictions, card, wanted) if predictions else Proposal(one, ())
        for one, predictions in zip(transcripts, said, strict=True)
    ]
    return list(map(_in_runs, found)) if runs_only else found


def _questions(
    transcript: Transcript, heard: HeardPauses, card: ModelCard, options: Options
) -> list[Spoken]:
    """Return a text as a model is asked about it, not at all if it has no words.

    It is asked about the words without marks, and once more with the marks that are to stay.
    """
    if not transcript.words:
        return []
    spoken = spoken_text(transcript)
    if not card.network.features:
        return [spoken]
    timing = timing_of(transcript, heard)
    marks = staying_marks(transcript, card, options)
    told = [timing, settle(timing, marks)] if marks else [timing]
    return [replace(spoken, features=features) for features in told]


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


def staying_marks(transcript: Transcript, card: ModelCard, options: Options) -> dict[int, Mark]:
    """Return the marks of a text that are to stay, as a model that reads marks is told them.

    Where only some kinds may be put, the others stay, too, but are not told: the model would expect
    to see marks of all kinds. Nor are those behind which a sentence goes on: well... you know.
    """
    if options.mode is not Mode.FILL or card.network.features <= Column.MARK:
        return {}
    untold = _leading_on(transcript)
    standing = ((at, gap.current) for at, gap in enumerate(transcript.gaps) if gap.current)
    return {at: told_mark(transcript, at, mark) for at, mark in standing if at not in untold}


def _leading_on(transcript: Transcript) -> frozenset[int]:
    """Return the gaps where a sentence goes on behind dots.

    That is before a small word where most sentences begin large, or dots before the next word.
    """
    gaps, words = transcript.gaps, transcript.words
    inner = range(1, len(words))
    small = {at for at in inner if words[at].text[0].islower()}
    ends = [at for at in inner if gaps[at].current.ends_sentence]
    begins_large = 2 * len(small.intersection(ends)) < len(ends)
    dotted = (at for at in inner if gaps[at].current is Mark.ELLIPSIS)
    return frozenset(at for at in dotted if gaps[at].led_on or (begins_large and at in small))


def told_mark(transcript: Transcript, gap: int, mark: Mark) -> Mark:
    """Return a mark as a model is told of it: the dot of a title belongs to the word."""
    before = transcript.words[gap - 1].text if gap else ""
    return Mark.NONE if mark is Mark.PERIOD and before.lower() in TITLES else mark


def spoken_words(transcript: Transcript) -> Sequence[str]:
    """Return the words of a text as a model reads them."""
    return as_read([mended(word.text) for word in transcript.words], transcript.language)


def spoken_text(transcript: Transcript) -> Spoken:
    """Return the words of a text, and the numbers among them that a model reads in figures.

    A capital ends a number but in text that has them on many words.
    """
    words, gaps = [word.text for word in transcript.words], transcript.gaps
    tells = sum(word[:1].isupper() for word in words) < _CAPITALS * len(words)

    def is_parted(at: int) -> bool:
        begins = tells and words[at][:1].isupper() and words[at - 1][:1].islower()
        return begins or _is_parted(gaps[at])

    numbers = spelled_numbers(words, transcript.language, is_parted)
    return Spoken(spoken_words(transcript), numbers=numbers)


def _is_parted(gap: Gap) -> bool:
    """Tell whether anything but the words tells that a number ends here."""
    set_apart = gap.turn or gap.item or gap.quoted or gap.opened or gap.bracketed
    return bool(gap.current) or set_apart or gap.break_ is Break.CUE


def timing_of(transcript: Transcript, heard: HeardPauses | None = None) -> Features:
    """Return what a file tells a model about its gaps, besides the words (see `features`).

    `heard` are the silences of its recording.
    """
    return features_of(
        transcript.words,
        transcript.gaps,
        transcript.document.cues,
        rolling=is_rolling(transcript.document),
        heard=heard,
    )


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
