"""Find the files of a folder, in an order that is the same on every machine."""

from __future__ import annotations

import hashlib
import os
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Annotated

from subpunct_app.runtime.option import Option
from subpunct_app.runtime.paths import file_stamp, path_exists
from subpunct_app.speech.media.media_files import (
    exports,
    is_media,
    likeliest,
    without_subtitles,
)
from subpunct_app.subtitles.format_choice import MEDIA
from subpunct_app.subtitles.formats.registry import TEXT_SUFFIXES

PATTERNS = tuple(f"*{suffix}" for suffix in TEXT_SUFFIXES)
MEDIA_PATTERNS = tuple(f"*{suffix}" for suffix in sorted(MEDIA))
# What a batch keeps beside its results: by it they are known for what they are.
JOURNAL = "subpunct-batch.sqlite"
_WILD = re.compile(r"[*?[]")
_NUMBER = re.compile(r"[0-9]+")
# In digits; dates and times have fewer.
_LONGEST = 20


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for.

    A pattern with a slash is matched against the path below the folder, any other one against the
    name of the file; case does not matter. Hidden files and folders are left out, and so are the
    files in the places of `no_texts`. Folders that hold results of a batch are left out, and so are
    exports beside the texts that they were made of, unless `results` is set. With `bare_media`,
    recordings that have subtitles beside them are left out, and the sound track beside a film. A
    file that was `chosen` by name, or that a followed link leads to, counts as missing where it is
    gone. No folder is looked through twice, whatever links lead to it.
    """

    patterns: Annotated[
        tuple[str, ...],
        Option(
            "Which files, by name, or by path if it has a slash; may be repeated. "
            f"If absent: {', '.join(PATTERNS)}, with --transcribe video and sound too.",
            name="--pattern",
            metavar="GLOB",
        ),
    ] = PATTERNS
    recursive: Annotated[
        bool, Option("Leave out the folders inside FOLDER.", name="--flat", turns_off=True)
    ] = True
    follow_links: Annotated[bool, Option("Follow links, which are otherwise left out.")] = False
    bare_media: bool = False
    chosen: tuple[str, ...] = ()
    results: bool = False
    no_texts: tuple[Path, ...] = ()

    def covers(self, name: str) -> bool:
        """Tell whether a path below the folder, with slashes, is looked for."""
        folded = name.casefold()
        return (self.recursive or "/" not in name) and any(
            _matches(folded, pattern) for pattern in map(str.casefold, self.patterns)
        )

    def may_cover_in(self, folder: str) -> bool:
        """Tell whether anything below a folder could be looked for, by how the patterns begin."""
        inside = f"{folder.casefold()}/"
        beginnings = (
            _WILD.split(pattern)[0] if "/" in pattern else ""
            for pattern in map(str.casefold, self.patterns)
        )
        return any(inside.startswith(one) or one.startswith(inside) for one in beginnings)


@dataclass(frozen=True, slots=True)
class Found:
    """One file: its path below the folder, with slashes, its bytes and its time in ns."""

    name: str
    size: int
    modified: int


@dataclass(frozen=True, slots=True)
class Findings:
    """The files of a folder in the order of their names, and its folders, open or closed to us.

    `results` are the folders in it that were left out with what other batches have written, and
    `exports` the files, as their sources are among the others.
    """

    files: list[Found] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)

    @property
    def wanted(self) -> list[str]:
        """Return the names of the files that are there, and of those that were chosen."""
        return sorted([*(file.name for file in self.files), *self.missing], key=name_order)


def search(folder: Path, wanted: Search, *, without: Path | None = None) -> Findings:
    """Return the files below a folder, nothing of what lies in `without`."""
    found = Findings()
    walk = _Walk(folder, wanted, _place_of(without) if without else None, found)
    # Links come behind all others, so that a folder is found where it lies before one leads to it.
    while walk.ahead or walk.linked:
        walk.enter(walk.ahead.pop() if walk.ahead else walk.linked.popleft())
    found.files.sort(key=lambda file: name_order(file.name))
    for names in (found.closed, found.results, found.exports):
        names.sort(key=name_order)
    gone = (name for name in wanted.chosen if not path_exists(folder / name))
    found.missing[:] = sorted({*found.missing, *gone}, key=name_order)
    return found


def files_in(folder: Path, wanted: Search, *, without: Path | None = None) -> list[Path]:
    """Return where the files are that `search` finds wanted, in their order."""
    return [folder / name for name in search(folder, wanted, without=without).wanted]


def name_order(name: str) -> tuple[tuple[str, ...], str]:
    """Return what sorts names folder by folder, and numbers in them as people count: e2, e10."""
    counted = _NUMBER.sub(lambda number: number[0].zfill(_LONGEST), name.casefold())
    return PurePosixPath(counted).parts, name


def _matches(path: str, pattern: str) -> bool:
    """Tell whether a path, or the name of its file, is as a pattern says; "**/" may be nothing."""
    if "/" not in pattern:
        return fnmatchcase(path.rpartition("/")[2], pattern)
    return fnmatchcase(path, pattern) or fnmatchcase(path, pattern.replace("**/", ""))


def _place_of(path: Path) -> Path:
    # Path.resolve fails where a link leads to itself.
    return Path(os.path.realpath(path))


class _Walk:
    def __init__(self, folder: Path, wanted: Search, without: Path | None, found: Findings) -> None:
        self._folder = folder
        self._wanted = wanted
        self._without = without
        self._found = found
        self.ahead = [folder]
        self.linked: deque[Path] = deque()
        self._seen = {without}

    def enter(self, folder: Path) -> None:
        """Look through a folder, unless that was done already."""
        if (place := _place_of(folder)) in self._seen:
            return
        self._seen.add(place)
        try:
            with os.scandir(folder) as entries:
                inside = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            self._note(folder, self._found.closed)
            return
        names = [entry.name for entry in inside]
        if JOURNAL in names and folder != self._folder and not self._wanted.results:
            self._note(folder, self._found.results)
            return
        self._found.folders.append(folder)
        bare = without_subtitles(names) if self._wanted.bare_media else frozenset(names)
        shown = [
            entry
            for entry in inside
            if not entry.name.startswith(".")
            and (self._wanted.follow_links or not entry.is_symlink())
        ]
        made = self._exports(folder, [entry.name for entry in shown])
        before = len(self._found.files)
        for entry in shown:
            if entry.name in made or (is_media(Path(entry.name)) and entry.name not in bare):
                continue
            self._look_at(entry)
        if self._wanted.bare_media:
            # Without the sound tracks beside others.
            latest = self._found.files[before:]
            best = likeliest(file.name for file in latest)
            self._found.files[before:] = [
                file for file in latest if file.name in best or not is_media(Path(file.name))
            ]

    def _exports(self, folder: Path, names: Sequence[str]) -> frozenset[str]:
        """Note and return what lies in a folder beside the text that it was exported from."""
        if self._wanted.results or not exports(names).difference(self._wanted.chosen):
            return frozenset()
        wanted = [name for name in names if self._wanted.covers(self._name(folder / name))]
        made = exports(wanted).difference(self._wanted.chosen)
        self._found.exports.extend(self._name(folder / name) for name in made)
        return made

    def _note(self, folder: Path, kind: list[str]) -> None:
        """Name a folder that is not looked through, if files in it could have been wanted."""
        name = self._name(folder)
        if folder == self._folder or self._wanted.may_cover_in(name):
            kind.append(name)

    def _look_at(self, entry: os.DirEntry[str]) -> None:
        path = Path(entry.path)
        try:
            is_folder = entry.is_dir()
            if not is_folder:
                self._take(entry)
        except PermissionError:
            self._found.closed.append(self._name(path))
            return
        except OSError:
            # It has gone since the folder was read, or it is a link to itself.
            return
        if is_folder and self._wanted.recursive:
            (self.linked if entry.is_symlink() else self.ahead).append(path)

    def _take(self, entry: os.DirEntry[str]) -> None:
        path = Path(entry.path)
        name = self._name(path)
        if not self._wanted.covers(name):
            return
        if not entry.is_file():
            if path.is_symlink() and not path.exists():
                self._found.missing.append(name)
            return
        if entry.is_symlink() and self._without and _place_of(path).is_relative_to(self._without):
            return
        if self._wanted.no_texts and _place_of(path) in self._wanted.no_texts:
            return
        status = entry.stat()
        self._found.files.append(Found(name, status.st_size, status.st_mtime_ns))

    def _name(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()


def digest_of(path: Path) -> str | None:
    """Return the sha256 of a file, None where it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def text_digest(folder: Path, found: Found) -> str:
    """Return the sha256 of a source, empty for a recording and for what has changed since."""
    file = folder / found.name
    if is_media(file):
        return ""
    digest = digest_of(file)
    return digest if digest and file_stamp(file) == (found.size, found.modified) else ""
