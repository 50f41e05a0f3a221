"""Have the journals of a file kept by one window at a time."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.core.lock import given_up, left_behind, taken

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class JournalLock:
    """What one window at a time holds of a file, until it frees that, ends or dies."""

    path: Path
    stream: BinaryIO

    def free(self) -> None:
        """Let another window have it; nothing is left that tells of a crash."""
        with suppress(OSError):
            given_up(self.stream, self.path)


def lock_at(path: Path) -> JournalLock | None:
    """Return a lock, None where another window has it; raise OSError where there can be none."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    stream = taken(path)
    return None if stream is None else JournalLock(path, stream)


def lock_if_free(path: Path) -> JournalLock | None:
    """Return a lock, None where another window has it or there can be none."""
    try:
        return lock_at(path)
    except OSError:
        return None


def lock_left_behind(path: Path) -> JournalLock | None:
    """Return the lock of a window that died; None where there is none, or nobody can tell."""
    try:
        stream = left_behind(path)
    except OSError:
        # As on a disk without locks.
        return None
    return None if stream is None else JournalLock(path, stream)
