from __future__ import annotations

import threading

import pytest

from subpunct_app.core.errors import Cancelled
from subpunct_app.core.task import Task
from subpunct_app.services.transcription.pacing import Pace, PacedTask


def stepping(task: Task, done: threading.Event) -> threading.Thread:
    def work() -> None:
        try:
            task.step(1, 2)
            done.set()
        except Cancelled:
            return

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_held_work_rests_until_it_is_released() -> None:
    task, pace, done = Task(), Pace(), threading.Event()
    pace.hold()
    thread = stepping(PacedTask(task, pace), done)
    assert not done.wait(0.05)
    assert pace.held
    pace.release()
    thread.join()
    assert done.is_set()
    assert task.progress.fraction == 0.5


def test_held_work_can_be_cancelled() -> None:
    task, pace, done = Task(), Pace(), threading.Event()
    pace.hold()
    thread = stepping(PacedTask(task, pace), done)
    task.cancel()
    thread.join()
    assert not done.is_set()


def test_free_work_steps_as_its_task_does() -> None:
    task = Task()
    paced = PacedTask(task, Pace())
    paced.step(1, 4, "Listening")
    assert paced.progress == task.progress
    paced.cancel()
    with pytest.raises(Cancelled):
        paced.step(2, 4)
