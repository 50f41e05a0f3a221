"""What lies at a path, how to make folders, and names that are free."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import itertools
import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.file_errors import translate_os_errors

if TYPE_CHECKING:
    from collections.abc import Callable

# What the name of an export has before its ending.
EXPORT_MARK = ".punct"
# In bytes, on nearly every disk.
_LONGEST_NAME = 255
_DAY_SECONDS = 86400
# Before that nobody had this program: what is dated so got its date from a clock that was wrong.
_FIRST_DATE = datetime(2025, 1, 1, tzinfo=UTC).timestamp()


def resolve_path(path: Path) -> Path:
    """Return the file that a path leads to, or raise FileError where that is a circle of links."""
    with translate_os_errors(path):
        return path.resolve()


def is_path(text: str) -> bool:
    """Return whether the system takes a text for a path, whatever lies there."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def path_exists(path: Path) -> bool:
    """Return whether a path leads to anything, as far as it is open to us."""
    return _surely(path.exists)


def is_file(path: Path) -> bool:
    """Return whether a path leads to an ordinary file, as far as it is open to us."""
    return _surely(path.is_file)


def is_folder(path: Path) -> bool:
    """Return whether a path leads to a folder, as far as it is open to us."""
    return _surely(path.is_dir)


def matching_files(folder: Path, pattern: str) -> list[Path]:
    """Return what a folder holds by such names, nothing where it is missing or closed to us."""
    with contextlib.suppress(OSError):
        return sorted(folder.glob(pattern))
    return []


def make_folder(path: Path) -> None:
    """Make a folder and those above it, unless it is there already."""
    with translate_os_errors(path):
        path.mkdir(parents=True, exist_ok=True)


def path_from_text(text: str) -> Path | None:
    """Return the path that somebody typed, perhaps only half yet; `~` is a home folder.

    None where nothing is typed, or what can be no path.
    """
    name = text.strip()
    if not name or not is_path(name):
        return None
    try:
        return Path(name).expanduser()
    except RuntimeError:
        # Nobody of that name is known here.
        return Path(name)


def export_path(source: Path) -> Path:
    """Return a free name beside a file: `talk.punct.srt`, or else `talk.punct-2.srt` and so on."""
    return free_path(source, ending_of(source), mark=EXPORT_MARK)


def ending_of(path: Path) -> str:
    """Return what a name ends in, which may be all of it: `.srt`."""
    return path.suffix or (path.name if path.name.startswith(".") else "")


def free_path(source: Path, suffix: str, *, mark: str = "") -> Path:
    """Return a free name beside a file: `talk.srt`, or else `talk-2.srt` and so on.

    Raise FileError where the file itself has no name, or there is no such place.
    """
    numbers = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    with translate_os_errors(source):
        if not source.name:
            raise IsADirectoryError(errno.EISDIR, "is a folder")
        endings = (f"{mark}{number}{suffix}" for number in numbers)
        names = (source.with_name(fit_name(source.stem, ending)) for ending in endings)
        return next(name for name in names if not (name.exists() or name.is_symlink()))


def fit_name(stem: str, ending: str) -> str:
    """Return a name with an ending, less of the name where no disk takes so long a one."""
    while stem and len(os.fsencode(stem + ending)) > _LONGEST_NAME:
        stem = stem[:-1]
    return f"{stem}{ending}"


def name_hash(name: str) -> str:
    """Return letters and digits that stand for a name or a path where files are kept by it."""
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def file_stamp(path: Path) -> tuple[int, int] | None:
    """Return the size of a file and its time in ns, which tell whether it is still the same.

    None where it cannot be looked at.
    """
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def age_of(path: Path) -> float:
    """Return the days since a file was changed, without end where nobody can tell."""
    try:
        return (time.time() - path.stat().st_mtime) / _DAY_SECONDS
    except OSError:
        return float("inf")


def is_older(path: Path, days: float) -> bool:
    """Return whether a file was changed longer ago than some days, also where nobody can tell.

    A date on which there was no such file yet says nothing.
    """
    try:
        changed = path.stat().st_mtime
    except OSError:
        return True
    return _FIRST_DATE <= changed < time.time() - days * _DAY_SECONDS


def _surely(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except OSError:
        # A folder above it is closed to us, or the disk does not answer any more.
        return False
