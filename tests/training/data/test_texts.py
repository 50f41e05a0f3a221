from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.training.data.texts import short_names


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a/dev.txt"], ["dev.txt"]),
        (["en/dev.txt", "zh/dev.txt", "more/other.txt"], ["en/dev.txt", "zh/dev.txt", "other.txt"]),
        (["dev.txt", "zh/dev.txt"], ["dev.txt", "zh/dev.txt"]),
        (["/a/x/dev.txt", "/b/x/dev.txt"], ["a/x/dev.txt", "b/x/dev.txt"]),
        (["x/dev.txt", "/x/dev.txt"], ["x/dev.txt", "/x/dev.txt"]),
        (["dev.txt", "dev.txt"], ["dev.txt", "dev.txt"]),
    ],
)
def test_files_are_told_apart_by_as_few_folders_as_it_takes(
    paths: list[str], names: list[str]
) -> None:
    assert short_names([Path(path) for path in paths]) == names
