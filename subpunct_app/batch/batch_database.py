"""The SQLite file of a journal: open in one program at a time, and changed in whole steps."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.file_errors import translate_os_errors

_EMPTY = 0
_REASONS = {
    sqlite3.SQLITE_BUSY: ("is in use", "Wait until the other batch has finished."),
    sqlite3.SQLITE_LOCKED: ("is in use", "Wait until the other batch has finished."),
    sqlite3.SQLITE_FULL: ("does not fit on the disk", "Free some space, then use --resume."),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", "Change the permissions of its folder."),
    sqlite3.SQLITE_READONLY: ("cannot be opened", "Change the permissions of its folder."),
    sqlite3.SQLITE_NOTADB: ("is damaged", "Remove it; results that exist are kept."),
    sqlite3.SQLITE_CORRUPT: ("is damaged", "Remove it; results that exist are kept."),
}
_CLOSED = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY})


class Database:
    """Tables in a file that no other program opens meanwhile; errors of SQLite are FileErrors."""

    def __init__(self, path: Path, tables: Sequence[str], version: int) -> None:
        """Open a file, and make its tables if it is new.

        Raise FileError where that cannot be, or where it is of another version.
        """
        self._path = path
        with self._translated():
            self._base = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            with self._translated():
                self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._base.execute("PRAGMA synchronous = FULL")
                self._base.execute("BEGIN EXCLUSIVE")
                self._create(tables, version)
                self._base.execute("COMMIT")
        except FileError:
            self._base.close()
            raise

    def close(self) -> None:
        """Let others open the file."""
        self._base.close()

    def ask(self, question: str, *values: str) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        with self._translated():
            return self._base.execute(question, values).fetchall()

    @contextlib.contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Make all changes of a block in one step, or none where it raises."""
        if not self._path.exists():
            # SQLite would go on with it wherever it is, and the results would lie in two folders.
            raise FileError(
                f"The journal {self._path} was moved or deleted.",
                "Put its folder back, then use --resume.",
            )
        with self._translated():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
            except BaseException:
                # A full disk has ended it already.
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    @contextlib.contextmanager
    def sound(self) -> Iterator[None]:
        """Raise FileError where what is kept is none of ours: SQLite has no sums of its texts."""
        try:
            yield
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._damage() from error

    def _create(self, tables: Sequence[str], version: int) -> None:
        (found,) = self._base.execute("PRAGMA user_version").fetchone()
        if found == version:
            return
        if found != _EMPTY:
            raise FileError(
                f"{self._path} is of another version of subpunct.",
                "Use that version, or choose another output folder.",
            )
        for table in tables:
            self._base.execute(table)
        self._base.execute(f"PRAGMA user_version = {version}")

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in _CLOSED:
                self._explain()
            reason, hint = _REASONS.get(code, (f"cannot be used: {error}", ""))
            raise FileError(f"The journal {self._path} {reason}.", hint) from error
        except UnicodeDecodeError as error:
            raise self._damage() from error

    def _explain(self) -> None:
        """Raise FileError where the file can be opened to write no more than SQLite could.

        SQLite says of a read-only disk only that. Closing the file gives up the locks of all that
        have it open here, so it is opened only once something failed.
        """
        with translate_os_errors(self._path):
            self._path.open("ab").close()

    def _damage(self) -> FileError:
        reason, hint = _REASONS[sqlite3.SQLITE_CORRUPT]
        return FileError(f"The journal {self._path} {reason}.", hint)
