"""Let one window at a time write the journals of a file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.review.journal.store import LOCK, journals_folder, kept_by
from subpunct_app.runtime.lock import given_up, left_behind, taken
from subpunct_app.runtime.paths import files_like

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class JournalLock:
    """The right to write the journals of a file, until it is freed or the process ends."""

    path: Path
    stream: BinaryIO

    def free(self) -> None:
        """Give it up, so that nothing looks like a crash afterwards."""
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


def abandoned() -> Iterator[Path]:
    """Yield the journals that a process held until it died, and free them."""
    for path in files_like(journals_folder(), f"*{LOCK}"):
        lock = _left_behind(path)
        if lock is not None:
            lock.free()
            yield from kept_by(path)


def _left_behind(path: Path) -> JournalLock | None:
    """Return the lock of a window that died; None where there is none, or nobody can tell."""
    try:
        stream = left_behind(path)
    except OSError:
        # As on a disk without locks.
        return None
    return None if stream is None else JournalLock(path, stream)
