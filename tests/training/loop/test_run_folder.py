from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.runtime.errors import FileError
from subpunct_app.training.loop.run_folder import sole_use


def test_a_folder_is_free_again_after_use(tmp_path: Path) -> None:
    for _ in range(2):
        with sole_use(tmp_path / "run"), pytest.raises(FileError), sole_use(tmp_path / "run"):
            pass


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="cannot write"), sole_use(tmp_path / "file" / "run"):
        pass
