"""Ask a model about an open text or a part of it, and weigh what it says by earlier decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.decoding.proposing.selection import about, words_by, words_in
from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.review.budget import curve_of
from subpunct_app.review.learning import lessons
from subpunct_app.review.learning.recalibration import taught, tempered
from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.bare_stretches import lacks_marks
from subpunct_app.subtitles.reading.document_language import foreign_part
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.words import Gap, Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

    from subpunct_app.decoding.proposing.model_input import HeardText
    from subpunct_app.decoding.proposing.neighbourhood import Neighbourhood
    from subpunct_app.decoding.proposing.pipeline import Proposal
    from subpunct_app.decoding.suggestions.options import Options
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.review.budget import ReviewCurve
    from subpunct_app.review.learning.recalibration import Learned, Taught
    from subpunct_app.review.settings import Settings
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.document_language import Language
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Suggestion


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked about: a document, its language if known, and what may be proposed.

    `load` gives the model; `heard` is what was listened to in the recording.
    """

    document: Document
    language: Language | None
    load: Callable[[Language | None], Punctuator]
    wanted: Settings
    heard: HeardText | None


@dataclass(frozen=True, slots=True)
class Punctuated:
    """What a model proposed, and the model itself for the next time.

    `learned` is what earlier decisions made of its confidences, `words` those that were asked
    about where it was not all of them, `heard` what was listened to in the recording, `curve` what
    the model promises to who looks at its doubts, `missing` the model that should have been asked,
    where it is not at hand. `foreign` is the code of another language that much of it reads like.
    """

    proposal: Proposal
    model: Punctuator
    learned: Learned | None = None
    words: frozenset[int] | None = None
    heard: HeardText | None = None
    curve: ReviewCurve | None = None
    missing: str = ""
    foreign: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A model that does not know the language of a text."""

    model: Punctuator
    language: Language


Answer: TypeAlias = "Punctuated | Refused"


def model_for(language: Language | None) -> str:
    """Return the id of a model that knows a language, of the default one where none does."""
    from subpunct_app.models.model_registry import knowing

    return (knowing(language.code) if language else None) or DEFAULT_MODEL


def load_model(model: str) -> Punctuator:
    """Load a model by its id; raise MissingModel where it is not at hand."""
    from subpunct_app.models.model_registry import load

    return load(model)


def punctuate(question: Question, task: Task, *, runs_only: bool = False) -> Answer:
    """Load a model and ask it about a document, which is in its language where nobody knows."""
    from subpunct_app.decoding.proposing.model_input import HeardText
    from subpunct_app.decoding.proposing.pipeline import propose_for
    from subpunct_app.decoding.suggestions.options import Mode

    document, language, heard = question.document, question.language, question.heard
    task.step(0, 0, "Loading the model")
    model = question.load(language)
    if language is not None and not model.card.knows(language.code):
        return Refused(model, language)
    task.step(0, 0, "Reading the words")
    code = language.code if language else model.card.languages[0]
    transcript = read_words(document, code, task)
    text = HeardText(transcript, heard.pauses_in(transcript) if heard else {})
    options = replace(options_of(question.wanted), runs_only=runs_only)
    found = propose_for(text, model, options, task)
    # It was measured on texts without marks; where they stand, hardly anything is wrong.
    as_measured = options.mode is Mode.ANEW or lacks_marks(found.transcript)
    curve = curve_of(model.card.about) if as_measured else None
    foreign = foreign_part(found.transcript)
    return Punctuated(found, model, heard=heard, curve=curve, foreign=foreign)


def restore_runs(question: Question, task: Task) -> Answer:
    """Do what `punctuate` does, but only where marks are missing."""
    return punctuate(question, task, runs_only=True)


def punctuate_cues(cues: Collection[int], question: Question, task: Task) -> Answer:
    """Do what `punctuate` does, but only for the words of some cues."""
    return _about(punctuate(question, task), partial(words_in, cues=cues))


def punctuate_speaker(name: str, question: Question, task: Task) -> Answer:
    """Do what `punctuate` does, but only for what one speaker says."""
    return _about(punctuate(question, task), partial(words_by, name=name))


def weighed(ask: Callable[[Task], Answer], folder: Path, wanted: Settings, task: Task) -> Answer:
    """Ask, and weigh the confidences by what was decided in a project before."""
    answer = ask(task)
    if isinstance(answer, Refused) or not wanted.learn:
        return answer
    learned = taught_in(folder, answer.model.card.id, wanted.precision, task).learned
    if learned is None:
        return answer
    proposal, gaps = answer.proposal, answer.proposal.transcript.gaps
    suggestions = tempered(proposal.suggestions, gaps, learned.temperature)
    return replace(answer, proposal=replace(proposal, suggestions=suggestions), learned=learned)


def taught_in(folder: Path, model: str, precision: float, task: Task) -> Taught:
    """Return what the decisions of a project teach about a model."""
    task.step(0, 0, "Weighing earlier decisions")
    return taught(lessons.load(folder), model, precision)


def hear(
    document: Document, language: str, media: Path, task: Task, *, track: int | None = None
) -> HeardText | None:
    """Listen to the pauses of subtitles, None where no model here has learned to hear."""
    from subpunct_app.decoding.proposing.model_input import HeardText
    from subpunct_app.models.model_registry import readable_cards
    from subpunct_app.runtime.child_process import in_child_process
    from subpunct_app.speech.alignment.heard_pauses import can_hear, heard_pauses

    if not can_hear(language) or not any(card.hears for card in readable_cards()):
        return None
    transcript = read_words(document, language, task)
    listen = partial(heard_pauses, transcript, media, track=track)
    return HeardText(transcript, in_child_process(listen, task))


def neighbourhood(
    transcript: Transcript,
    model: Punctuator,
    wanted: Settings,
    heard: HeardText | None,
    proposal: Proposal | None,
) -> Neighbourhood:
    """Return what can be asked about parts of a text, again and again.

    `heard` and `proposal` are of the text as it was before some of its words were changed.
    """
    from subpunct_app.decoding.proposing.neighbourhood import Neighbourhood

    pauses = heard.pauses_in(transcript) if heard else {}
    habits = proposal.habits_in(transcript) if proposal else None
    return Neighbourhood(transcript, model, options_of(wanted), pauses, habits)


def predicted_again(
    known: Neighbourhood, gap: int, settled: Mapping[int, Mark], temperature: float
) -> dict[int, Suggestion | None]:
    """Return what a model thinks of the gaps near one, now that some marks are settled."""
    found = known.around(gap, settled)
    proposed = [suggestion for suggestion in found.values() if suggestion is not None]
    weighed = tempered(proposed, known.transcript.gaps, temperature)
    return found | {suggestion.gap: suggestion for suggestion in weighed}


def options_of(wanted: Settings) -> Options:
    """Return the choices of the editor as the decoder takes them."""
    from subpunct_app.decoding.suggestions.options import Options

    return Options.of(
        wanted.mode, wanted.allowed_marks, case=wanted.case, ask=wanted.ask, names=wanted.names
    )


def _about(found: Answer, choose: Callable[[Transcript], frozenset[int]]) -> Answer:
    if isinstance(found, Refused):
        return found
    transcript = found.proposal.transcript
    words = choose(transcript)
    kept = about(transcript, found.proposal.suggestions, words)
    return replace(found, proposal=replace(found.proposal, suggestions=kept), words=words)


# A decision says nothing of what is farther away, and one about more gaps at once was not made
# where they stand: it says nothing of their neighbours.
_NEAR = 80
FEW = 3


def decided_marks_near(session: ReviewSession, gap: int, gaps: Sequence[Gap]) -> dict[int, Mark]:
    """Return by gap the marks that were decided on near one; `gaps` are those of all the text.

    What was accepted together with everything above a line, unread, is not settled.
    """
    near = session.suggested(range(max(0, gap - _NEAR), gap + _NEAR + 1))
    verdicts = {at: session.verdict(at) for at in near}
    return {
        at: verdict.left(gaps[at].current) for at, verdict in verdicts.items() if verdict.settled
    }
