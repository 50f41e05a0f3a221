"""A lock on a file that ends with the process that holds it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO


def taken(path: Path) -> BinaryIO | None:
    """Return the lock, held until it is closed; None where another one holds it.

    Raise OSError where the file cannot be made.
    """
    while True:
        stream = path.open("ab")
        try:
            _lock(stream)
        except OSError:
            stream.close()
            return None
        if _lies_at(path, stream):
            return stream
        # Whoever held it has removed it meanwhile, and others may hold another one there.
        stream.close()


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


def _lies_at(path: Path, stream: BinaryIO) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(stream.fileno()))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(stream: BinaryIO) -> None:
        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(stream: BinaryIO) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
