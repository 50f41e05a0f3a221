"""Open a file for the window: read it, and look for its language and for what was left of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.review.journal.records import FileState
from subpunct_app.review.journal.resume import carried_over, left_off
from subpunct_app.review.journal.review_journal import (
    follow_moved,
    journals_of,
    outdated_journal,
    read_journal,
)
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.paths import is_file
from subpunct_app.subtitles.files import await_text
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.document_language import detect
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.speakers import speakers_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from subpunct_app.review.journal.resume import LeftReview
    from subpunct_app.review.journal.review_journal import ReviewJournal
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.bare_stretches import BareRun
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.document_language import Language


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A document, the bytes that it was read from, and the journals about them, if any."""

    document: Document
    source: FileState
    journals: Sequence[ReviewJournal] = ()


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A document, its language, and where it lacks the marks that it has elsewhere.

    `left` is the review of it as it was left, `outdated` the journal of one about other words that
    the file once held. `stretches` lack marks even where no part of the text has any.
    """

    document: Document
    source: FileState
    language: Language | None
    runs: tuple[BareRun, ...]
    left: LeftReview | None
    outdated: ReviewJournal | None
    stretches: tuple[BareRun, ...]
    speakers: tuple[str, ...]


def read_file(path: Path, encoding: str | None, task: Task, *, as_before: bool = True) -> ReadFile:
    """Read a subtitle or text file; unless an encoding is named, `as_before` or guessing it."""
    content = await_text(path, task)
    source = FileState.of(path, content)
    journals = journals_about(source)
    if as_before and encoding is None and journals:
        encoding = journals[0].heading.encoding
    document = parse(content, name=path.name, encoding=encoding, task=task)
    return ReadFile(document, source, journals)


def read_again(path: Path, encoding: str, task: Task) -> ReadFile:
    """Read a file that has changed in the encoding that was told of it, unless that is over.

    That is where it is Unicode now, or has signs that the encoding lacks.
    """
    guessed = read_file(path, None, task)
    if guessed.document.encoding.is_utf8:
        return guessed
    try:
        return read_file(path, encoding, task)
    except FileError:
        return guessed


def journals_about(source: FileState) -> list[ReviewJournal]:
    """Return the journals about a file, or else those that it brings along from where it was."""
    return journals_of(source) or follow_moved(source)


def look_through(read: ReadFile, name: str, task: Task) -> OpenedFile:
    """Guess the language of a document, look for stretches without marks, and for a review."""
    from subpunct_app.subtitles.bare_stretches import runs

    document, journals = read.document, read.journals
    task.step(0, 0, "Detecting the language")
    language = detect(document, name)
    task.step(0, 0, "Reading the words")
    transcript = read_words(document, language.code if language else "en", task)
    found = runs(transcript)
    # First what has work, and of that what was decided in this encoding.
    name = document.encoding.name
    ranked = sorted(journals, key=lambda one: (not one.has_work, one.heading.encoding != name))
    left = next(filter(None, (left_off(document, one) for one in ranked)), None)
    before = next((one for one in journals if one.has_work), None)
    if not (left or before) and (before := outdated_journal(read.source)):
        left = carried_over(document, before)
    bare = sum(run.words for run in found)
    return OpenedFile(
        document,
        read.source,
        language,
        found if bare < len(transcript.words) else (),
        stretches=found,
        speakers=tuple(speakers_of(transcript)),
        left=left,
        outdated=None if left else before,
    )


def read_journals(paths: Iterable[Path], task: Task) -> list[ReviewJournal]:
    """Return the journals with work on files that are still there, the newest first.

    Of several on one file, as of an export that was killed, it is the one about its present bytes.
    """
    task.step(0, 0, "Looking for unfinished reviews")
    found = [kept for kept in map(read_journal, paths) if kept is not None and kept.has_work]
    present = [kept for kept in found if is_file(Path(kept.heading.path))]
    by_file = {kept.heading.path: kept for kept in sorted(present, key=_fit)}
    return sorted(by_file.values(), key=lambda kept: -kept.written)


def _fit(journal: ReviewJournal) -> tuple[bool, float]:
    """Return what is greater the better a journal fits the file that it is about."""
    source = FileState(Path(journal.heading.path), journal.heading.sha256)
    return not source.changed, journal.written
