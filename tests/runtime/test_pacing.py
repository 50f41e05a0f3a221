from __future__ import annotations

import threading

import pytest

from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import PacedTask, Progress, Task


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
    task, may_go_on, done = Task(), threading.Event(), threading.Event()
    thread = stepping(PacedTask(task, may_go_on), done)
    assert not done.wait(0.05)
    may_go_on.set()
    thread.join()
    assert done.is_set()
    assert task.progress.fraction == 0.5


def test_held_work_can_be_cancelled() -> None:
    task, may_go_on, done = Task(), threading.Event(), threading.Event()
    thread = stepping(PacedTask(task, may_go_on), done)
    task.cancel()
    thread.join()
    assert not done.is_set()


def test_free_work_steps_as_its_task_does() -> None:
    task, may_go_on = Task(), threading.Event()
    may_go_on.set()
    paced = PacedTask(task, may_go_on)
    paced.step(1, 4, "Listening", timed=True)
    assert task.progress == Progress(1, 4, "Listening", timed=True)
    task.cancel()
    assert paced.cancelled
    with pytest.raises(Cancelled):
        paced.step(2, 4)
