"""The folder of a run: a training says so where it cannot write into it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from safetensors import SafetensorError

from subpunct_app.core.errors import FileError


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
