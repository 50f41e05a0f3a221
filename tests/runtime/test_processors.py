from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from subpunct_app.models.onnx_runtime import usual_threads
from subpunct_app.runtime.processors import processors


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
    assert processors() == usual_threads() == 1
