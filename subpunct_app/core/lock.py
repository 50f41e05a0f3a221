"""A lock on a file that ends with the process that holds it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO


def taken(path: Path) -> BinaryIO | None:
    """Return the lock, held until it is closed; None where another one holds it.

    Raise OSError where the file cannot be made.
    """
    stream = path.open("ab")
    try:
        _lock(stream)
    except OSError:
        stream.close()
        return None
    return stream


if sys.platform == "win32":
    import msvcrt

    def _lock(stream: BinaryIO) -> None:
        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(stream: BinaryIO) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
