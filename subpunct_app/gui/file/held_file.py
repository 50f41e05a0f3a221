"""The file that a window keeps the journal of, and where that lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.review.journal import journal_path

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.review.opening import Opened
    from subpunct_app.runtime.file_lock import ProcessLock
    from subpunct_app.subtitles.formats.document import Document


@dataclass(frozen=True, slots=True)
class HeldFile:
    """The file as it was opened, and its journals, which this window alone may write.

    `before` is the document before an export over the file, None where there was none.
    """

    opened: Opened
    lock: ProcessLock
    before: Document | None = None

    @property
    def path(self) -> Path:
        """Return where the journal of the file lies, as it is read."""
        return path_of(self.opened)


def path_of(opened: Opened) -> Path:
    """Return where the journal of a file lies that was opened."""
    return journal_path(opened.source, opened.document.encoding)
