from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.batch.batch_options import Batch
from subpunct_app.batch.batch_run import run
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from tests.batch.pools import Alone, tree


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    return Batch(tree(tmp_path / "in", "a.srt", "b.srt", "deep/c.srt"), tmp_path / "out")


def interrupt(batch: Batch, until: str, *, resume: bool = False) -> None:
    with pytest.raises(Cancelled):
        run(batch, Alone(until=until), Task(), resume=resume)
