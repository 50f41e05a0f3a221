"""Let one window at a time write the journals of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.review.journal.store import LOCK, journals_folder, kept_by
from subpunct_app.runtime.file_lock import ProcessLock, take_abandoned_lock, take_lock
from subpunct_app.runtime.paths import files_like

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def lock_at(path: Path) -> ProcessLock | None:
    """Return a lock, None where another window has it; raise OSError where there can be none."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return take_lock(path)


def lock_if_free(path: Path) -> ProcessLock | None:
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
            lock.remove()
            yield from kept_by(path)


def _left_behind(path: Path) -> ProcessLock | None:
    """Return the lock of a window that died; None where there is none, or nobody can tell."""
    try:
        return take_abandoned_lock(path)
    except OSError:
        # As on a disk without locks.
        return None
