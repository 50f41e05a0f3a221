"""What becomes of the files of a batch, and what batches wrote into an output folder, in SQLite."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import msgspec

from subpunct_app.batch.batch_options import Batch, Order
from subpunct_app.batch.file_search import JOURNAL, Found
from subpunct_app.batch.outcome import Outcome, State, check_name, outcome_of
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.option import options_of
from subpunct_app.runtime.paths import path_exists

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


# Counts the tables and what an outcome says: a version that cannot read both must know it.
_VERSION = 2
_TABLES = (
    "CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """
    CREATE TABLE files (
        source TEXT PRIMARY KEY, target TEXT NOT NULL, size INTEGER NOT NULL,
        modified INTEGER NOT NULL, outdated TEXT, step TEXT NOT NULL DEFAULT 'waiting', outcome TEXT
    )
    """,
    """
    CREATE TABLE results (
        target TEXT PRIMARY KEY, folder TEXT, source TEXT NOT NULL, size INTEGER NOT NULL,
        modified INTEGER NOT NULL, outcome TEXT NOT NULL
    )
    """,
)
_PLAN = """
INSERT INTO files (source, target, size, modified, outdated) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (source) DO UPDATE SET
    target = excluded.target, size = excluded.size, modified = excluded.modified,
    outdated = excluded.outdated, step = 'waiting', outcome = NULL
