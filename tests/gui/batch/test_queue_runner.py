"""Watch folders while something else is done with their files."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.batch import pending
from subpunct_app.batch.batch_journal import Journal
from subpunct_app.batch.batch_options import Existing
from subpunct_app.batch.batch_plan import Plan
from subpunct_app.batch.executor import Finished, Parcel, WorkerPool
from subpunct_app.gui.background.jobs import Jobs, Lane
from subpunct_app.gui.batch import queue_runner
from subpunct_app.gui.batch.batch_queue import QueueModel, Status
from subpunct_app.gui.batch.queue_runner import BatchStage, QueueRunner
from subpunct_app.runtime.errors import FileError, SubpunctError
from subpunct_app.runtime.task import Task
from tests.batch.pools import Alone, contents, tree
from tests.patience import PATIENCE

NewCourse = Callable[..., QueueRunner]


class Gate(Alone):
    """Begin nothing until the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.open = threading.Event()

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        while not self.open.wait(0.01):
            task.step(0, 0)
        yield from super().map(parcels, task)


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def new_course(qtbot: QtBot) -> Iterator[NewCourse]:
    made: list[QueueRunner] = []

    def make(pool: WorkerPool | None = None) -> QueueRunner:
        widget = QWidget()
        qtbot.addWidget(widget)
        course = QueueRunner(QueueModel(widget), lambda _: pool or Alone(), widget)
        course.watcher.rest_ms = 1
        made.append(course)
        return course

    yield make
    for course in made:
        course.close()


@pytest.fixture
def course(gate: Gate, new_course: NewCourse) -> QueueRunner:
    return new_course(gate)


def listed(course: QueueRunner) -> dict[str, Status]:
    widget = course.parent()
    assert isinstance(widget, QWidget)
    model = widget.findChild(QueueModel)
    assert model is not None
    return {row.file.name: row.status for row in model.rows}


def failing(folder: Path, out: Path) -> Plan:
    """Return the plan for a folder in which the result of one file cannot be written."""
    (out / "bad.srt" / "in the way").mkdir(parents=True)
    return Plan((tree(folder, "bad.srt"),), out, existing=Existing.REPLACE, watch=True)


def watch_to_the_end(course: QueueRunner, plan: Plan, qtbot: QtBot) -> None:
    with qtbot.waitSignal(course.over):
        course.start(plan)


def test_after_a_restart_what_is_done_and_unchanged_is_listed_so(
    new_course: NewCourse, tmp_path: Path, out: Path, qtbot: QtBot
) -> None:
    plan = failing(tree(tmp_path / "season", "a.srt", "c.srt"), out)
    course = new_course()
    watch_to_the_end(course, plan, qtbot)
    course.close()
    tree(plan.sources[0], "new.srt")
    (plan.sources[0] / "c.srt").write_text("other words")
    again = new_course()
    again.take_up(plan)
    with qtbot.waitSignal(again.watcher.began):
        again.go_on()
    assert listed(again) == {
        "a.srt": Status.DONE,
        "bad.srt": Status.FAILED,
        "c.srt": Status.WAITING,
        "new.srt": Status.WAITING,
    }


def test_a_file_that_failed_is_listed_so_when_others_come(
    new_course: NewCourse, tmp_path: Path, out: Path, qtbot: QtBot
) -> None:
    season = tmp_path / "season"
    course = new_course()
    watch_to_the_end(course, failing(season, out), qtbot)
    with qtbot.waitSignal(course.over):
        tree(season, "new.srt")
    assert listed(course) == {"bad.srt": Status.FAILED, "new.srt": Status.DONE}


