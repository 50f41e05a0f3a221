"""File locks that end with the process that holds them, and what a dead process left of its own."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path

    from filelock import BaseFileLock

# What a disk without locks says, as some network disks do.
_LOCKLESS = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP}


class ProcessLock:
    """A lock that is held until it is released or its process ends."""

    def __init__(self, path: Path, lock: BaseFileLock) -> None:
        self._path = path
        self._lock = lock

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let others take the lock; its file stays."""
        self._lock.release()

    def remove(self) -> None:
        """Release the lock and remove its file, so that it is not taken for a crash."""
        if sys.platform == "win32":
            # An open file cannot be removed there.
            self.release()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        self.release()


def take_lock(path: Path) -> ProcessLock | None:
    """Return the lock on a file, None where somebody else holds it.

    On a disk without locks everybody gets it. Raise OSError where the file cannot be made.
    """
    lock = _file_lock(path)
    try:
        if not _acquire(lock):
            return None
    except OSError as error:
        if error.errno not in _LOCKLESS:
            raise
    return ProcessLock(path, lock)


def take_abandoned_lock(path: Path) -> ProcessLock | None:
    """Return the lock that a dead process held, None where it is held or there is no such file.

    Raise OSError where that cannot be told.
    """
    try:
        before = path.stat()
    except FileNotFoundError:
        return None
    lock = _file_lock(path)
    if not _acquire(lock):
        return None
    if not os.path.samestat(path.stat(), before):
        # Its holder has just removed it, and so has not died.
        ProcessLock(path, lock).remove()
        return None
    return ProcessLock(path, lock)


def is_locked(path: Path) -> bool:
    """Return whether a process holds a lock; raise OSError where that cannot be told."""
    if not path.exists():
        return False
    lock = _file_lock(path)
    if not _acquire(lock):
        return True
    lock.release()
    return False


def _file_lock(path: Path) -> BaseFileLock:
    from filelock import FileLock

    return FileLock(path, thread_local=False, preserve_lock_file=True)


def _acquire(lock: BaseFileLock) -> bool:
    from filelock import Timeout

    try:
        lock.acquire(blocking=False)
    except Timeout:
        return False
    return True
