"""Folders for what a node was sent; whoever is ended at once leaves them to the next one there."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from typing import TYPE_CHECKING

from subpunct_app.runtime.file_lock import take_abandoned_lock, take_lock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PREFIX = "subpunct-node-"
_LOCK = "lock"


@contextlib.contextmanager
def fleeting_folder(parent: Path) -> Iterator[Path]:
    """Make a folder that is removed in the end, or by `clear` where this process was killed."""
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=parent) as name:
        folder = parent / name
        lock = take_lock(folder / _LOCK)
        try:
            yield folder
        finally:
            if lock is not None:
                lock.release()


def clear(parent: Path) -> None:
    """Remove the folders of processes that were killed."""
    for lock in parent.glob(f"{_PREFIX}*/{_LOCK}"):
        # Some belong to other users.
        with contextlib.suppress(OSError):
            if left := take_abandoned_lock(lock):
                left.release()
                shutil.rmtree(lock.parent)
