"""Keep what an editor decides on disk as it is decided, and bring it back."""

from subpunct_app.review.journal.ahead import reads_back, write_ahead
from subpunct_app.review.journal.file_state import FileState
from subpunct_app.review.journal.records import Decided, EditorPlace, Exported, Suggested
from subpunct_app.review.journal.resume import Left, carried_over, left_off
from subpunct_app.review.journal.snapshot import Snapshot
from subpunct_app.review.journal.store import (
    LOCK,
    Journal,
    find,
    follow,
    journal_path,
    journals_folder,
    lock_path,
    move,
    outdated,
    read,
    remove,
)
from subpunct_app.review.journal.window_lock import (
    abandoned,
    lock_at,
    lock_if_free,
)
from subpunct_app.review.journal.writer import JournalWriter

__all__ = [
    "LOCK",
    "Decided",
    "EditorPlace",
    "Exported",
    "FileState",
    "Journal",
    "JournalWriter",
    "Left",
    "Snapshot",
    "Suggested",
    "abandoned",
    "carried_over",
    "find",
    "follow",
    "journal_path",
    "journals_folder",
    "left_off",
    "lock_at",
    "lock_if_free",
    "lock_path",
    "move",
    "outdated",
    "read",
    "reads_back",
    "remove",
    "write_ahead",
]
