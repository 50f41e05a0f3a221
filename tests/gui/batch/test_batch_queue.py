"""Thousands of files as rows: shown at once, and updated many at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.batch.account import Account, FileResult
from subpunct_app.batch.batch_options import Batch
from subpunct_app.batch.execution import Event, Listed, Taken
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.gui.batch.batch_queue import (
    ERRORS,
    FILE,
    NOTE,
    STATE,
    WORDS,
    QueueModel,
    Status,
    summary,
)
from tests.batch.pools import FIGURES

FILES = tuple(Path("/archive") / f"year {n % 40}" / f"talk {n}.srt" for n in range(20_000))


@pytest.fixture
def model(qtbot: QtBot) -> Iterator[QueueModel]:
    owner = QWidget()
    qtbot.addWidget(owner)
    model = QueueModel(owner)
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, owner
    )
    yield model
    tester.deleteLater()


def came(file: Path, state: State = State.DONE) -> Event:
    return FileResult(file, Outcome(file.name, state, figures=FIGURES))


def test_rows_say_what_became_of_files(model: QueueModel) -> None:
    reason = Outcome("x", State.FAILED, reason="It took longer than 600 seconds.")
    model.take([Listed(FILES[:3]), Taken(FILES[:2]), came(FILES[0], State.REVIEW)])
    model.take([FileResult(FILES[1], reason)])
    assert texts(model, FILE)[0] == str(Path("year 0") / "talk 0.srt")
    assert texts(model, STATE) == ["needs review", "failed", "waiting"]
    assert texts(model, NOTE) == ["first doubtful in cue 1", reason.reason, ""]
    assert texts(model, ERRORS) == ["1.5", "", ""]
    assert model.counts[Status.FAILED] == 1


def test_a_second_language_is_noted(model: QueueModel) -> None:
    both = replace(FIGURES, first_doubtful=None, other_language="de")
    model.take([Listed(FILES[:1]), FileResult(FILES[0], Outcome("x", State.DONE, figures=both))])
    assert texts(model, NOTE) == ["lines in German not read"]


@pytest.mark.parametrize("name", [FILES[0].name, str(FILES[0])])
def test_a_note_does_not_begin_with_the_name_beside_it(model: QueueModel, name: str) -> None:
    failed = Outcome(FILES[0].name, State.FAILED, reason=f"{name} does not exist.")
    model.take([Listed(FILES[:1]), FileResult(FILES[0], failed)])
    assert texts(model, NOTE) == ["does not exist."]


def test_what_was_in_work_waits_when_the_work_stops(model: QueueModel) -> None:
    model.take([Listed(FILES[:3]), Taken(FILES[:2]), came(FILES[0])])
    model.rest()
    assert texts(model, STATE) == ["done", "waiting", "waiting"]


def test_files_are_sorted_by_a_column_and_those_under_way_stay_behind(model: QueueModel) -> None:
    few, many = (replace(FIGURES, words=words) for words in (9, 1_000))
    model.take([Listed(FILES[:6]), Taken(FILES[4:5])])
    for file, state, figures in (
        (FILES[0], State.DONE, many),
        (FILES[1], State.SKIPPED, None),
        (FILES[2], State.REVIEW, few),
        (FILES[3], State.FAILED, None),
    ):
        model.take([FileResult(file, Outcome(file.name, state, figures=figures))])
    chosen = QPersistentModelIndex(model.index(3, FILE))
    model.sort(STATE)
    assert texts(model, STATE) == [
        *("failed", "needs review", "done", "skipped"),
        *("working", "waiting"),
    ]
    assert (chosen.row(), model.place_of(FILES[3])) == (0, 0)
    model.sort(WORDS, Qt.SortOrder.DescendingOrder)
    assert texts(model, WORDS) == ["1,000", "9", "", "", "", ""]
    model.sort(FILE)
    assert [row.file for row in model.rows] == list(FILES[:6])


def test_the_next_failed_file_is_found_from_anywhere(model: QueueModel) -> None:
    model.take([Listed(FILES[:5])])
    assert model.next_of(Status.FAILED, 0) is None
    model.take([came(FILES[at], State.FAILED) for at in (1, 3)])
    ahead = [model.next_of(Status.FAILED, at) for at in (-1, 1, 3)]
    back = [model.next_of(Status.FAILED, at, -1) for at in (0, 3, 1)]
    assert [row and row.file for row in ahead] == [FILES[1], FILES[3], FILES[1]]
    assert [row and row.file for row in back] == [FILES[3], FILES[1], FILES[3]]


def listing(files: tuple[Path, ...], qtbot: QtBot) -> QueueModel:
    owner = QWidget()
    qtbot.addWidget(owner)
    model = QueueModel(owner)
    model.take([Listed(files)])
    return model


def test_many_files_are_taken_in_with_one_repaint(qtbot: QtBot) -> None:
    model = listing(FILES, qtbot)
    repaints: list[QModelIndex] = []
    model.dataChanged.connect(lambda first, _last: repaints.append(first))
    model.take(map(came, FILES[:1000]))
    assert len(repaints) == 1


def test_a_result_takes_as_long_among_many_files_as_among_few(qtbot: QtBot) -> None:
    few, many = listing(FILES[:200], qtbot), listing(FILES, qtbot)
    spent: dict[QueueModel, list[float]] = {few: [], many: []}
    for _ in range(5):
        for model, times in spent.items():
            started = time.thread_time()
            model.take(map(came, FILES[:200]))
            times.append(time.thread_time() - started)
    # A walk through all files for each result would take a hundred times as long.
    assert min(spent[many]) < 10 * min(spent[few])


def texts(model: QueueModel, column: int) -> list[object]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


def told(words: int, applied: int, errors: float) -> str:
    figures = replace(FIGURES, words=words, applied=applied, expected_errors=errors)
    outcome = Outcome("talk.srt", State.DONE, figures=figures)
    return summary(Account(Batch(Path("in"), Path("out")), (outcome,), 1.0, 1))


def test_many_are_added_up() -> None:
    sentence = "1,200 changes in 9,000 words; about 31 errors are likely left."
    assert told(9000, 1200, 31.2) == f"1 file done. {sentence}"


def test_folders_that_were_left_out_are_told() -> None:
    batch, left_out = Batch(Path("in"), Path("out")), (Path("in", "old"), Path("in", "older"))
    sentence = "2 folders left out, with results of other batches."
    assert summary(Account(batch, (), 1.0, 1, left_out)) == f"0 files done. {sentence}"
