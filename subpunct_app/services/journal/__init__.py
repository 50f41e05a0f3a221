"""Keep what an editor decides on disk as it is decided, and bring it back."""

from subpunct_app.services.journal.ahead import write_ahead
from subpunct_app.services.journal.file_state import FileState
from subpunct_app.services.journal.records import Decided, Exported, Place, Suggested
from subpunct_app.services.journal.resume import Left, carried_over, left_off
from subpunct_app.services.journal.snapshot import Snapshot
from subpunct_app.services.journal.store import (
    LOCK,
    Journal,
    find,
    follow,
    journal_path,
    journals_folder,
    kept_by,
    lock_path,
    move,
    outdated,
    read,
    remove,
)
from subpunct_app.services.journal.writer import JournalWriter

__all__ = [
    "LOCK",
    "Decided",
    "Exported",
    "FileState",
    "Journal",
    "JournalWriter",
    "Left",
    "Place",
    "Snapshot",
    "Suggested",
    "carried_over",
    "find",
    "follow",
    "journal_path",
    "journals_folder",
    "kept_by",
    "left_off",
    "lock_path",
    "move",
    "outdated",
    "read",
    "remove",
    "write_ahead",
]
