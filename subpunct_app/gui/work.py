"""What the window lets its workers do; everything heavy is imported here and no earlier."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from subpunct_app.core.task import Task
    from subpunct_app.punctuation.base import Punctuator
    from subpunct_app.punctuation.decode import Options
    from subpunct_app.services.pipeline import Proposal
    from subpunct_app.services.runs import Run
    from subpunct_app.services.settings import Settings
    from subpunct_app.subtitles.document import Document
    from subpunct_app.subtitles.language import Language


@dataclass(frozen=True, slots=True)
class Opened:
    """A document, its language, and where it lacks the marks that it has elsewhere."""

    document: Document
    language: Language | None = None
    runs: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Punctuated:
    """What a model proposed, and the model itself for the next time."""

    proposal: Proposal
    model: Punctuator


@dataclass(frozen=True, slots=True)
class Refused:
    """A model that does not know the language of a text."""

    model: Punctuator
    language: Language


Answer: TypeAlias = "Punctuated | Refused"


def load_model() -> Punctuator:
    """Load the model that comes with the program."""
    from subpunct_app.punctuation.registry import load

    return load()


def open_file(path: Path, encoding: str | None, task: Task) -> Opened:
    """Read a subtitle or text file, guessing its language, and its encoding unless one is named."""
    from subpunct_app.services.files import open_document
    from subpunct_app.services.runs import runs
    from subpunct_app.subtitles.language import detect
    from subpunct_app.subtitles.words import read_words

    document = open_document(path, encoding=encoding, task=task)
    task.step(0, 0, "Telling the language")
    language = detect(document, path.name)
    task.step(0, 0, "Reading the words")
    transcript = read_words(document, language.code) if language else read_words(document)
    found = runs(transcript)
    bare = sum(run.words for run in found)
    return Opened(document, language, found if bare < len(transcript.words) else ())


def punctuate(
    document: Document,
    language: Language | None,
    load: Callable[[], Punctuator],
    wanted: Settings,
    task: Task,
) -> Answer:
    """Load a model and ask it about a document, which is in its language where nobody knows."""
    from subpunct_app.services.pipeline import propose

    task.step(0, 0, "Loading the model")
    model = load()
    if language is not None and not model.card.knows(language.code):
        return Refused(model, language)
    task.step(0, 0, "Reading the words")
    code = language.code if language else model.card.languages[0]
    return Punctuated(propose(document, model, options_of(wanted), task, language=code), model)


def restore_runs(
    document: Document,
    language: Language | None,
    load: Callable[[], Punctuator],
    wanted: Settings,
    task: Task,
) -> Answer:
    """Do what `punctuate` does, but only where marks are missing."""
    from subpunct_app.services.pipeline import within
    from subpunct_app.services.runs import runs

    found = punctuate(document, language, load, replace(wanted, mode="restore"), task)
    if isinstance(found, Refused):
        return found
    proposal = found.proposal
    kept = within(proposal.suggestions, runs(proposal.transcript))
    return replace(found, proposal=replace(proposal, suggestions=kept))


def options_of(wanted: Settings) -> Options:
    """Return the choices of the editor as the decoder takes them."""
    from subpunct_app.core.text import Mark
    from subpunct_app.punctuation.decode import Mode, Options
    from subpunct_app.services.settings import MARKS

    # With every box ticked a model that knows more marks than there are boxes may put them too.
    everything = set(wanted.marks) == set(MARKS)
    marks = None if everything else frozenset(map(Mark, wanted.marks))
    return Options(Mode(wanted.mode), marks, wanted.case)
