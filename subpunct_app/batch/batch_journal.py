"""What former batches wrote of the files of an output folder, as a journal keeps it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection

import msgspec

from subpunct_app.batch.batch_database import Database
from subpunct_app.batch.file_search import JOURNAL, Found
from subpunct_app.batch.outcome import Outcome, State, check_name, outcome_of
from subpunct_app.runtime.paths import path_exists

# Counts the tables and what an outcome says: a version that cannot read both must know it.
_VERSION = 1
_WRITTEN = "written"
_RUN = "CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
_FILES = """
CREATE TABLE files (
    source TEXT PRIMARY KEY, target TEXT NOT NULL, size INTEGER NOT NULL,
    modified INTEGER NOT NULL, step TEXT NOT NULL DEFAULT 'waiting',
    sha256 TEXT, outcome TEXT, outdated TEXT
)
"""
_TAKE = """
INSERT INTO files (source, target, size, modified, sha256) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (source) DO UPDATE SET
    outdated = CASE
        WHEN target != excluded.target THEN NULL
        WHEN step = 'settled' THEN coalesce(outdated, sha256, '')
        ELSE outdated
    END,
    target = excluded.target, size = excluded.size, modified = excluded.modified,
    step = 'waiting', sha256 = NULL, outcome = NULL
"""


class Written(msgspec.Struct, frozen=True, array_like=True):
    """What a batch once wrote of a source in a folder, both empty where nobody knows.

    `size` in bytes and `modified` in ns tell what the source was then, None where nobody knows.
    `told` is the JSON of what became of it, empty where nobody knows.
    """

    sha256: str
    folder: str = ""
    source: str = ""
    size: int | None = None
    modified: int | None = None
    told: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """Return what became of the source, None where nobody knows."""
        return outcome_of(json.loads(self.told)) if self.told else None

    def is_of(self, folder: str, source: str) -> bool:
        """Tell whether it was written of this file, as far as anybody knows."""
        return not self.source or (self.folder, self.source) == (folder, source)

    def is_of_former(self, folder: str, found: Found) -> bool:
        """Tell whether it was surely written of this file, and that has changed since."""
        if (self.folder, self.source) != (folder, found.name) or self.size is None:
            return False
        return (self.size, self.modified) != (found.size, found.modified)

    def told_by(self, before: Written | None) -> Written:
        """Return it with what was told before, if it is the same and nothing was told since."""
        if before is None or self.told:
            return self
        # A file that has another time and other bytes has an outdated result, and no such size.
        same = msgspec.structs.replace(before, modified=self.modified, told="") == self
        return msgspec.structs.replace(self, told=before.told) if same else self


def if_written(told: str | None) -> str:
    """Return an outcome as it was kept if it tells of a result that was written."""
    if told is None:
        return ""
    return told if json.loads(told)["state"] in (State.DONE, State.REVIEW) else ""


def _as_text(written: Mapping[str, Written]) -> str:
    """Return what was written as JSON, by the names of the results."""
    return json.dumps(msgspec.to_builtins(written))


@dataclass(frozen=True, slots=True)
class Planned:
    """A file and the name of its result below the output folder.

    `outdated` is the sha256 of a result of what the file was before, empty where it is not known.
    """

    found: Found
    target: str
    outdated: str | None = None


class Journal:
    """What became of the files of one output folder; open in one program at a time."""

    def __init__(self, folder: Path) -> None:
        """Open the journal of a folder; raise FileError where that cannot be."""
        self._database = Database(folder / JOURNAL, (_RUN, _FILES), _VERSION)

    def close(self) -> None:
        """Let others open the journal."""
        self._database.close()

    def clear(self, folder: str, kept: Mapping[str, str] | None = None) -> None:
        """Forget all files and values, but `kept` and what was written of which file.

        `folder` is where the files lie that are forgotten.
        """
        written = _as_text(self._written(folder))
        with self._database.change() as base:
            base.execute("DELETE FROM files")
            base.execute("DELETE FROM run")
            _put(base, {_WRITTEN: written, **(kept or {})})

    def forget(self, sources: Iterable[str]) -> None:
        """Forget some files."""
        with self._database.change() as base:
            base.executemany(
                "DELETE FROM files WHERE source = ?", [(_text(source),) for source in sources]
            )

    def value(self, name: str) -> str | None:
        """Return what was kept under a name, None where nothing was."""
        rows = self._database.ask("SELECT value FROM run WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    @property
    def seconds(self) -> float:
        """Return the seconds that all sittings have spent so far."""
        with self._database.sound():
            return float(self.value("seconds") or 0.0)

    def keep(self, values: Mapping[str, str]) -> None:
        """Keep some values under their names."""
        with self._database.change() as base:
            _put(base, values)

    def former(self, folder: str) -> dict[str, list[str]]:
        """Return the results that former batches wrote of the files of a folder."""
        found: dict[str, list[str]] = {}
        for target, one in self._written_before().items():
            if one.source and one.folder == folder:
                found.setdefault(one.source, []).append(target)
        return found

    def plan(self, files: Sequence[Planned], folder: str) -> None:
        """Add files of a folder, or take them anew, as not done.

        What they had as a result is outdated.
        """
        written = self._written_before()
        rows = [
            (
                _text(one.found.name),
                _text(one.target),
                one.found.size,
                one.found.modified,
                _digest(written.get(one.target), folder, one.found.name),
            )
            for one in files
        ]
        with self._database.change() as base:
            base.executemany(_TAKE, rows)

    def note_found(self, files: Iterable[Found]) -> None:
        """Keep how files are found by now whose results are right all the same."""
        with self._database.change() as base:
            base.executemany(
                "UPDATE files SET size = ?, modified = ? WHERE source = ?",
                [(file.size, file.modified, _text(file.name)) for file in files],
            )

    def outdate(self, folder: str, is_right: Callable[[Outcome], bool]) -> None:
        """Take as outdated what former batches wrote of files of a folder that changed since.

        Where a file is found otherwise, `is_right` tells whether what became of it then still is.
        """
        written = self._written_before()
        rows = [
            (former.sha256, _text(one.found.name))
            for one in self.waiting()
            if (former := written.get(one.target))
            and one.outdated is None
            and former.is_of_former(folder, one.found)
            and not ((made := self._told(former)) and is_right(made))
        ]
        with self._database.change() as base:
            base.executemany("UPDATE files SET outdated = ? WHERE source = ?", rows)

    def planned(self) -> list[Planned]:
        """Return all files in the order in which they came."""
        return self._planned("1")

    def waiting(self) -> list[Planned]:
        """Return the files that are not done, in the order in which they came."""
        return self._planned("step = 'waiting'")

    def announce(self, outcome: Outcome) -> None:
        """Keep what is about to be written."""
        with self._database.change() as base:
            base.execute(
                "UPDATE files SET step = 'announced', sha256 = ?, outcome = ? WHERE source = ?",
                (outcome.sha256, *_row(outcome)),
            )

    def settle(self, outcomes: Iterable[Outcome], values: Mapping[str, str]) -> None:
        """Keep what became of files, with some values of the run."""
        with self._database.change() as base:
            for outcome in outcomes:
                renewed = outcome.state.has_result
                base.execute(
                    "UPDATE files SET step = 'settled', outdated = iif(?, NULL, outdated), "
                    "outcome = ? WHERE source = ?",
                    (renewed, *_row(outcome)),
                )
            _put(base, values)

    def announced(self) -> list[Outcome]:
        """Return what was announced and not settled: its result may have been written or not."""
        return self._outcomes("announced")

    def reopen(self, sources: Sequence[str]) -> None:
        """Take files as not done."""
        with self._database.change() as base:
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

    def skipped_before(self, folder: str) -> list[Outcome]:
        """Return what a former batch said of files that are skipped as it wrote their results.

        Those that have changed since, or lay in another folder, are left out.
        """
        written = self._written(folder)
        kept = [
            former
            for one in self.skipped()
            if (former := written.get(one.target)) and former.is_of(folder, one.source)
        ]
        with self._database.sound():
            return [one.outcome for one in kept if one.outcome]

    def _outcomes(self, step: str) -> list[Outcome]:
        rows = self._database.ask("SELECT outcome FROM files WHERE step = ? ORDER BY rowid", step)
        with self._database.sound():
            return [outcome_of(json.loads(row[0])) for row in rows]

    def _planned(self, condition: str) -> list[Planned]:
        rows = self._database.ask(
            "SELECT source, target, size, modified, outdated FROM files "
            f"WHERE {condition} ORDER BY rowid"
        )
        with self._database.sound():
            return [
                Planned(Found(_named(source), size, modified), _named(target), outdated)
                for source, target, size, modified, outdated in rows
            ]

    def _written(self, folder: str) -> dict[str, Written]:
        """Return what was written of which file, by the names of the results."""
        # No file is of the size that stands for one whose result is outdated.
        rows = self._database.ask(
            "SELECT source, target, coalesce(outdated, sha256), iif(outdated IS NULL, size, -1), "
            "modified, iif(step = 'settled' AND outdated IS NULL, outcome, NULL) "
            "FROM files WHERE step != 'waiting' OR outdated IS NOT NULL"
        )
        with self._database.sound():
            latest = {
                _named(target): Written(
                    digest, folder, _named(source), size, modified, if_written(told)
                )
                for source, target, digest, size, modified, told in rows
                if digest
            }
        before = self._written_before()
        told = {target: one.told_by(before.get(target)) for target, one in latest.items()}
        return before | told

    def _written_before(self) -> dict[str, Written]:
        """Return what was written before the journal was cleared, as `_written` does."""
        with self._database.sound():
            return msgspec.convert(json.loads(self.value(_WRITTEN) or "{}"), dict[str, Written])

    def _told(self, written: Written) -> Outcome | None:
        with self._database.sound():
            return written.outcome


@contextlib.contextmanager
def journal_in(folder: Path) -> Iterator[Journal | None]:
    """Open the journal of a folder for a while, None where it has none; raise as Journal does."""
    if not path_exists(folder / JOURNAL):
        yield None
        return
    with contextlib.closing(Journal(folder)) as journal:
        yield journal


def _digest(written: Written | None, folder: str, source: str) -> str | None:
    """Return the sha256 of what was written if it was of this file."""
    return written.sha256 if written and written.is_of(folder, source) else None


def _put(base: Connection, values: Mapping[str, str]) -> None:
    base.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", list(values.items()))


def _row(outcome: Outcome) -> tuple[str, str]:
    return json.dumps(outcome.as_plain()), _text(outcome.source)


def _text(name: str) -> str:
    """Return a name in ASCII: file names may hold bytes that are no text."""
    return json.dumps(name)


def _named(text: str) -> str:
    """Return the name that `_text` wrote."""
    return check_name(msgspec.convert(json.loads(text), str))
