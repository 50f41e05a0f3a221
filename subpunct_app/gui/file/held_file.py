"""The file that a window keeps the journal of, and where that lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.services.journal import journal_path
from subpunct_app.subtitles.files.parse import parse

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.gui.file.journal_lock import JournalLock
    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.services.opening import Opened
    from subpunct_app.subtitles.files.document import Document


@dataclass(frozen=True, slots=True)
class HeldFile:
    """The file as it was opened, and its journals, which this window alone may write.

    `before` is what the bytes of the file were written from, if an export did that.
    """

    opened: Opened
    lock: JournalLock
    before: Document | None = None

    @property
    def path(self) -> Path:
        """Return where the journal of the file lies, as it is read."""
        return path_of(self.opened)


def path_of(opened: Opened) -> Path:
    """Return where the journal of a file lies that was opened."""
    return journal_path(opened.source, opened.document.encoding)


def reads_back(file: OpenFile, before: Opened, after: Opened) -> bool:
    """Tell whether an export is read as the same cues: an emptied paragraph, say, is none.

    A journal counts by them.
    """
    if file.document is before.document:
        return True
    written = after.document
    found = parse(written.to_bytes(), name=file.path.name, encoding=written.encoding.name)
    places = [[(cue.start, cue.end) for cue in one.cues] for one in (found, written)]
    return found.format is written.format and places[0] == places[1]
