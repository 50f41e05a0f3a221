"""Open and save documents, so that a file on disk is always either the old one or the new one."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import itertools
import json
import os
import secrets
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.core.errors import FileError
from subpunct_app.subtitles.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from subpunct_app.core.task import Task
    from subpunct_app.subtitles.document import Document, Remark

# What is left of a file that was being written when the program was killed.
TEMPORARY = ".subpunct-*.tmp"
# In bytes, on nearly every disk.
_LONGEST_NAME = 255
# In bytes, more than a hundred films say. Its words take a hundred times as much memory, and a
# film itself, named by mistake, would fill it.
MOST_TEXT = 1 << 25

_HINTS = {
    errno.ENOENT: ("does not exist", "Check the name and the folder."),
    errno.EEXIST: ("exists already and is no folder", "Choose another name."),
    errno.ENOTDIR: ("does not exist", "A part of its path is a file, not a folder."),
    errno.EISDIR: ("is a folder", "Name a file in it."),
    errno.EACCES: ("is not open to you", "Change its permissions or those of its folder."),
    errno.EPERM: ("is not open to you", "Change its permissions or those of its folder."),
    errno.ENOTEMPTY: ("is not empty", "Move it away, or choose another name."),
    errno.EROFS: ("lies on a read-only disk", "Choose another folder."),
    errno.ENOSPC: ("does not fit on the disk", "Free some space or choose another disk."),
    errno.EDQUOT: ("does not fit in your quota", "Free some space or choose another disk."),
    errno.ENAMETOOLONG: ("has too long a name", "Choose a shorter name."),
    errno.ELOOP: ("is a link to itself", "Name the file itself."),
}


class NameTaken(FileError):
    """A file is there already, and nobody allowed to overwrite it."""


def open_document(path: Path, *, encoding: str | None = None, task: Task | None = None) -> Document:
    """Read and parse a subtitle or text file, guessing its encoding unless one is named."""
    return parse(read_text(path), name=path.name, encoding=encoding, task=task)


def read_text(path: Path) -> bytes:
    """Return the bytes of a file as `read` does; raise FileError, too, if it is far too large."""
    with translated(path), path.open("rb") as stream:
        if os.fstat(stream.fileno()).st_size > MOST_TEXT:
            raise _too_large(path)
        return read_stream(stream, path)


def read_stream(stream: BinaryIO, name: Path | str) -> bytes:
    """Return all that comes; raise FileError once that is far too much for text.

    A pipe or a device does not tell before how much that will be, nor whether it ever ends.
    """
    content = stream.read(MOST_TEXT + 1)
    if len(content) > MOST_TEXT:
        raise _too_large(name)
    return content


def _too_large(name: Path | str) -> FileError:
    return FileError(
        f"{name} is far too large to be text.",
        f"Open an SRT, WebVTT or text file of up to {MOST_TEXT >> 20} MiB.",
    )


def read(path: Path) -> bytes:
    """Return the bytes of a file, or raise a FileError that says what is in the way."""
    with translated(path):
        return path.read_bytes()


def formatted(
    document: Document, kind: str | None, language: str, *, to_utf8: bool = False
) -> tuple[bytes, tuple[Remark, ...]]:
    """Return the bytes of a document as a kind of file, its own without any, and what gets lost.

    A file of its own kind keeps its encoding, unless it is to be written `to_utf8`. Raise FileError
    where the kind or the encoding cannot hold it.
    """
    document = document.in_utf8() if to_utf8 else document
    if kind is None:
        return document.to_bytes(), ()
    from subpunct_app.subtitles.convert import Kind, convert

    made = convert(document, Kind(kind), language)
    return made.content, made.remarks


def save(document: Document, path: Path, *, overwrite: bool = False) -> None:
    """Write a document in one step: after a crash either the old file or the new one is there."""
    write(document.to_bytes(), path, overwrite=overwrite)


def write(content: bytes, path: Path, *, overwrite: bool = False) -> None:
    """Write bytes as `save` does: through links, keeping owner and mode, never over a device."""
    with translated(path):
        target, before = _checked(path, overwrite=overwrite)
        _replace(target, content, before)


def as_utf8(text: str) -> bytes:
    """Return a text in UTF-8; bytes that no encoding knew are spelled out."""
    return text.encode("utf-8", "backslashreplace")


def as_json(content: object) -> bytes:
    """Return plain values as JSON, as `as_utf8` does."""
    return as_utf8(json.dumps(content, ensure_ascii=False, indent=2) + "\n")


def write_text(text: str, path: Path, *, overwrite: bool = False) -> None:
    """Write a text as `as_utf8` returns it."""
    write(as_utf8(text), path, overwrite=overwrite)


def write_json(content: object, path: Path, *, overwrite: bool = False) -> None:
    """Write plain values as JSON."""
    write(as_json(content), path, overwrite=overwrite)


def check_target(path: Path, *, overwrite: bool = False) -> None:
    """Raise at once what `save` would raise after all the work.

    The name is taken or protected, or its folder does not exist or is not open.
    """
    with translated(path):
        _checked(path, overwrite=overwrite)


def place_of(path: Path) -> Path:
    """Return the file that a path leads to, or raise FileError where that is a circle of links."""
    with translated(path):
        return path.resolve()


def is_there(path: Path) -> bool:
    """Tell whether a path leads to anything, as far as it is open to us."""
    return _surely(path.exists)


def is_file(path: Path) -> bool:
    """Tell whether a path leads to an ordinary file, as far as it is open to us."""
    return _surely(path.is_file)


def is_folder(path: Path) -> bool:
    """Tell whether a path leads to a folder, as far as it is open to us."""
    return _surely(path.is_dir)


def _surely(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except OSError:
        # A folder above it is closed to us, or the disk does not answer any more.
        return False


def make_folder(path: Path) -> None:
    """Make a folder and those above it, unless it is there already."""
    with translated(path):
        path.mkdir(parents=True, exist_ok=True)


def typed(name: str) -> Path:
    """Return the path that somebody typed, perhaps only half yet; `~` is a home folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        # Nobody of that name is known here.
        return Path(name)


