"""Keep on disk what was heard of a recording, so that going on after a crash loses nothing."""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from subpunct_app.languages.language_data import language_name
from subpunct_app.runtime.append_journal import (
    AppendJournal,
    encode_line,
    read_records,
    remove_journal,
)
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.file_lock import is_locked, take_lock
from subpunct_app.runtime.folders import state_folder
from subpunct_app.runtime.paths import (
    age_of,
    file_stamp,
    is_older,
    is_path,
    make_folder,
    matching_files,
    name_hash,
)
from subpunct_app.speech.recognition.recogniser import SpokenWord
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SUFFIX = ".heard"
_LOCK = ".lock"
MOST_DAYS = 30

# A journal as a run has left it, told by its stamp from what others wrote in its place.
Trace: TypeAlias = tuple[Path, tuple[int, int] | None]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Heading:
    """Which file was heard, as it was then, by which model, and what was asked for.

    `language` is what the user named, None where it was to be told from the sound; `track` is the
    number of the sound track, None for the one that players choose.
    """

    path: str
    size: int
    changed_ns: int
    duration_ms: int
    model: str
    language: str | None = None
    track: int | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """What a journal holds: words up to a time, and whether that is all of the recording.

    It is all of the file where that is `broken` off there, though there should be more. `trace`
    is the journal that this was read from or written to.
    """

    heading: Heading
    words: tuple[SpokenWord, ...] = ()
    heard_ms: int = 0
    language: str | None = None
    whole: bool = False
    broken: bool = False
    trace: Trace | None = field(default=None, compare=False)

    def goes_on_as(self, heading: Heading) -> bool:
        """Tell whether the same model may go on with the same sound for the same language.

        A language that was told from the sound may be named by now, and a named one left out.
        """
        same = heading.language in (None, self.heading.language, self.language)
        before = self.heading
        return same and (heading.model, heading.track) == (before.model, before.track)


class HeardOtherwise(SettingsError):
    """A recording was heard in part by another model, for another language, or another track."""

    def __init__(self, kept: Kept) -> None:
        heading = kept.heading
        language = kept.language or heading.language
        spoken = f", in {language_name(language)}" if language else ""
        track = "" if heading.track is None else f" --track {heading.track}"
        super().__init__(
            f"{Path(heading.path).name} was transcribed up to {clock_text(kept.heard_ms)} by "
            f"{heading.model}{spoken}.",
            f"To go on with that, ask for --whisper {heading.model} --language "
            f"{language or 'auto'}{track} and nothing else; to begin anew, leave out --resume.",
        )


class TranscriptionJournal:
    """Add to the journal of one recording; every line is on the disk when a method returns."""

    def __init__(self, journal: AppendJournal) -> None:
        self._journal = journal

    def add(self, heard_ms: int, words: Iterable[SpokenWord], language: str | None) -> None:
        """Add words, up to where the recording was heard with them, and its language if known."""
        self._add(_heard_line(heard_ms, words, language))

    def close(self, *, broken: bool) -> Trace:
        """Tell that the recording was heard to its end, or to where its file breaks off."""
        self._add(encode_line({"broken" if broken else "whole": True}))
        return self._journal.path, file_stamp(self._journal.path)

    def _add(self, line: bytes) -> None:
        try:
            self._journal.add(line)
            self._journal.sync()
        except OSError as error:
            raise FileError(
                "The transcription so far cannot be kept on the disk.",
                "Free some space and continue.",
            ) from error


@contextmanager
def begun_journal(kept: Kept) -> Iterator[TranscriptionJournal]:
    """Give a journal that begins with what is kept; raise FileError where another run has it."""
    media = Path(kept.heading.path)
    path = journal_path(media)
    make_folder(path.parent)
    with translate_os_errors(path.with_suffix(_LOCK)):
        lock = take_lock(path.with_suffix(_LOCK))
    if lock is None:
        raise FileError(
            f"{media.name} is being transcribed already.", "Wait until that has finished."
        )
    heard = [_heard_line(kept.heard_ms, kept.words, kept.language)] if kept.heard_ms else []
    with lock:
        with translate_os_errors(path):
            journal = AppendJournal.begin(path, [encode_line(asdict(kept.heading)), *heard])
        try:
            yield TranscriptionJournal(journal)
        finally:
            # What a full disk did not take has been told.
            with suppress(OSError):
                journal.close()


