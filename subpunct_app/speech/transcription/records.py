"""What stands in the journal of a transcription, one line of JSON a record."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from subpunct_app.languages.codes import language_name
from subpunct_app.runtime.errors import MediaError, SettingsError
from subpunct_app.runtime.paths import is_path, stamp_of
from subpunct_app.speech.recognition.spoken import SpokenWord
from subpunct_app.text.clock import clock_text

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


def encoded(kept: Kept) -> bytes:
    """Return the lines of a journal that begins with what is kept."""
    heard = [heard_line(kept.heard_ms, kept.words, kept.language)] if kept.heard_ms else []
    return b"".join([_line(asdict(kept.heading)), *heard])


def heard_line(heard_ms: int, words: Iterable[SpokenWord], language: str | None) -> bytes:
    """Return the line of words, up to where was heard with them, and their language if known."""
    rows = [[word.text, word.start_ms, word.end_ms, word.confidence] for word in words]
    known = {"language": language} if language else {}
    return _line({"heard_ms": heard_ms, "words": rows} | known)


def end_line(*, broken: bool) -> bytes:
    """Return the line that ends a journal: all was heard, to where the file breaks off perhaps."""
    return _line({"broken": True} if broken else {"whole": True})


def decoded(lines: Iterable[bytes], path: Path) -> Kept | None:
    """Return what lines say up to the first damaged one, None where they say nothing."""
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
    return None if kept is None else replace(kept, words=tuple(words))


def _track_named(heard: int | None, wanted: int | None) -> tuple[str, str]:
    """Return what a message says of the sound track that was heard, and the option to go on."""
    if heard is not None:
        return f", sound track {heard},", f" --track {heard}"
    if wanted is not None:
        return ", the sound track that players choose,", " and without --track"
    return "", ""


def _line(record: dict[str, object]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogateescape") + b"\n"


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
