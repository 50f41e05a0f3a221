"""Keep what was decided in a project, the folder of a file; it never leaves the machine."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import convert, to_builtins

from subpunct_app.review.learning.recalibration import Lesson
from subpunct_app.runtime.append_journal import decode_line, encode_line
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.folders import data_folder
from subpunct_app.runtime.paths import age_of, make_folder, matching_files, name_hash, path_exists
from subpunct_app.subtitles.files import write

MOST_FILES = 200
_SUFFIX = ".lessons"


def store(path: Path, lessons: Sequence[Lesson]) -> None:
    """Keep what was decided about a file in place of what was kept about it before.

    Raise FileError where that is impossible.
    """
    target = _project(path.parent) / f"{name_hash(str(path.resolve()))}{_SUFFIX}"
    if not lessons:
        _remove(target)
        return
    make_folder(target.parent)
    write(b"".join(encode_line(to_builtins(lesson)) for lesson in lessons), target, overwrite=True)


def load(folder: Path) -> list[Lesson]:
    """Return the lessons of a project, the files decided about last first; damaged ones are out."""
    paths = sorted(matching_files(_project(folder), f"*{_SUFFIX}"), key=age_of)
    found = []
    for path in paths[:MOST_FILES]:
        with contextlib.suppress(OSError):
            for line in path.read_bytes().splitlines():
                with contextlib.suppress(ValueError):
                    found.append(convert(decode_line(line), Lesson))
    return found


def forget(folder: Path) -> Mapping[Path, bytes]:
    """Remove the lessons of a project and return them, the files decided about last at the end.

    What cannot be read is removed as well, but not returned. Raise FileError where something
    cannot be removed.
    """
    forgotten = {}
    project = _project(folder)
    with translate_os_errors(project):
        for path in sorted(project.glob(f"*{_SUFFIX}"), key=age_of, reverse=True):
            with contextlib.suppress(OSError):
                forgotten[path] = path.read_bytes()
            _remove(path)
    return forgotten


def bring_back(forgotten: Mapping[Path, bytes]) -> None:
    """Keep forgotten lessons again, but about files that others are kept about by now.

    Raise FileError where that is impossible.
    """
    for path, kept in forgotten.items():
        if not path_exists(path):
            make_folder(path.parent)
            write(kept, path)


def _remove(path: Path) -> None:
    with translate_os_errors(path):
        path.unlink(missing_ok=True)


def _project(folder: Path) -> Path:
    return data_folder() / "projects" / name_hash(str(folder.resolve()))