def key_of(name: str) -> str:
    """Return letters and digits that stand for a name or a path where files are kept by it."""
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def age_of(path: Path) -> float:
    """Return the seconds since a file was changed, without end where nobody can tell."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise a FileError that says what is in the way of a path, and what to do."""
    try:
        yield
    except OSError as error:
        raise _file_error(path, error.errno or 0, str(error)) from error
    except RuntimeError as error:
        # What Path.resolve raises on a circle of links.
        raise _file_error(path, errno.ELOOP, str(error)) from error


def export_path(source: Path) -> Path:
    """Return a free name beside a file: `talk.punct.srt`, or else `talk.punct-2.srt` and so on."""
    return free_path(source, source.suffix, mark=".punct")


def free_path(source: Path, suffix: str, *, mark: str = "") -> Path:
    """Return a free name beside a file: `talk.srt`, or else `talk-2.srt` and so on.

    Raise FileError where the file itself has no name, or there is no such place.
    """
    numbers = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    with translated(source):
        if not source.name:
            raise IsADirectoryError(errno.EISDIR, "is a folder")
        names = (_lengthened(source, f"{mark}{number}{suffix}") for number in numbers)
        return next(name for name in names if not (name.exists() or name.is_symlink()))


def _lengthened(source: Path, ending: str) -> Path:
    """Return a file's name with another ending, less of it where no disk takes so long a name."""
    stem = source.stem
    while stem and len(os.fsencode(stem + ending)) > _LONGEST_NAME:
        stem = stem[:-1]
    return source.with_name(f"{stem}{ending}")


def explained(error: OSError) -> FileError | None:
    """Return what is to be said of the file that an error names, None where it names none."""
    if not isinstance(error.filename, str):
        return None
    return _file_error(Path(error.filename), error.errno or 0, str(error))


def _file_error(path: Path, number: int, text: str) -> FileError:
    reason, hint = _HINTS.get(number, (f"cannot be used: {text}", ""))
    return FileError(f"{path} {reason}.", hint)


def _checked(path: Path, *, overwrite: bool) -> tuple[Path, os.stat_result | None]:
    """Return what a path leads to and what is there already; raise where it is no target."""
    target = path.resolve()
    before = _status_before(target, path, overwrite=overwrite)
    folder = target.parent
    if not folder.is_dir():
        raise FileError(f"The folder {folder} does not exist.", "Make it, or choose another one.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FileError(
            f"The folder {folder} is not open to you.",
            "Change its permissions, or choose another one.",
        )
    return target, before


def _status_before(target: Path, path: Path, *, overwrite: bool) -> os.stat_result | None:
    """Return the status of the file about to be replaced, None where there is none."""
    if not target.exists():
        return None
    status = target.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a folder")
    if not overwrite:
        raise NameTaken(f"{path} exists already.", "Choose another name.")
    if not stat.S_ISREG(status.st_mode):
        raise FileError(f"{path} is not an ordinary file.", "Choose another name.")
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "is write-protected")
    return status


def _replace(target: Path, content: bytes, before: os.stat_result | None) -> None:
    temporary = target.with_name(TEMPORARY.replace("*", secrets.token_hex(6)))
    try:
        with temporary.open("xb") as stream:
            if before is not None:
                _keep_access(temporary, before)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _keep_access(path: Path, before: os.stat_result) -> None:
    """Give a file the owner and group of another one, as far as we may, and its permissions."""
    if os.name == "posix":
        for owner, group in ((before.st_uid, -1), (-1, before.st_gid)):
            with contextlib.suppress(OSError):
                os.chown(path, owner, group)
    path.chmod(stat.S_IMODE(before.st_mode))


def _sync_folder(folder: Path) -> None:
    """Let the new name itself survive a power cut, where the file system can promise that."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
