from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.services.batch.order import Batch
from tests.services.batch.pools import tree


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    return Batch(tree(tmp_path / "in", "a.srt", "b.srt", "deep/c.srt"), tmp_path / "out")
