from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.background.one_job import OneJob
from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.task import Progress, Task
from tests.patience import PATIENCE


@pytest.fixture
def job(qtbot: QtBot) -> Iterator[OneJob]:
    owner = QWidget()
    qtbot.addWidget(owner)
    made = OneJob(owner)
    yield made
    made.close()


@pytest.fixture
def told(job: OneJob) -> list[object]:
    """Everything that is told of the work, in its order."""
    found: list[object] = []
    for name in ("over", "failed", "stopped"):
        getattr(job, name).connect(lambda *_, name=name: found.append(name))
    job.progressed.connect(found.append)
    return found


def test_the_last_step_is_told_before_the_end(
    job: OneJob, told: list[object], qtbot: QtBot
) -> None:
    def work(task: Task) -> str:
        task.step(2, 2)
        return "done"

    job.start(work, told.append)
    assert job.busy
    qtbot.waitUntil(lambda: "done" in told)
    assert told[-3:] == [Progress(2, 2), "over", "done"]
    assert not job.busy


def test_a_failure_is_told_once(job: OneJob, told: list[object], qtbot: QtBot) -> None:
    def work(_task: Task) -> None:
        raise MediaError("There is no sound.")

    with qtbot.waitSignal(job.jobs.idle):
        job.start(work, told.append)
    assert told[-2:] == ["over", "failed"]
    assert not job.busy


def test_what_was_stopped_says_so(job: OneJob, told: list[object], qtbot: QtBot) -> None:
    going_on = Event()

    def work(task: Task) -> None:
        assert going_on.wait(PATIENCE)
        task.step(1, 2)

    job.start(work, told.append)
    job.stop()
    with qtbot.waitSignal(job.stopped):
        going_on.set()
    assert told[-2:] == ["over", "stopped"]
    assert not job.busy
