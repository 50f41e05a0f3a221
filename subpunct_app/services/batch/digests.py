"""The sha256 of results and of their sources."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from typing import TYPE_CHECKING

from subpunct_app.services.media.media_files import is_media
from subpunct_app.services.paths import stamp_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from subpunct_app.services.batch.outcome import Outcome
    from subpunct_app.services.batch.search import Found


def digest_of(path: Path) -> str | None:
    """Return the sha256 of a file, None where it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def without_renamed(outcomes: Sequence[Outcome], folder: Path) -> list[Outcome]:
    """Leave out texts that are gone where another one of them has the bytes that they had."""
    alike = Counter(one.source_sha256 for one in outcomes if one.source_sha256)
    several = [one for one in outcomes if alike[one.source_sha256] > 1]
    gone = {one.source for one in several if not os.path.lexists(folder / one.source)}
    there = {one.source_sha256 for one in several if one.source not in gone}
    return [one for one in outcomes if one.source not in gone or one.source_sha256 not in there]


def text_digest(folder: Path, found: Found) -> str:
    """Return the sha256 of a source, empty for a recording and for what has changed since."""
    file = folder / found.name
    if is_media(file):
        return ""
    digest = digest_of(file)
    return digest if digest and stamp_of(file) == (found.size, found.modified) else ""
