"""Keep on disk what was heard of a recording, so that going on after a crash loses nothing."""

from __future__ import annotations

import logging
import os
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError, MediaError
from subpunct_app.runtime.folders import state_folder
from subpunct_app.runtime.lock import given_up, taken
from subpunct_app.runtime.obstacles import translated
from subpunct_app.runtime.paths import (
    age_of,
    files_like,
    is_older,
    key_of,
    make_folder,
    stamp_of,
)
from subpunct_app.speech.transcription.records import (
    Heading,
    Kept,
    Trace,
    decoded,
    encoded,
    end_line,
    heard_line,
)
from subpunct_app.subtitles.files import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import BinaryIO

    from subpunct_app.speech.recognition.spoken import SpokenWord

SUFFIX = ".heard"
_LOCK = ".lock"
MOST_DAYS = 30

log = logging.getLogger(__name__)


class Journal:
    """Add to the journal of one recording; every line is on the disk when `add` returns."""

    def __init__(self, kept: Kept) -> None:
        self._has_words = bool(kept.words)
        path = self._path = journal_path(Path(kept.heading.path))
        make_folder(path.parent)
        place = path.with_suffix(_LOCK)
        with translated(place):
            lock = taken(place)
        if lock is None:
            name = Path(kept.heading.path).name
            raise FileError(f"{name} is being transcribed already.", "Wait until that is over.")
        self._lock = lock
        with ExitStack() as unless_begun:
            unless_begun.enter_context(lock)
            with translated(path):
                write(encoded(kept), path, overwrite=True)
                self._stream: BinaryIO = path.open("ab")
            unless_begun.pop_all()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        # What a full disk did not take has been told.
        with self._lock, suppress(OSError):
            self._stream.close()
            if isinstance(error, MediaError) and not self._has_words:
                # Nobody can go on with it, and the next try begins at the start again.
                self._path.unlink()
                given_up(self._lock, self._path.with_suffix(_LOCK))

    def add(self, heard_ms: int, words: Iterable[SpokenWord], language: str | None) -> None:
        """Add words, up to where the recording was heard with them, and its language if known."""
        more = tuple(words)
        self._has_words = self._has_words or bool(more)
        self._add(heard_line(heard_ms, more, language))

    def close(self, *, broken: bool) -> Trace | None:
        """Tell that the recording was heard to its end, or to where its file breaks off."""
        self._add(end_line(broken=broken))
        return Trace.of(self._path)

    def _add(self, line: bytes) -> None:
        try:
            self._stream.write(line)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise FileError(
                "What was heard cannot be kept on the disk.", "Free some space and go on."
            ) from error


def journals_folder() -> Path:
    """Return where the unfinished transcriptions of this user lie."""
    return state_folder() / "transcriptions"


def journal_path(media: Path) -> Path:
    """Return where the journal of a recording lies."""
    return journals_folder() / f"{key_of(os.path.realpath(media))}{SUFFIX}"


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
    paths = sorted(filter(_is_free, files_like(journals_folder(), f"*{SUFFIX}")), key=age_of)
    found = [kept for kept in map(_read, paths) if kept is not None]
    return [kept for kept in found if kept.words and _is_same(kept.heading)]


def forget(trace: Trace | None) -> None:
    """Remove a journal, unless another run has it or has written another one there."""
    if trace is not None:
        _remove(trace.path, lambda path: Trace.of(path) == trace)


def tidy() -> None:
    """Remove journals that nobody has added to for a month."""
    for path in files_like(journals_folder(), f"*{SUFFIX}"):
        _remove(path, _is_old)


def _read(path: Path) -> Kept | None:
    """Return what a journal says up to its first damaged line, None where it says nothing."""
    trace = Trace.of(path)
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return None
    except OSError as error:
        log.info("The journal %s cannot be read: %s", path, error)
        return None
    kept = decoded(lines, path)
    return None if kept is None else replace(kept, trace=trace)


def _is_same(heading: Heading) -> bool:
    return stamp_of(Path(heading.path)) == (heading.size, heading.changed_ns)


def _is_free(journal: Path) -> bool:
    try:
        lock = taken(journal.with_suffix(_LOCK))
    except OSError:
        return False
    if lock is None:
        return False
    lock.close()
    return True


def _is_old(journal: Path) -> bool:
    return is_older(journal, MOST_DAYS)


def _remove(path: Path, is_meant: Callable[[Path], bool]) -> None:
    """Remove a journal that nobody has, if it is the one that is meant."""
    if not is_meant(path):
        return
    try:
        lock = taken(path.with_suffix(_LOCK))
        if lock is None:
            return
        with lock:
            # Another one may have written it before the lock was free.
            if is_meant(path):
                path.unlink(missing_ok=True)
                given_up(lock, path.with_suffix(_LOCK))
    except OSError as error:
        log.info("The journal %s cannot be removed: %s", path, error)