"""
_FOLDER = "(SELECT value FROM run WHERE name = 'folder')"
_KEEP_RESULT = f"""
INSERT OR REPLACE INTO results
SELECT target, {_FOLDER}, source, size, modified, outcome FROM files WHERE source = ?
"""


@dataclass(frozen=True, slots=True)
class Planned:
    """A file and the name of its result below the output folder.

    `outdated` is the sha256 of a result of what the file was before, empty where it is not known.
    """

    found: Found
    target: str
    outdated: str | None = None


class Journal(Database):
    """What became of the files of one output folder; open in one program at a time.

    The `files` are those of the batch that is under way or was the last; the `results` are all
    that batches ever wrote there, whatever has been forgotten since.
    """

    def __init__(self, folder: Path) -> None:
        """Open the journal of a folder; raise FileError where that cannot be."""
        super().__init__(folder / JOURNAL, _TABLES, _VERSION)

    def clear(self) -> None:
        """Forget all files and values, but for the results and the folder that files lie in."""
        with self.change() as base:
            base.execute("DELETE FROM files")
            base.execute("DELETE FROM run WHERE name != 'folder'")

    def forget(self, sources: Iterable[str]) -> None:
        """Forget some files."""
        with self.change() as base:
            base.executemany(
                "DELETE FROM files WHERE source = ?", [(_text(source),) for source in sources]
            )

    def value(self, name: str) -> str | None:
        """Return what was kept under a name, None where nothing was."""
        rows = self.ask("SELECT value FROM run WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    @property
    def seconds(self) -> float:
        """Return the seconds that all sittings have spent so far."""
        with self.sound():
            return float(self.value("seconds") or 0.0)

    def keep(self, values: Mapping[str, str]) -> None:
        """Keep some values under their names; `folder` is where the files lie."""
        with self.change() as base:
            _put(base, values)

    def plan(self, files: Iterable[Planned]) -> None:
        """Add files, or take them anew, as not done."""
        rows = [
            (_text(one.found.name), _text(one.target), *_stamp(one.found), one.outdated)
            for one in files
        ]
        with self.change() as base:
            base.executemany(_PLAN, rows)

    def note_found(self, files: Iterable[Found]) -> None:
        """Keep how files are found by now whose results are right all the same."""
        with self.change() as base:
            base.executemany(
                "UPDATE files SET size = ?, modified = ? WHERE source = ?",
                [(*_stamp(file), _text(file.name)) for file in files],
            )

    def planned(self) -> list[Planned]:
        """Return all files in the order in which they came."""
        return self._planned("1")

    def waiting(self) -> list[Planned]:
        """Return the files that are not done, in the order in which they came."""
        return self._planned("step = 'waiting'")

    def announce(self, outcome: Outcome) -> None:
        """Keep what is about to be written."""
        with self.change() as base:
            base.execute(
                "UPDATE files SET step = 'announced', outcome = ? WHERE source = ?", _row(outcome)
            )

    def settle(self, outcomes: Iterable[Outcome], values: Mapping[str, str]) -> None:
        """Keep what became of files, with some values of the run."""
        with self.change() as base:
            for outcome in outcomes:
                kept, source = _row(outcome)
                base.execute(
                    "UPDATE files SET step = 'settled', outcome = ? WHERE source = ?",
                    (kept, source),
                )
                if outcome.state.has_result:
                    base.execute(_KEEP_RESULT, (source,))
                    base.execute("UPDATE files SET outdated = NULL WHERE source = ?", (source,))
            _put(base, values)

    def announced(self) -> list[Outcome]:
        """Return what was announced and not settled: its result may have been written or not."""
        return self._outcomes("announced")

    def reopen(self, sources: Sequence[str]) -> None:
        """Take files as not done."""
        with self.change() as base:
            base.executemany(
                "UPDATE files SET step = 'waiting', outcome = NULL WHERE source = ?",
                [(_text(source),) for source in sources],
            )

    def outcomes(self) -> list[Outcome]:
        """Return what became of the files that are done, in the order in which they came."""
        return self._outcomes("settled")

    def failed(self) -> list[str]:
        """Return the files that failed."""
        return [one.source for one in self.outcomes() if one.state is State.FAILED]

    def skipped(self) -> list[Outcome]:
        """Return what became of files where something stood already."""
        return [one for one in self.outcomes() if one.state is State.SKIPPED and one.target]

    def results(self) -> dict[str, tuple[Found, Outcome]]:
        """Return what was written of the files of the folder, by the names of the results.

        Each comes with how its file was found then.
        """
        rows = self.ask(
            f"SELECT target, source, size, modified, outcome FROM results WHERE folder = {_FOLDER}"
        )
        with self.sound():
            return {
                _named(target): (Found(_named(source), size, modified), _outcome(kept))
                for target, source, size, modified, kept in rows
            }

    def skipped_before(self) -> list[Outcome]:
        """Return what a former batch said of files that are skipped as it wrote their results."""
        results = self.results()
        former = [(one, *results[one.target]) for one in self.skipped() if one.target in results]
        return [outcome for one, found, outcome in former if found.name == one.source]

    def _outcomes(self, step: str) -> list[Outcome]:
        rows = self.ask("SELECT outcome FROM files WHERE step = ? ORDER BY rowid", step)
        with self.sound():
            return [_outcome(row[0]) for row in rows]

    def _planned(self, condition: str) -> list[Planned]:
        rows = self.ask(
            "SELECT source, target, size, modified, outdated FROM files "
            f"WHERE {condition} ORDER BY rowid"
        )
        with self.sound():
            return [
                Planned(Found(_named(source), size, modified), _named(target), outdated)
                for source, target, size, modified, outdated in rows
            ]


@contextlib.contextmanager
def journal_in(folder: Path) -> Iterator[Journal | None]:
    """Open the journal of a folder for a while, None where it has none; raise as Journal does."""
    if not path_exists(folder / JOURNAL):
        yield None
        return
    with contextlib.closing(Journal(folder)) as journal:
        yield journal


def _put(base: Connection, values: Mapping[str, str]) -> None:
    base.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", list(values.items()))


def _row(outcome: Outcome) -> tuple[str, str]:
    return json.dumps(outcome.as_plain()), _text(outcome.source)


def _outcome(kept: str) -> Outcome:
    return outcome_of(json.loads(kept))


def _stamp(found: Found) -> tuple[int, int]:
    return found.size, found.modified


def _text(name: str) -> str:
    """Return a name in ASCII: file names may hold bytes that are no text."""
    return json.dumps(name)


def _named(text: str) -> str:
    """Return the name that `_text` wrote."""
    return check_name(msgspec.convert(json.loads(text), str))


class OtherOrder(SettingsError):
    """A batch that is not over was started with another order."""


def open_journal(batch: Batch, *, resume: bool) -> Journal:
    """Return the journal of an output folder, empty or with the same order in it.

    Raise SettingsError where it holds a batch that is not over, unless that is to go on.
    """
    journal = Journal(batch.out)
    try:
        begun = journal.outcomes() or journal.announced()
        if begun and not resume and not journal.value("over"):
            raise SettingsError(
                f"{batch.out} holds an unfinished batch.",
                f"Continue it with --resume, or delete {JOURNAL} to start over.",
            )
        if not resume:
            journal.clear()
        _check_order(journal, batch)
        order = json.dumps(batch.order.as_plain())
        journal.keep({"order": order, "folder": _folder_of(batch), "over": ""})
    except BaseException:
        journal.close()
        raise
    return journal


def check_order(batch: Batch) -> None:
    """Raise OtherOrder where a batch cannot go on with what its output folder holds."""
    with journal_in(batch.out) as journal:
        if journal is not None:
            _check_order(journal, batch)


def has_order(journal: Journal, batch: Batch) -> bool:
    """Tell whether a journal keeps the order of a batch."""
    return not _unlike(journal, batch)


def is_begun(batch: Batch) -> bool:
    """Tell whether a part of a batch is done, and the rest not."""
    with journal_in(batch.out) as journal:
        if journal is None or journal.value("over") or not has_order(journal, batch):
            return False
        return bool(journal.outcomes())


def folder_in(out: Path) -> Path | None:
    """Return the folder whose results lie in another one, as its journal says."""
    with journal_in(out) as journal:
        folder = journal.value("folder") if journal else None
    return Path(folder) if folder else None


def _check_order(journal: Journal, batch: Batch) -> None:
    if journal.value("order") is not None and (unlike := _unlike(journal, batch)):
        raise OtherOrder(
            f"The batch in {batch.out} was started with other options: {', '.join(unlike)}.",
            f"Use the same ones, choose another output folder, or delete {JOURNAL} to start over; "
            "existing results stay.",
        )


def _unlike(journal: Journal, batch: Batch) -> list[str]:
    """Return what of an order is other than a journal keeps it, by the names of the options."""
    with journal.sound():
        kept = dict(json.loads(journal.value("order") or "{}"))
    kept["folder"] = journal.value("folder")
    asked = batch.order.as_plain() | {"folder": _folder_of(batch)}
    names = [name for name in asked | kept if name not in kept or asked.get(name) != kept[name]]
    options = options_of(Order)
    return [options[name].name_of(name) if name in options else name for name in names]


def _folder_of(batch: Batch) -> str:
    return str(batch.folder.resolve())
