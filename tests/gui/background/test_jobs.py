"""Work in threads: results, failures, cancelling, and the signal that must not crash."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from threading import Event

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.background.jobs import Jobs, Lane, OneJob
from subpunct_app.runtime.errors import FileError, MediaError, SubpunctError
from subpunct_app.runtime.task import Progress, Task
from tests.patience import PATIENCE


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    running = Jobs()
    yield running
    running.close()


def unexpected(error: SubpunctError) -> None:
    raise error


def test_the_result_arrives_on_the_ui_thread(jobs: Jobs, qtbot: QtBot) -> None:
    got: list[tuple[str, bool]] = []
    ui = threading.get_ident()
    with qtbot.waitSignal(jobs.idle):
        jobs.submit(
            Lane.MODEL,
            lambda _: threading.get_ident(),
            done=lambda worker: got.append(("done", worker != ui == threading.get_ident())),
            failed=unexpected,
        )
        assert jobs.busy
    assert got == [("done", True)]
    assert not jobs.busy


def test_a_failure_is_delivered(jobs: Jobs, qtbot: QtBot) -> None:
    got: list[SubpunctError] = []

    def fail(_: Task) -> None:
        raise FileError("It is gone.")

    with qtbot.waitSignal(jobs.idle):
        jobs.submit(Lane.FILES, fail, done=lambda _: None, failed=got.append)
    assert [error.message for error in got] == ["It is gone."]


def test_what_nobody_foresaw_is_raised_on_the_ui_thread(jobs: Jobs, qtbot: QtBot) -> None:
    with qtbot.captureExceptions() as raised, qtbot.waitSignal(jobs.idle):
        jobs.submit(Lane.FILES, lambda _: 1 // 0, done=lambda _: None, failed=unexpected)
    assert [kind for kind, _, _ in raised] == [ZeroDivisionError]


def test_a_cancelled_job_is_silent(jobs: Jobs, qtbot: QtBot) -> None:
    reached, released = threading.Event(), threading.Event()

    def work(task: Task) -> None:
        reached.set()
        released.wait(PATIENCE)
        task.step(1, 2)

    got: list[None] = []
    with qtbot.waitSignal(jobs.idle):
        jobs.submit(Lane.MODEL, work, done=got.append, failed=unexpected)
        qtbot.waitUntil(reached.is_set)
        jobs.cancel()
        released.set()
    assert got == []


def test_the_lanes_do_not_wait_for_each_other(jobs: Jobs, qtbot: QtBot) -> None:
    released = threading.Event()
    got: list[object] = []
    jobs.submit(Lane.MODEL, lambda _: released.wait(PATIENCE), done=got.append, failed=unexpected)
    jobs.submit(Lane.FILES, lambda _: "file", done=got.append, failed=unexpected)
    qtbot.waitUntil(lambda: got == ["file"])
    released.set()
    qtbot.waitUntil(lambda: got == ["file", True])


def test_progress_is_polled(jobs: Jobs, qtbot: QtBot) -> None:
    released = threading.Event()

    def work(task: Task) -> None:
        task.step(3, 4, "Working")
        released.wait(PATIENCE)

    jobs.submit(Lane.MODEL, work, done=lambda _: None, failed=unexpected)
    with qtbot.waitSignal(jobs.progressed, check_params_cb=lambda p: p.done == 3) as blocker:
        pass
    assert blocker.args == [Progress(3, 4, "Working")]
    released.set()


def test_closing_waits_for_the_threads_and_delivers_nothing(qtbot: QtBot) -> None:
    jobs = Jobs()
    got: list[object] = []
    jobs.submit(Lane.MODEL, lambda _: "late", done=got.append, failed=unexpected)
    jobs.close()
    with qtbot.assertNotEmitted(jobs.idle, wait=50):
        pass
    assert got == []


def test_what_goes_on_unseen_is_not_interrupted(jobs: Jobs, qtbot: QtBot) -> None:
    released = threading.Event()
    got: list[str] = []

    def work(name: str, task: Task) -> str:
        released.wait(PATIENCE)
        task.step(1, 2)
        return name

    sound = partial(work, Lane.SOUND)
    jobs.submit(Lane.SOUND, sound, done=got.append, failed=unexpected, quiet=True)
    jobs.submit_lasting(Lane.FILES, partial(work, Lane.FILES), done=got.append, failed=unexpected)
    jobs.submit(Lane.MODEL, partial(work, Lane.MODEL), done=got.append, failed=unexpected)
    assert jobs.interruptible
    with qtbot.waitSignal(jobs.idle):
        jobs.interrupt()
        released.set()
    qtbot.waitUntil(lambda: len(got) == 2)
    assert set(got) == {Lane.SOUND, Lane.FILES}


def test_what_is_stopping_says_so(jobs: Jobs, qtbot: QtBot) -> None:
    released = threading.Event()
    jobs.submit(
        Lane.MODEL, lambda _: released.wait(PATIENCE), done=lambda _: None, failed=unexpected
    )
    told: list[Progress] = []
    jobs.progressed.connect(told.append)
    jobs.interrupt()
    assert told[-1].message == "Stopping…"
    assert jobs.busy
    assert not jobs.engaged
    assert not jobs.interruptible
    with qtbot.waitSignal(jobs.idle):
        released.set()


def test_that_the_interrupted_has_stopped_is_told_once(jobs: Jobs, qtbot: QtBot) -> None:
    released, going_on = threading.Event(), threading.Event()
    told: list[bool] = []
    jobs.stopped.connect(lambda: told.append(jobs.busy))
    for lane in (Lane.MODEL, Lane.FILES):
        jobs.submit(lane, lambda _: released.wait(PATIENCE), done=lambda _: None, failed=unexpected)
    for _ in range(3):
        jobs.interrupt()
    jobs.submit(
        Lane.MODEL, lambda _: going_on.wait(PATIENCE), done=lambda _: None, failed=unexpected
    )
    released.set()
    qtbot.waitUntil(lambda: bool(told))
    with qtbot.waitSignal(jobs.idle):
        going_on.set()
    assert told == [True]


def test_after_closing_no_work_begins(jobs: Jobs) -> None:
    got: list[None] = []
    jobs.close()
    task = jobs.submit(Lane.FILES, lambda _: None, done=got.append, failed=unexpected)
    assert task.cancelled
    assert not jobs.busy
    assert got == []


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


def test_a_job_that_waits_for_its_lane_can_be_cancelled(jobs: Jobs, qtbot: QtBot) -> None:
    released = threading.Event()
    got: list[object] = []
    with qtbot.waitSignal(jobs.idle):
        jobs.submit(
            Lane.MODEL, lambda _: released.wait(PATIENCE), done=got.append, failed=unexpected
        )
        jobs.submit(Lane.MODEL, lambda _: "second", done=got.append, failed=unexpected).cancel()
        released.set()
    assert got == [True]
