"""Work in a process of its own behaves like work on a thread."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Callable
from functools import partial

import pytest

from subpunct_app.runtime.child_process import Unforeseen, in_child_process
from subpunct_app.runtime.errors import Cancelled, MediaError, SubpunctError
from subpunct_app.runtime.interrupts import CLOSED
from subpunct_app.runtime.task import Progress, Task


class Watched(Task):
    """Remember each step, and cancel at one of them."""

    def __init__(self, last: int | None = None) -> None:
        super().__init__()
        self.steps: list[Progress] = []
        self._last = last

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        self.steps.append(Progress(done, total, message, timed))
        if done == self._last:
            self.cancel()
        super().step(done, total, message, timed=timed)


def told(word: str, task: Task) -> tuple[str, int]:
    task.step(1, 2, f"Telling {word}")
    return word, os.getpid()


def niceness(_task: Task) -> int:
    return os.nice(0)


def endless(task: Task) -> None:
    task.step(7, 9, "Turning")
    while True:
        pass


def refused(_task: Task) -> None:
    raise MediaError("There is no sound.", "Open another file.")


def broken(_task: Task) -> float:
    return 1 / 0


def cut_off(_task: Task) -> None:
    raise BrokenPipeError("the decoder went away")


def unable_to_tell(_task: Task) -> Callable[[], None]:
    return lambda: None


def starving(_task: Task) -> None:
    raise MemoryError


def dying(_task: Task) -> None:
    os._exit(3)


def killed(_task: Task) -> None:
    signal.raise_signal(signal.SIGTERM)


def pressed() -> Callable[[Task], tuple[str, int]]:
    for one in (signal.SIGINT, *CLOSED):
        signal.raise_signal(one)
    return partial(told, "ice")


class PressedMeanwhile:
    """Work as others do, but have Ctrl+C pressed, and its terminal closed, as it starts."""

    def __call__(self, task: Task) -> tuple[str, int]:
        raise NotImplementedError

    def __reduce__(self) -> tuple[Callable[[], object], tuple[()]]:
        return pressed, ()


def test_the_work_is_done_elsewhere_and_told_here() -> None:
    task = Watched()
    word, process = in_child_process(partial(told, "ice"), task)
    assert word == "ice"
    assert process != os.getpid()
    assert Progress(1, 2, "Telling ice") in task.steps


@pytest.mark.skipif(sys.platform == "win32", reason="Processes have no niceness there.")
def test_the_work_leaves_the_processors_to_the_window() -> None:
    assert in_child_process(niceness, Task()) == min(os.nice(0) + 10, 19)


def test_a_cancel_ends_work_that_never_looks_up() -> None:
    with pytest.raises(Cancelled):
        in_child_process(endless, Watched(last=7))
    assert not multiprocessing.active_children()


def test_errors_come_back_as_they_are() -> None:
    with pytest.raises(MediaError) as caught:
        in_child_process(refused, Task())
    assert (caught.value.message, caught.value.hint) == ("There is no sound.", "Open another file.")


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (broken, "return 1 / 0"),
        (cut_off, "the decoder went away"),
        (unable_to_tell, "pickle local object"),
    ],
)
def test_what_nobody_foresaw_comes_back_with_its_trace(
    work: Callable[[Task], object], told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Unforeseen, match=told):
        in_child_process(work, Task())
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (dying, "(exit code 3). Is there memory"),
        (starving, "(exit code 1). Is there memory"),
        pytest.param(
            killed,
            "(signal 15). Is there memory",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="no signals end it there"),
        ),
    ],
)
def test_the_death_of_the_process_is_told(work: Callable[[Task], object], told: str) -> None:
    with pytest.raises(SubpunctError, match=re.escape(told)):
        in_child_process(work, Task())


@pytest.mark.skipif(sys.platform == "win32", reason="there new processes inherit nothing of it")
def test_the_terminal_is_none_of_its_business_while_it_starts() -> None:
    # What is started by a program that ignores it would do so, too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert in_child_process(PressedMeanwhile(), Task())[0] == "ice"
    finally:
        signal.signal(signal.SIGINT, before)
