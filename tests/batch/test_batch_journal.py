from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from subpunct_app.batch.batch_journal import Journal, Planned
from subpunct_app.batch.file_search import JOURNAL, Found
from subpunct_app.batch.outcome import Figures, Outcome, State
from subpunct_app.runtime.errors import FileError
from tests.limits import files_up_to, not_root
from tests.patience import PATIENCE


def test_a_journal_that_cannot_grow_says_why_and_keeps_what_it_had(tmp_path: Path) -> None:
    one, two = (Planned(Found(name, 1, 1), name) for name in ("one.srt", "two.srt"))
    with closing(Journal(tmp_path)) as journal:
        journal.plan([one])
        with files_up_to(1000), pytest.raises(FileError, match=r"cannot be used: disk I/O error"):
            journal.plan([two])
        assert journal.planned() == [one]
        journal.plan([two])
        assert journal.planned() == [one, two]


def test_what_keeps_a_journal_from_being_opened_is_told(tmp_path: Path) -> None:
    # SQLite says the same of this as of a read-only disk.
    (tmp_path / JOURNAL).mkdir()
    with pytest.raises(FileError, match=f"{JOURNAL} is a folder"):
        Journal(tmp_path)


@not_root
def test_a_folder_that_keeps_a_journal_from_being_changed_is_told(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    tmp_path.chmod(0o500)
    try:
        with (
            pytest.raises(FileError, match="Change the permissions of its folder"),
            closing(Journal(tmp_path)) as journal,
        ):
            journal.keep({"over": "yes"})
    finally:
        tmp_path.chmod(0o700)


OPENED = """
import sys
from pathlib import Path
from subpunct_app.batch.batch_journal import Journal
Journal(Path(sys.argv[1]))
"""


def test_a_second_look_leaves_the_journal_locked_for_other_programs(tmp_path: Path) -> None:
    with closing(Journal(tmp_path)):
        with pytest.raises(FileError, match="is in use"):
            Journal(tmp_path)
        command = [sys.executable, "-c", OPENED, str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "is in use" in done.stderr


FIGURES = Figures("srt", "utf-8", "en", 1, 2, 0, 1, 1, 1, 0, 0, 0.5, None, 0.1, False, "")
DONE = Outcome("one.srt", State.DONE, "one.srt", "", FIGURES, "ab")


def test_a_journal_of_a_later_version_is_told_and_left_alone(tmp_path: Path) -> None:
    with closing(Journal(tmp_path)) as journal:
        journal.plan([Planned(Found("one.srt", 1, 1), "one.srt")])
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as base:
        base.execute("PRAGMA user_version = 99")
    kept = (tmp_path / JOURNAL).read_bytes()
    with pytest.raises(FileError, match="is of another version of subpunct"):
        Journal(tmp_path)
    assert (tmp_path / JOURNAL).read_bytes() == kept


@pytest.mark.parametrize(
    ("column", "kept"),
    [
        *((column, name) for column in ("source", "target") for name in ("{}", "1", '"\\ud800"')),
        *(
            ("outcome", json.dumps(DONE.as_plain() | damaged))
            for damaged in (
                {"source": None},
                {"state": "dune"},
                {"figures": asdict(FIGURES) | {"words": None}},
            )
        ),
        ("outcome", "{}"),
        ("outcome", "[" * 100_000),
    ],
    ids=lambda kept: kept[:9],
)
def test_what_is_none_of_ours_is_told_as_damage(tmp_path: Path, column: str, kept: str) -> None:
    with closing(Journal(tmp_path)) as journal:
        journal.plan([Planned(Found("one.srt", 1, 1), "one.srt")])
        journal.settle([DONE], {})
        assert journal.outcomes() == [DONE]
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as base, base:
        base.execute(f"UPDATE files SET {column} = ?", (kept,))
    with closing(Journal(tmp_path)) as journal, pytest.raises(FileError, match="is damaged"):
        journal.outcomes() if column == "outcome" else journal.planned()


@pytest.mark.skipif(sys.platform == "win32", reason="names are Unicode there in every locale")
def test_names_that_this_locale_cannot_hold_are_no_damage(tmp_path: Path) -> None:
    with closing(Journal(tmp_path)) as journal:
        journal.plan([Planned(Found("für.srt", 1, 1), "für.srt")])
        journal.settle([replace(DONE, source="für.srt", target="für.srt")], {})
    asked = (
        "import sys, pathlib, subpunct_app.batch.batch_journal as journal\n"
        "kept = journal.Journal(pathlib.Path(sys.argv[1]))\n"
        "print(ascii([one.source for one in kept.outcomes()]))"
    )
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    answer = subprocess.run(
        [sys.executable, "-c", asked, str(tmp_path)],
        capture_output=True,
        check=True,
        env=os.environ | plain | {"PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=PATIENCE,
    )
    assert answer.stdout.strip() == rb"['f\xfcr.srt']"
