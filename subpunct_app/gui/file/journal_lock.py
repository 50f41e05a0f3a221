"""Have the journals of a file kept by one window at a time."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

if TYPE_CHECKING:
    from pathlib import Path


def lock_at(path: Path) -> QLockFile:
    """Return what one window at a time may hold of a file, until it ends or dies."""
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    return lock
