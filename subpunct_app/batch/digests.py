"""The sha256 of results and of their sources."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from subpunct_app.runtime.paths import stamp_of
from subpunct_app.speech.media.media_files import is_media

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.batch.search import Found


def digest_of(path: Path) -> str | None:
    """Return the sha256 of a file, None where it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def text_digest(folder: Path, found: Found) -> str:
    """Return the sha256 of a source, empty for a recording and for what has changed since."""
    file = folder / found.name
    if is_media(file):
        return ""
    digest = digest_of(file)
    return digest if digest and stamp_of(file) == (found.size, found.modified) else ""
