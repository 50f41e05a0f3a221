"""Keep on disk what was heard of a recording, so that going on after a crash loses nothing."""

from __future__ import annotations

import logging
import os
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from subpunct_app.languages.language_data import language_name
from subpunct_app.runtime.append_journal import (
    AppendJournal,
    encode_line,
    read_records,
    remove_journal,
)
from subpunct_app.runtime.errors import FileError, MediaError, SettingsError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.file_lock import take_lock
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
    from collections.abc import Callable, Iterable

SUFFIX = ".heard"
_LOCK = ".lock"
MOST_DAYS = 30

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

    @classmethod
    def of(
        cls,
        path: Path,
        duration_ms: int,
        model: str,
        language: str | None,
        *,
        track: int | None = None,
    ) -> Heading:
        """Return the heading for a file as it is now."""
        stamp = file_stamp(path)
        if stamp is None:
            raise MediaError(f"{path.name} is gone.", "Open it where it is now.")
        return cls(os.path.realpath(path), *stamp, duration_ms, model, language, track)


@dataclass(frozen=True, slots=True)
class Trace:
    """A journal as a run has left it, told by its size and time from what others wrote there."""

    path: Path
    size: int
    changed_ns: int

    @classmethod
    def of(cls, path: Path) -> Trace | None:
        """Return the trace of a journal as it is now, None without one."""
        stamp = file_stamp(path)
        return None if stamp is None else cls(path, *stamp)


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

    def __init__(self, kept: Kept, wanted: Heading) -> None:
        name, model = Path(kept.heading.path).name, kept.heading.model
        language = kept.language or kept.heading.language or "auto"
        spoken = "" if language == "auto" else f", in {language_name(language)}"
        which, named = _track_named(kept.heading.track, wanted.track)
        super().__init__(
            f"{name}{which} was transcribed up to {clock_text(kept.heard_ms)} by {model}{spoken}.",
            f"Go on with --whisper {model} --language {language}{named}, or leave out --resume to "
            "begin anew.",
        )


class TranscriptionJournal:
    """Add to the journal of one recording; every line is on the disk when `add` returns."""

    def __init__(self, kept: Kept) -> None:
        self._has_words = bool(kept.words)
        path = journal_path(Path(kept.heading.path))
        make_folder(path.parent)
        lock_path = path.with_suffix(_LOCK)
        with translate_os_errors(lock_path):
            lock = take_lock(lock_path)
        if lock is None:
            name = Path(kept.heading.path).name
            raise FileError(
                f"{name} is being transcribed already.", "Wait until that has finished."
            )
        self._lock = lock
        with ExitStack() as unless_begun:
            unless_begun.enter_context(lock)
            with translate_os_errors(path):
                self._journal = AppendJournal.begin(path, _lines(kept))
            unless_begun.pop_all()

    def __enter__(self) -> TranscriptionJournal:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        # What a full disk did not take has been told.
        with self._lock, suppress(OSError):
            self._journal.close()
            if isinstance(error, MediaError) and not self._has_words:
                # Nobody can go on with it, and the next try begins at the start again.
                self._journal.path.unlink()
                self._lock.remove()

    def add(self, heard_ms: int, words: Iterable[SpokenWord], language: str | None) -> None:
        """Add words, up to where the recording was heard with them, and its language if known."""
        more = tuple(words)
        self._has_words = self._has_words or bool(more)
        self._add(_heard_line(heard_ms, more, language))

    def close(self, *, broken: bool) -> Trace | None:
        """Tell that the recording was heard to its end, or to where its file breaks off."""
        self._add(encode_line({"broken" if broken else "whole": True}))
        return Trace.of(self._journal.path)

    def _add(self, line: bytes) -> None:
        try:
            self._journal.add(line)
            self._journal.sync()
        except OSError as error:
            raise FileError(
                "The transcription so far cannot be kept on the disk.",
                "Free some space and continue.",
            ) from error


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
        _remove(trace.path, lambda path: Trace.of(path) == trace)


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


def _lines(kept: Kept) -> list[bytes]:
    """Return the lines of a journal that begins with what is kept."""
    heard = [_heard_line(kept.heard_ms, kept.words, kept.language)] if kept.heard_ms else []
    return [encode_line(asdict(kept.heading)), *heard]


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
    trace = Trace.of(path)
    kept: Kept | None = None
    words: list[SpokenWord] = []
    try:
        for record in read_records(path, _decoded):
            match record:
                case Heading() if kept is None:
                    kept = Kept(record, trace=trace)
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
        lock = take_lock(journal.with_suffix(_LOCK))
    except OSError:
        return False
    if lock is None:
        return False
    lock.release()
    return True


def _remove(path: Path, is_meant: Callable[[Path], bool]) -> None:
    """Remove a journal that nobody has, if it is the one that is meant."""
    if not is_meant(path):
        return
    try:
        lock = take_lock(path.with_suffix(_LOCK))
        if lock is None:
            return
        with lock:
            # Another one may have written it before the lock was free.
            if is_meant(path):
                remove_journal(path)
                lock.remove()
    except OSError as error:
        log.info("The journal %s cannot be removed: %s", path, error)


def _track_named(heard: int | None, wanted: int | None) -> tuple[str, str]:
    """Return what a message says of the sound track that was heard, and the option to go on."""
    if heard is not None:
        return f", sound track {heard},", f" --track {heard}"
    if wanted is not None:
        return ", the sound track that players choose,", " and without --track"
    return "", ""
