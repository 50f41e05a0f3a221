"""Keep what a model is tested on out of what it learns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from subpunct_app.core.errors import SettingsError
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.leaks import RUN, Leak, find_leaks
from subpunct_app.training.data.texts import Texts

# A dev text only tunes, and up to three runs of ten words are a formula or a quotation.
ALLOWED = {"test": 0, "dev": 3}


@dataclass(frozen=True, slots=True)
class Leaked:
    """A held-out file, its part in the run ("test" or "dev"), and the runs of words it shares."""

    file: str
    part: str
    runs: int


@dataclass(frozen=True, slots=True)
class Screening:
    """How many documents are not learned after all, and the leaks that were allowed."""

    left_out: int = 0
    leaks: tuple[Leaked, ...] = ()


def screen(corpus: Corpus, texts: Texts, *, allow_leak: bool = False) -> tuple[Corpus, Screening]:
    """Return what of a corpus may be learned, and what was found beside the held-out texts.

    No document may share a run of ten words with a test text, or more than three with a dev text.
    Those that share them with the held-out part of a divided file are left out. Raise
    SettingsError where they share them with a file of its own, unless a leak is allowed.
    """
    copies: set[int] = set()
    leaks: list[Leaked] = []
    for path, part, held in _held_out(texts):
        leak = find_leaks(corpus, held)
        found = {document for document, runs in leak.shares.items() if runs > ALLOWED[part]}
        if texts.divides(path):
            copies |= found
        elif found and not allow_leak:
            raise _refusal(path, leak)
        elif found:
            leaks.append(Leaked(path.name, part, leak.runs))
    if len(copies) == len(corpus.documents) - 1:
        raise SettingsError(
            "Every document to learn from repeats a held-out one.",
            "Give a text of many documents, with blank lines between them, or other files.",
        )
    kept = corpus.without(copies) if copies else corpus
    return kept, Screening(len(copies), tuple(leaks))


def _held_out(texts: Texts) -> Iterator[tuple[Path, str, Corpus]]:
    for path in texts.test:
        yield path, "test", texts.judge([path])
    for path in texts.dev:
        yield path, "dev", texts.tune([path])


def _refusal(path: Path, leak: Leak) -> SettingsError:
    return SettingsError(
        f"{path.name} shares {leak.runs} runs of {RUN} words with the text to learn from, such"
        f" as: {leak.examples[0]}.",
        "Take it out of one of the two, or train all the same with --set allow_leak=true.",
    )
