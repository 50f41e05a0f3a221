"""Put another file in the place of one in a single step, so that no crash leaves half of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give the path to write to; what is there then takes the file's place, safe on the disk.

    Where that fails, the file stays as it was and nothing beside it.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        yield fresh
        with fresh.open("rb+") as written:
            os.fsync(written.fileno())
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
