from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator

import pytest

from subpunct_app.models.onnx_runtime import usual_threads
from subpunct_app.runtime.environment import install_hint, processor_count


@pytest.fixture
def one_processor(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this thread use one of many processors, as a job does that asked for no more."""
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    yield
    os.sched_setaffinity(0, before)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="nobody tells")
@pytest.mark.usefixtures("one_processor")
def test_a_model_takes_no_more_threads_than_it_has_processors() -> None:
    assert processor_count() == usual_threads() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_what_is_missing_is_installed_for_the_python_that_lacks_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/home/jo/my programs/python")
    command = install_hint("matplotlib").partition(": ")[2]
    assert shlex.split(command) == [sys.executable, "-m", "pip", "install", "matplotlib"]


def test_the_program_without_python_names_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "pip" not in install_hint("matplotlib")
