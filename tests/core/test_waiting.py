from __future__ import annotations

from threading import Event

import pytest

from subpunct_app.core.errors import Cancelled, FileError
from subpunct_app.core.task import Progress, Task
from subpunct_app.core.waiting import waited_for
from tests.patience import PATIENCE


def refuse() -> None:
    raise FileError("It is gone.")


def test_what_comes_is_returned_and_what_fails_is_raised() -> None:
    assert waited_for(lambda: "here", Task(), "Waiting") == "here"
    with pytest.raises(FileError, match="It is gone"):
        waited_for(refuse, Task(), "Waiting")


def test_what_never_comes_is_given_up_with_the_task() -> None:
    never, task = Event(), Task()
    task.cancel()
    with pytest.raises(Cancelled):
        waited_for(lambda: never.wait(PATIENCE), task, "Waiting")
    never.set()
    assert task.progress == Progress(message="Waiting")
