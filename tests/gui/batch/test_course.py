"""Watch folders while something else is done with their files."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.core.task import Task
from subpunct_app.gui.batch.course import Course, Stage
from subpunct_app.gui.batch.queue_model import QueueModel
from subpunct_app.services.batch.crew import Finished
from subpunct_app.services.batch.order import Parcel
from subpunct_app.services.batch.plan import Plan
from tests.services.batch.crews import Alone, contents, tree


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
def course(gate: Gate, qtbot: QtBot) -> Iterator[Course]:
    widget = QWidget()
    qtbot.addWidget(widget)
    made = Course(QueueModel(widget), lambda _: gate, widget)
    made.watcher.rest_ms = 1
    yield made
    made.close()


def test_what_comes_during_a_retry_is_restored_after_it(
    course: Course, gate: Gate, tmp_path: Path, out: Path, qtbot: QtBot
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
    qtbot.waitUntil(lambda: gate.seen == ["a.srt", "late.srt"] and course.stage is Stage.WATCHING)
    assert contents(out)["late.srt"] == "THIS IS LATE.SRT"
