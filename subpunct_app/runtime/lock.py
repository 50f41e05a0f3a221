"""A lock on a file that ends with the process that holds it."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO


# What a disk says that knows no locks, as some of a network do.
_LOCKLESS = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP}


def taken(path: Path) -> BinaryIO | None:
    """Return the lock, held until it is closed; None where another one holds it.

    Where the disk knows no locks, everybody has it. Raise OSError where the file cannot be made.
    """
    while True:
        with ExitStack() as unless_taken:
            stream = unless_taken.enter_context(path.open("ab"))
            if not _may_have(stream):
                return None
            if _lies_at(path, stream):
                unless_taken.pop_all()
                return stream
            # Whoever held it has removed it meanwhile, and others may hold another one there.


def left_behind(path: Path) -> BinaryIO | None:
    """Return a lock that somebody held until the process died; None where it is held or gone.

    Raise OSError where that cannot be told.
    """
    with ExitStack() as unless_left:
        try:
            stream = unless_left.enter_context(path.open("r+b"))
        except FileNotFoundError:
            return None
        if not (_lock(stream) and _lies_at(path, stream)):
            return None
        unless_left.pop_all()
        return stream


def is_held(path: Path) -> bool:
    """Tell whether anybody holds a lock, whose file outlives a process that dies.

    Raise OSError where that cannot be told.
    """
    try:
        with path.open("r+b") as stream:
            return not _lock(stream)
    except FileNotFoundError:
        return False


def given_up(lock: BinaryIO, path: Path) -> None:
    """Close a lock that is held, and remove its file."""
    if sys.platform == "win32":
        lock.close()
        # Nobody can remove a file there that somebody has open.
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return
    with lock:
        path.unlink(missing_ok=True)


def _may_have(stream: BinaryIO) -> bool:
    try:
        return _lock(stream)
    except OSError as error:
        if error.errno in _LOCKLESS:
            return True
        raise


def _lies_at(path: Path, stream: BinaryIO) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(stream.fileno()))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(stream: BinaryIO) -> bool:
        stream.seek(0)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _lock(stream: BinaryIO) -> bool:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