def journals_folder() -> Path:
    """Return where the unfinished transcriptions of this user lie."""
    return state_folder() / "transcriptions"


def journal_path(media: Path) -> Path:
    """Return where the journal of a recording lies."""
    return journals_folder() / f"{name_hash(os.path.realpath(media))}{SUFFIX}"


def kept_of(media: Path) -> Kept | None:
    """Return what was heard of a recording, None where there is nothing or it has changed."""
    kept = _read(journal_path(media))
    return kept if kept is not None and _is_same(kept.heading) else None


def left_of(media: Path) -> Kept | None:
    """Return the words heard of a recording by a run that is over, None where there are none."""
    kept = kept_of(media)
    return kept if kept and kept.words and _is_free(journal_path(media)) else None


def unfinished() -> list[Kept]:
    """Return the words heard of recordings that are there and nobody hears now, the newest first.

    Where there are none yet, nothing is lost that somebody would go on with.
    """
    paths = sorted(filter(_is_free, matching_files(journals_folder(), f"*{SUFFIX}")), key=age_of)
    found = [kept for kept in map(_read, paths) if kept is not None]
    return [kept for kept in found if kept.words and _is_same(kept.heading)]


def forget(trace: Trace | None) -> None:
    """Remove a journal, unless another run has it or has written another one there."""
    if trace is not None:
        _remove(trace[0], lambda path: file_stamp(path) == trace[1])


def tidy() -> None:
    """Remove journals that nobody has added to for a month."""
    for path in matching_files(journals_folder(), f"*{SUFFIX}"):
        _remove(path, lambda path: is_older(path, MOST_DAYS))


class _Heard(msgspec.Struct):
    """Words, up to where was heard with them, and their language if known."""

    heard_ms: int
    words: list[tuple[str, int, int, float | None]]
    language: str | None = None


class _End(msgspec.Struct):
    """The end of the recording, or where its file breaks off."""

    whole: bool = False
    broken: bool = False


def _heard_line(heard_ms: int, words: Iterable[SpokenWord], language: str | None) -> bytes:
    rows = [[word.text, word.start_ms, word.end_ms, word.confidence] for word in words]
    known = {"language": language} if language else {}
    return encode_line({"heard_ms": heard_ms, "words": rows} | known)


def _decoded(values: object) -> Heading | _Heard | _End:
    """Return the record of a line; raise ValueError where it is none."""
    match values:
        case {"path": str(path)} if is_path(path):
            return msgspec.convert(values, Heading)
        case {"heard_ms": _}:
            return msgspec.convert(values, _Heard)
        case {"whole": True} | {"broken": True}:
            return msgspec.convert(values, _End)
    raise ValueError("no record")


def _read(path: Path) -> Kept | None:
    """Return what a journal says up to its first damaged line, None where it says nothing."""
    kept: Kept | None = None
    words: list[SpokenWord] = []
    try:
        for record in read_records(path, _decoded):
            match record:
                case Heading() if kept is None:
                    kept = Kept(record, trace=(path, file_stamp(path)))
                case _Heard() if kept is not None:
                    words += [SpokenWord(*word) for word in record.words]
                    language = record.language or kept.language
                    kept = replace(kept, heard_ms=record.heard_ms, language=language)
                case _End() if kept is not None:
                    kept = replace(kept, whole=record.whole, broken=record.broken)
                case _:
                    break
    except FileNotFoundError:
        return None
    except OSError as error:
        log.info("The journal %s cannot be read: %s", path, error)
        return None
    return None if kept is None else replace(kept, words=tuple(words))


def _is_same(heading: Heading) -> bool:
    return file_stamp(Path(heading.path)) == (heading.size, heading.changed_ns)


def _is_free(journal: Path) -> bool:
    try:
        return not is_locked(journal.with_suffix(_LOCK))
    except OSError:
        return False


def _remove(path: Path, is_meant: Callable[[Path], bool]) -> None:
    """Remove a journal that nobody has, if it is the one that is meant."""
    try:
        lock = take_lock(path.with_suffix(_LOCK))
    except OSError as error:
        log.info("The journal %s cannot be removed: %s", path, error)
        return
    if lock is not None:
        with lock:
            if is_meant(path):
                remove_journal(path)
                lock.remove()
