"""Tell recordings from texts, and find which belong together by their names in one folder."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import normal_code
from subpunct_app.runtime.paths import EXPORT_MARK, fit_name, is_folder
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.format_choice import MEDIA, SOUND, VIDEO
from subpunct_app.subtitles.formats.registry import JSON, TEXT_SUFFIXES
from subpunct_app.subtitles.reading.document_language import QUALIFIERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from subpunct_app.subtitles.formats.adapter import OutputFormat

_RANKS = {suffix: rank for rank, suffix in enumerate((*VIDEO, *SOUND))}
# What gives way to the suffix of another format.
_REPLACED = frozenset((*TEXT_SUFFIXES, JSON.suffix))
_BETWEEN = QUALIFIERS | {"marked", "whisper"}
# With the number of one that was not the first.
_EXPORT = re.compile(rf"(.+){re.escape(EXPORT_MARK)}(-[0-9]+)?", re.IGNORECASE | re.DOTALL)
_STEP = 256


def is_media(path: PurePath) -> bool:
    """Tell by its name whether a file holds video or sound."""
    return path.suffix.lower() in MEDIA


def in_format(name: str, kind: OutputFormat) -> str:
    """Return what the result of a text is called in another format: `talk.vtt` for `talk.srt`."""
    path = PurePath(name)
    stem = path.stem if path.suffix.lower() in _REPLACED else name
    return fit_name(stem, kind.suffix)


def too_much_to_open(files: Sequence[Path]) -> list[Path]:
    """Return the texts and folders among some files, or the recordings where there are only such.

    There are none where there is just one text, with its video perhaps, or one recording.
    """
    found = [file for file in files if not is_media(file)] or list(files)
    return found if len(found) > 1 or any(map(is_folder, found)) else []


def media_of(subtitles: Path, task: Task) -> Path | None:
    """Return the video or sound that subtitles are named after: `talk.mp4` for `talk.en.srt`.

    Nothing is found in a folder that cannot be read.
    """
    return media_among(filter(is_media, _neighbours(subtitles, task)), subtitles)


def media_among(recordings: Iterable[Path], subtitles: Path) -> Path | None:
    """Return which of some recordings subtitles are named after, if any."""
    stems = list(_stems(subtitles.stem))
    ranked = {
        (stems.index(name), _rank(path)): path
        for path in recordings
        if (name := path.stem.casefold()) in stems
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
    texts = (path.stem for path in paths if path.suffix.lower() in TEXT_SUFFIXES)
    told = {stem for text in texts for stem in _stems(text)}
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


def _rank(path: PurePath) -> int:
    return _RANKS.get(path.suffix.lower(), len(_RANKS))


def _stems(stem: str) -> Iterator[str]:
    """Yield a name, and then without one after the other of what names of subtitles add."""
    stem = stem.casefold()
    yield stem
    while True:
        stem, _, part = stem.rpartition(".")
        if not stem or (
            part not in _BETWEEN and f".{part}" not in MEDIA and normal_code(part) is None
        ):
            return
        yield stem


def _neighbours(file: Path, task: Task) -> Iterable[Path]:
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
