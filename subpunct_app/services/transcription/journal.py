"""Keep on disk what was heard of a recording, so that going on after a crash loses nothing."""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from subpunct_app.core.clock import clock_text
from subpunct_app.core.errors import FileError, MediaError, SettingsError
from subpunct_app.core.lock import given_up, taken
from subpunct_app.core.obstacles import translated
from subpunct_app.services.files import write
from subpunct_app.services.paths import age_of, is_older, is_path, key_of, make_folder, stamp_of
from subpunct_app.speech.recognition.spoken import SpokenWord
from subpunct_app.subtitles.languages.codes import language_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

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
        stamp = stamp_of(path)
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
        stamp = stamp_of(path)
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
            f"{name}{which} was heard up to {clock_text(kept.heard_ms)} by {model}{spoken}.",
            f"Go on with --whisper {model} --language {language}{named}, or leave out --resume to "
            "begin anew.",
        )


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
        with translated(path):
            write(b"".join(map(_line, _records(kept))), path, overwrite=True)
            self._stream: BinaryIO = path.open("ab")

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
        self._add(_heard(heard_ms, more, language))

    def close(self, *, broken: bool) -> Trace | None:
        """Tell that the recording was heard to its end, or to where its file breaks off."""
        self._add({"broken": True} if broken else {"whole": True})
        return Trace.of(self._path)

    def _add(self, record: dict[str, object]) -> None:
        try:
            self._stream.write(_line(record))
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise FileError(
                "What was heard cannot be kept on the disk.", "Free some space and go on."
            ) from error


def journals_folder() -> Path:
    """Return where the unfinished transcriptions of this user lie."""
    return user_state_path("subpunct", appauthor=False) / "transcriptions"


def journal_path(media: Path) -> Path:
    """Return where the journal of a recording lies."""
    return journals_folder() / f"{key_of(os.path.realpath(media))}{SUFFIX}"


def kept_of(media: Path) -> Kept | None:
    """Return what was heard of a recording, None where there is nothing or it has changed."""
    kept = _read(journal_path(media))
    return kept if kept is not None and _is_same(kept.heading) else None


def unfinished() -> list[Kept]:
    """Return the words heard of recordings that are there and nobody hears now, the newest first.

    Where there are none yet, nothing is lost that somebody would go on with.
    """
    paths = sorted(filter(_is_free, journals_folder().glob(f"*{SUFFIX}")), key=age_of)
    found = [kept for kept in map(_read, paths) if kept is not None]
    return [kept for kept in found if kept.words and _is_same(kept.heading)]


def forget(trace: Trace | None) -> None:
    """Remove a journal, unless another run has it or has written another one there."""
    if trace is not None:
        _remove(trace.path, lambda path: Trace.of(path) == trace)


def tidy() -> None:
    """Remove journals that nobody has added to for a month."""
    for path in journals_folder().glob(f"*{SUFFIX}"):
        _remove(path, _is_old)


def _records(kept: Kept) -> Iterator[dict[str, object]]:
    yield asdict(kept.heading)
    if kept.heard_ms:
        yield _heard(kept.heard_ms, kept.words, kept.language)


def _heard(heard_ms: int, words: Iterable[SpokenWord], language: str | None) -> dict[str, object]:
    rows = [[word.text, word.start_ms, word.end_ms, word.confidence] for word in words]
    return {"heard_ms": heard_ms, "words": rows} | ({"language": language} if language else {})


def _line(record: dict[str, object]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogateescape") + b"\n"


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
    kept: Kept | None = None
    words: list[SpokenWord] = []
    for line in lines:
        try:
            if not line.endswith(b"\n"):
                break
            record = json.loads(line.decode("utf-8", "surrogateescape"), parse_constant=_no_number)
            kept = Kept(_heading(record)) if kept is None else _with(kept, record, words)
        except (ValueError, RecursionError) as error:
            log.info("The journal %s is damaged: %s", path, error)
            break
    return None if kept is None else replace(kept, words=tuple(words), trace=trace)


def _heading(record: object) -> Heading:
    """Return the heading of a journal; raise ValueError where a record is none."""
    match record:
        case {
            "path": str(path),
            "size": int(size),
            "changed_ns": int(changed_ns),
            "duration_ms": int(duration_ms),
            "model": str(model),
            "language": None | str() as language,
            **rest,
        } if is_path(path) and not _has_flag(size, changed_ns, duration_ms):
            track = _track(rest.get("track"))
            return Heading(path, size, changed_ns, duration_ms, model, language, track)
    raise ValueError("no heading")


def _track_named(heard: int | None, wanted: int | None) -> tuple[str, str]:
    """Return what a message says of the sound track that was heard, and the option to go on."""
    if heard is not None:
        return f", sound track {heard},", f" --track {heard}"
    if wanted is not None:
        return ", the sound track that players choose,", " and without --track"
    return "", ""


def _track(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise ValueError("no number of a track")


def _with(kept: Kept, record: object, words: list[SpokenWord]) -> Kept:
    """Return what is known after a record, and add its words to those before.

    Raise ValueError where it is none.
    """
    match record:
        case {"whole": True}:
            return replace(kept, whole=True)
        case {"broken": True}:
            return replace(kept, broken=True)
        case {"heard_ms": int(heard_ms), "words": list(rows), **rest} if not _has_flag(heard_ms):
            language = rest.get("language", kept.language)
            if language is not None and not isinstance(language, str):
                raise ValueError("a language is a text")
            words += list(map(_word, rows))
            return replace(kept, heard_ms=heard_ms, language=language)
    raise ValueError("no record")


def _word(row: object) -> SpokenWord:
    match row:
        case [str(text), int(start_ms), int(end_ms), None | int() | float() as confidence]:
            if not _has_flag(start_ms, end_ms, confidence):
                return SpokenWord(text, start_ms, end_ms, confidence)
    raise ValueError("no word")


def _has_flag(*values: object) -> bool:
    """Tell whether true or false stands where a number belongs: Python takes them for 1 and 0."""
    return any(isinstance(value, bool) for value in values)


def _no_number(name: str) -> float:
    """Refuse what Python's json, and no other, takes for a number."""
    raise ValueError(f"{name} is no number")


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