def test_files_are_listed_while_their_journal_is_in_use(
    course: QueueRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    folder, out = tree(tmp_path / "clips", "a.srt"), tmp_path / "out"
    tree(tmp_path, "b.srt")
    out.mkdir()
    told: list[SubpunctError] = []
    course.failed.connect(told.append)
    with contextlib.closing(Journal(out)):
        course.show(Plan((folder, tmp_path / "b.srt"), out))
        qtbot.waitUntil(lambda: bool(told or listed(course)))
    assert not told
    assert listed(course).keys() == {"a.srt", "b.srt"}


def test_what_comes_during_a_retry_is_restored_after_it(
    course: QueueRunner, gate: Gate, tmp_path: Path, out: Path, qtbot: QtBot
) -> None:
    season = tree(tmp_path / "season", "a.srt")
    gate.open.set()
    with qtbot.waitSignal(course.over):
        course.start(Plan((season,), out, watch=True))
    gate.open.clear()
    course.retry({season / "a.srt"})
    with qtbot.assertNotEmitted(course.watcher.arrived, wait=300):
        tree(season, "late.srt")
    gate.open.set()
    qtbot.waitUntil(
        lambda: gate.seen == ["a.srt", "late.srt"] and course.stage is BatchStage.WATCHING
    )
    assert contents(out)["late.srt"] == "THIS IS LATE.SRT"


def test_what_is_paused_before_it_began_waits_for_a_later_start(
    course: QueueRunner, tmp_path: Path, out: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = threading.Event()
    monkeypatch.setattr(queue_runner, "earlier_results", lambda *_: looked.wait(PATIENCE) and [])
    plan = Plan((tree(tmp_path / "season", "a.srt"),), out)
    course.take_up(plan)
    course.go_on()
    course.pause()
    looked.set()
    qtbot.waitUntil(lambda: course.stage is BatchStage.PAUSED)
    assert pending.load() == plan


def test_folders_are_not_watched_where_that_cannot_be_remembered(
    course: QueueRunner, tmp_path: Path, out: Path
) -> None:
    pending.pending_path().parent.parent.mkdir(parents=True, exist_ok=True)
    pending.pending_path().parent.touch()
    told: list[SubpunctError] = []
    course.failed.connect(told.append)
    course.start(Plan((tree(tmp_path / "season", "a.srt"),), out, watch=True))
    assert len(told) == 1
    assert course.stage is BatchStage.READY


def test_a_folder_that_goes_is_told_and_the_others_are_watched_on(
    new_course: NewCourse, tmp_path: Path, out: Path, qtbot: QtBot
) -> None:
    first, second = tree(tmp_path / "one", "a.srt"), tree(tmp_path / "two", "b.srt")
    course = new_course()
    watch_to_the_end(course, Plan((first, second), out, watch=True), qtbot)
    with qtbot.waitSignal(course.missed) as told:
        first.rename(tmp_path / "away")
    assert told.args == [(first,)]
    with qtbot.waitSignal(course.over):
        tree(second, "late.srt")
    assert contents(out / "two")["late.srt"] == "THIS IS LATE.SRT"
    (tmp_path / "away").rename(first)
    with qtbot.waitSignal(course.missed) as told:
        tree(second, "later.srt")
    assert told.args == [()]


def test_a_look_that_fails_once_its_watch_was_cancelled_ends_no_other_batch(
    course: QueueRunner, tmp_path: Path, out: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking, answers = threading.Event(), threading.Event()

    def fail_late(_batches: object) -> None:
        looking.set()
        assert answers.wait(PATIENCE)
        raise FileError("The share does not answer.")

    monkeypatch.setattr(queue_runner, "Watch", fail_late)
    plan = Plan((tree(tmp_path / "season", "a.srt"),), out, watch=True)
    told: list[SubpunctError] = []
    course.failed.connect(told.append)
    course.start(plan)
    assert looking.wait(PATIENCE)
    course.cancel()
    course.start(replace(plan, watch=False))
    answers.set()
    jobs = course.watcher.findChild(Jobs)
    assert jobs is not None
    qtbot.waitUntil(lambda: jobs.rests(Lane.FILES))
    assert told == []
    assert course.stage is BatchStage.RUNNING


def test_results_among_watched_sources_are_refused_at_once(
    new_course: NewCourse, tmp_path: Path, qtbot: QtBot
) -> None:
    season = tree(tmp_path / "season", "a.srt")
    course = new_course()
    with qtbot.waitSignal(course.failed):
        course.start(Plan((season,), season, watch=True))
    assert course.stage is BatchStage.READY
