"""Read and write files, so that one on disk is always either the old one or the new one."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.file_io import as_json, as_utf8, read_at_most, sync_folder
from subpunct_app.subtitles.formats.parse import parse

if TYPE_CHECKING:
    from typing import BinaryIO

    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.adapter import OutputFormat
    from subpunct_app.subtitles.formats.document import Document, Remark

# What is left of a file that was being written when the program was killed.
TEMPORARY = ".subpunct-*.tmp"
# In bytes, more than a hundred films say. Its words take a hundred times as much memory, and a
# film itself, named by mistake, would fill it.
MOST_TEXT = 1 << 25
_LISTEN_SECONDS = 0.05
_PIECE = 1 << 16
_ACCESS_LIST = "system.posix_acl_access"


class NameTaken(FileError):
    """A file is there already, and nobody allowed to overwrite it."""


def open_document(path: Path, *, encoding: str | None = None, task: Task | None = None) -> Document:
    """Read and parse a subtitle or text file, guessing its encoding unless one is named."""
    return parse(read_text(path), name=path.name, encoding=encoding, task=task)


def read_text(path: Path) -> bytes:
    """Return the bytes of a file as `read` does; raise FileError, too, if it is far too large."""
    with translate_os_errors(path), path.open("rb") as stream:
        if os.fstat(stream.fileno()).st_size > MOST_TEXT:
            raise _too_large(path)
        return read_stream(stream, path)


def await_text(path: Path, task: Task) -> bytes:
    """Return the bytes of a file as `read_text` does, of a pipe once somebody has written into it.

    Raise Cancelled with the task. Nothing is taken out of the pipe from then on: the next one to
    read it gets what is written.
    """
    with translate_os_errors(path):
        return _piped(path, task) if path.is_fifo() else read_text(path)


def read_stream(stream: BinaryIO, name: Path | str) -> bytes:
    """Return all that comes; raise FileError once that is far too much for text."""
    return read_at_most(stream, MOST_TEXT, _too_large(name))


def _piped(path: Path, task: Task) -> bytes:
    content = bytearray()
    # To open it otherwise would take as long as nobody writes.
    place = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(place, "rb", buffering=0) as pipe, DefaultSelector() as awaited:
        awaited.register(pipe, EVENT_READ)
        while len(content) <= MOST_TEXT:
            task.step(0, 0, "Waiting for the file")
            if not awaited.select(_LISTEN_SECONDS):
                continue
            piece = pipe.read(_PIECE)
            if piece == b"":
                return bytes(content)
            content += piece or b""
    raise _too_large(path)


def _too_large(name: Path | str) -> FileError:
    return FileError(
        f"{name} is far too large to be text.",
        f"Open a file of up to {MOST_TEXT >> 20} MiB.",
    )


def read(path: Path) -> bytes:
    """Return the bytes of a file, or raise a FileError that says what is in the way."""
    with translate_os_errors(path):
        return path.read_bytes()


def formatted(
    document: Document, kind: OutputFormat | None, language: str, *, to_utf8: bool = False
) -> tuple[bytes, tuple[Remark, ...]]:
    """Return the bytes of a document as a kind of file, its own without any, and what gets lost.

    A file of its own kind keeps its encoding, unless it is to be written `to_utf8`. Raise FileError
    where the kind or the encoding cannot hold it.
    """
    document = document.in_utf8() if to_utf8 else document
    if kind is None:
        return document.to_bytes(), ()
    from subpunct_app.subtitles.writing.convert import convert

    made = convert(document, kind, language)
    return made.content, made.remarks


def write(content: bytes, path: Path, *, overwrite: bool = False) -> None:
    """Write a file in one step: after a crash either the old one or the new one is there.

    It goes through links, keeps owner, mode, access list and tags, and never over a device. Of two
    that write a new file at once, the second is told that its name is taken; on disks without hard
    links, a crash can leave that name on an empty file.
    """
    with translate_os_errors(path):
        target, before = _checked(path, overwrite=overwrite)
        try:
            _put(content, target, before, overwrite=overwrite)
        except FileExistsError as error:
            raise _taken(path) from error


def write_text(text: str, path: Path, *, overwrite: bool = False) -> None:
    """Write a text as `as_utf8` returns it."""
    write(as_utf8(text), path, overwrite=overwrite)


def write_json(content: object, path: Path, *, overwrite: bool = False) -> None:
    """Write plain values as JSON."""
    write(as_json(content), path, overwrite=overwrite)


def check_target(path: Path, *, overwrite: bool = False) -> None:
    """Raise at once what `write` would raise after all the work.

    The name is taken or protected, or its folder does not exist or is not open.
    """
    with translate_os_errors(path):
        _checked(path, overwrite=overwrite)


def _checked(path: Path, *, overwrite: bool) -> tuple[Path, os.stat_result | None]:
    """Return what a path leads to and what is there already; raise where it is no target."""
    target = path.resolve()
    before = _status_before(path, overwrite=overwrite)
    folder = target.parent
    if not folder.is_dir():
        raise FileError(f"The folder {folder} does not exist.", "Make it, or choose another one.")
    if sys.platform != "win32" and os.statvfs(folder).f_flag & os.ST_RDONLY:
        raise OSError(errno.EROFS, "is on a read-only disk")
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "is write-protected")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FileError(
            f"The folder {folder} cannot be accessed.",
            "Change its permissions, or choose another one.",
        )
    return target, before


def _status_before(path: Path, *, overwrite: bool) -> os.stat_result | None:
    """Return the status of the file about to be replaced, None where there is none."""
    # Of the path itself: where /dev/stdout leads, there is nothing that has a name.
    if not path.exists():
        return None
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise FileError(f"{path} is not an ordinary file.", "Choose another name.")
    if not overwrite:
        raise _taken(path)
    return status


def _taken(path: Path) -> NameTaken:
    return NameTaken(f"{path} exists already.", "Choose another name.")


def _put(content: bytes, target: Path, before: os.stat_result | None, *, overwrite: bool) -> None:
    temporary = target.with_name(TEMPORARY.replace("*", secrets.token_hex(6)))
    try:
        with temporary.open("xb") as stream:
            if before is not None:
                _keep_access(temporary, before)
                _keep_attributes(temporary, target)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if overwrite:
            temporary.replace(target)
        else:
            _name_first(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def _name_first(temporary: Path, target: Path) -> None:
    """Give a file its name, or raise FileExistsError if another program was there first."""
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        # Not every disk lets a file have two names: there an empty file takes the name first.
        target.touch(exist_ok=False)
        try:
            temporary.replace(target)
        except BaseException:
            target.unlink(missing_ok=True)
            raise
    else:
        temporary.unlink()


def _keep_access(path: Path, before: os.stat_result) -> None:
    """Give a file the owner and group of another one, as far as we may, and its permissions."""
    if os.name == "posix":
        for owner, group in ((before.st_uid, -1), (-1, before.st_gid)):
            with contextlib.suppress(OSError):
                os.chown(path, owner, group)
    mode = stat.S_IMODE(before.st_mode)
    # Where a disk gives all files to one owner, as FAT does, nobody else may set even what is so.
    if stat.S_IMODE(path.stat().st_mode) != mode:
        path.chmod(mode)


def _keep_attributes(path: Path, target: Path) -> None:
    """Give a file the tags and the access list of another one, where the system has such."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError):
        for name in os.listxattr(target):
            if name.startswith("user.") or name == _ACCESS_LIST:
                os.setxattr(path, name, os.getxattr(target, name))
