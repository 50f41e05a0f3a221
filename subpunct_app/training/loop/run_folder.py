"""The folder of a run: one training at a time writes into it, and says so where it cannot."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from safetensors import SafetensorError

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.file_lock import take_lock

_LOCK = "lock"


@contextlib.contextmanager
def sole_use(folder: Path) -> Iterator[None]:
    """Make a folder where there is none, and keep other trainings out of it within.

    Raise FileError where another one is at work there.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = take_lock(folder / _LOCK)
    if lock is None:
        raise FileError(
            f"Another training writes into {folder}.", "Wait until it is over, or choose another."
        )
    with lock:
        yield


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Write files into a folder within; raise FileError where the disk does not take them."""
    try:
        yield
    except (OSError, SafetensorError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise FileError(
            f"The training cannot write into {folder}: {reason}.",
            "Once that is mended --resume goes on from the last checkpoint.",
        ) from error
