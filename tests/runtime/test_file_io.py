from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.runtime.file_io import atomic_write


def test_what_cannot_be_finished_leaves_the_file_as_it_was_and_nothing_beside(
    tmp_path: Path,
) -> None:
    path = tmp_path / "card.json"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError), atomic_write(path) as fresh:
        fresh.write_text("new \udcff", encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["card.json"]
    assert path.read_text(encoding="utf-8") == "old"
