"""Tell recordings from texts, and find which belong together by their names in one folder."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import normal_code
from subpunct_app.runtime.paths import EXPORT_MARK, fit_name, is_file, is_folder
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.container import begins_as_media
from subpunct_app.subtitles.format_choice import MEDIA, SOUND, VIDEO
from subpunct_app.subtitles.formats.registry import JSON, TEXT_SUFFIXES
from subpunct_app.subtitles.reading.document_language import QUALIFIERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from subpunct_app.subtitles.formats.adapter import OutputFormat

_RANKS = {suffix: rank for rank, suffix in enumerate((*VIDEO, *SOUND))}
# What gives way to the suffix of another format.
_REPLACED = frozenset((*TEXT_SUFFIXES, JSON.suffix))
# Matroska with subtitles alone begins as any other, and subtitles of a DVD begin as its films do.
_UNHEARD = _REPLACED | {".mks", ".sub"}
_BETWEEN = QUALIFIERS | {"marked", "whisper"}
# With the number of one that was not the first.
_EXPORT = re.compile(rf"(.+){re.escape(EXPORT_MARK)}(-[0-9]+)?", re.IGNORECASE | re.DOTALL)
_STEP = 256
# Broadcasts and camcorders name files so, and so do those who program in TypeScript.
_SHARED = frozenset({".ts", ".mts"})
# A broadcast is cut into packets, each with this byte in front, on discs behind a time.
_SYNC = 0x47
_PACKETS = (188, 192)
_LEAST_PACKETS = 8


def is_program(path: Path) -> bool:
    """Tell whether a file that is named like a recording is none, but a text for a computer.

    Raises OSError where a name leaves that open and the file cannot be read.
    """
    if path.suffix.lower() not in _SHARED:
        return False
    return not _is_broadcast(_head(path))


def is_media(path: PurePath) -> bool:
    """Tell by its name whether a file holds video or sound."""
    return path.suffix.lower() in MEDIA


def in_format(name: str, kind: OutputFormat) -> str:
    """Return what the result of a text is called in another format: `talk.vtt` for `talk.srt`."""
    path = PurePath(name)
    stem = path.stem if path.suffix.lower() in _REPLACED else name
    return fit_name(stem, kind.suffix)


def is_recording(path: Path) -> bool:
    """Tell by its name, or how it begins where that says nothing, whether a file is to be played.

    What is named like a text, is no ordinary file, or cannot be read is none.
    """
    if is_media(path) or path.suffix.lower() in _UNHEARD or not is_file(path):
        return is_media(path)
    try:
        head = _head(path)
    except OSError:
        return False
    # A text may begin with the letters of a mark.
    return b"\0" in head and (begins_as_media(head) or _is_broadcast(head))


def too_much_to_open(files: Sequence[Path]) -> list[Path]:
    """Return the texts and folders among some files, or the recordings where there are only such.

    There are none where there is just one text, with its video perhaps, or one recording, nor
    where a batch, which goes by names, would take a recording for a text.
    """
    found = [file for file in files if not is_recording(file)]
    if not found and all(map(is_media, files)):
        found = list(files)
    return found if len(found) > 1 or any(map(is_folder, found)) else []


def media_of(subtitles: Path, task: Task) -> Path | None:
    """Return the video or sound that subtitles are named after: `talk.mp4` for `talk.en.srt`.

    Nothing is found in a folder that cannot be read, nor a program in TypeScript.
    """
    found = media_among(filter(is_media, _neighbours(subtitles, task)), subtitles)
    try:
        return None if found is None or is_program(found) else found
    except OSError:
        return None


def media_among(recordings: Iterable[Path], subtitles: Path) -> Path | None:
    """Return which of some recordings, of any ending, subtitles are named after, if any."""
    stems = list(_stems(subtitles.stem))
    ranked = {
        (stems.index(name), _rank(path)): path
        for path in recordings
        for name in _names(path)
        if name in stems
    }
    return ranked[min(ranked)] if ranked else None


def subtitles_of(media: Path, task: Task) -> Path | None:
    """Return the subtitles or text named after a video: `talk.srt`, else `talk.en.srt`."""
    wanted = media.stem.casefold()
    ranked = {
        (stems.index(wanted), TEXT_SUFFIXES.index(path.suffix.lower()), path.name): path
        for path in _neighbours(media, task)
        if path.suffix.lower() in TEXT_SUFFIXES and wanted in (stems := list(_stems(path.stem)))
    }
    return ranked[min(ranked)] if ranked else None


def without_subtitles(names: Iterable[str]) -> frozenset[str]:
    """Return the media among the names of one folder that no subtitles or texts are named after."""
    paths = [Path(name) for name in names]
    told = _told(paths)
    return frozenset(
        path.name for path in paths if is_media(path) and path.stem.casefold() not in told
    )


def exports(names: Iterable[str]) -> frozenset[str]:
    """Return the texts of one folder that have the name of an export of another one of them."""
    texts = [path for path in map(Path, names) if path.suffix.lower() in TEXT_SUFFIXES]
    stems = {path.stem.casefold() for path in texts}
    return frozenset(
        path.name
        for path in texts
        if (made := _EXPORT.fullmatch(path.stem)) and made[1].casefold() in stems
    )


def is_export(file: Path) -> bool:
    """Tell whether a text has the name of an export of another one beside it that is no link."""
    return bool(_EXPORT.fullmatch(file.stem)) and file.name in exports(
        path.name for path in _neighbours(file, Task()) if path == file or not path.is_symlink()
    )


def likeliest(names: Iterable[str]) -> frozenset[str]:
    """Return the media among the names of one folder, of those of one stem the likeliest kind.

    A film and the sound track beside it would have the same subtitles.
    """
    media = [path for path in map(Path, names) if is_media(path)]
    best: dict[str, int] = {}
    for path in media:
        stem = path.stem.casefold()
        best[stem] = min(_rank(path), best.get(stem, len(_RANKS)))
    return frozenset(path.as_posix() for path in media if _rank(path) == best[path.stem.casefold()])


def _told(paths: Iterable[Path]) -> frozenset[str]:
    """Return which names the subtitles and texts among the files of one folder are named after."""
    texts = (path.stem for path in paths if path.suffix.lower() in TEXT_SUFFIXES)
    return frozenset(stem for text in texts for stem in _stems(text))


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read((_LEAST_PACKETS + 1) * max(_PACKETS))


def _is_broadcast(head: bytes) -> bool:
    return any(
        head[start] == _SYNC and set(head[start : start + size * _LEAST_PACKETS : size]) == {_SYNC}
        for size in _PACKETS
        if len(head) >= size * _LEAST_PACKETS
        for start in range(size)
    )


def _rank(path: PurePath) -> int:
    return _RANKS.get(path.suffix.lower(), len(_RANKS))


def _names(recording: PurePath) -> tuple[str, ...]:
    """Return its name without its ending, and with it where that may belong to the name."""
    if is_media(recording):
        return (recording.stem.casefold(),)
    return recording.stem.casefold(), recording.name.casefold()


def _stems(stem: str) -> Iterator[str]:
    """Yield a name, and then without one after the other of what names of subtitles add."""
    stem = stem.casefold()
    yield stem
    while (parted := stem.rpartition("."))[0] and _is_added(parted[2]):
        stem = parted[0]
        yield stem


def _is_added(part: str) -> bool:
    return part in _BETWEEN or f".{part}" in MEDIA or normal_code(part) is not None


def _neighbours(file: Path, task: Task) -> Iterable[Path]:
    """Return the paths of the files beside a file."""
    found: list[Path] = []
    try:
        with os.scandir(file.parent) as entries:
            for count, entry in enumerate(entries):
                if not count % _STEP:
                    task.step(0, 0, "Looking for the video")
                found.append(file.parent / entry.name)
    except OSError:
        return []
    return found
