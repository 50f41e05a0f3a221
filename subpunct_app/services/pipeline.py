"""From a document to suggestions, and from accepted suggestions to edits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.punctuation.decode import suggest
from subpunct_app.punctuation.windows import predict
from subpunct_app.subtitles.words import read_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from subpunct_app.core.task import Task
    from subpunct_app.core.text import Case, Mark, Suggestion
    from subpunct_app.punctuation.base import Punctuator
    from subpunct_app.punctuation.decode import Options
    from subpunct_app.subtitles.document import Document
    from subpunct_app.subtitles.words import Transcript


@dataclass(frozen=True, slots=True)
class Proposal:
    """The words of a document and what a model proposes between them."""

    transcript: Transcript
    suggestions: tuple[Suggestion, ...]


def propose(document: Document, punctuator: Punctuator, options: Options, task: Task) -> Proposal:
    """Read the words of a document and ask a model about every gap."""
    transcript = read_words(document)
    if not transcript.words:
        return Proposal(transcript, ())
    prediction = predict(punctuator, [word.text for word in transcript.words], task)
    return Proposal(transcript, suggest(transcript.words, transcript.gaps, prediction, options))


def accepted(suggestions: Iterable[Suggestion], minimum: float) -> dict[int, tuple[Mark, Case]]:
    """Return the edits of the suggestions that are at least this sure."""
    return {s.gap: (s.mark, s.case) for s in suggestions if s.confidence >= minimum}
