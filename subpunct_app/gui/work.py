"""What the window lets its workers do; everything heavy is imported here and no earlier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from subpunct_app.core.task import Task
    from subpunct_app.punctuation.base import Punctuator
    from subpunct_app.services.pipeline import Proposal
    from subpunct_app.subtitles.document import Document


@dataclass(frozen=True, slots=True)
class Punctuated:
    """What a model proposed, and the model itself for the next time."""

    proposal: Proposal
    model: Punctuator


def load_model() -> Punctuator:
    """Load the model that comes with the program."""
    from subpunct_app.punctuation.registry import load

    return load()


def open_file(path: Path, task: Task) -> Document:
    """Read a subtitle or text file."""
    from subpunct_app.services.files import open_document

    return open_document(path, task=task)


def punctuate(document: Document, load: Callable[[], Punctuator], task: Task) -> Punctuated:
    """Load a model and ask it about a document."""
    from subpunct_app.punctuation.decode import Options
    from subpunct_app.services.pipeline import propose

    task.step(0, 0, "Loading the model")
    model = load()
    task.step(0, 0, "Reading the words")
    return Punctuated(propose(document, model, Options(), task), model)
