"""What becomes of the files of a batch, and what batches wrote into an output folder."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection

import msgspec

from subpunct_app.batch.batch_database import Database
from subpunct_app.batch.file_search import JOURNAL, Found
from subpunct_app.batch.outcome import Outcome, State, check_name, outcome_of
from subpunct_app.runtime.paths import path_exists

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
