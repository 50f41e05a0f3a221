"""What docs/architecture.md says of the code is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "subpunct_app"


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(\w+(?:/\w+)+)`", PAGE))))
def test_the_page_names_rooms_and_modules_that_there_are(name: str) -> None:
    assert (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def test_the_page_names_every_package_and_its_rooms() -> None:
    rooms = {
        folder.name
        for folder in (*PACKAGE.glob("*/"), *PACKAGE.glob("*/*/"))
        if (folder / "__init__.py").is_file()
    }
    assert rooms - {*re.findall(r"[`*](\w+)[`*]", PAGE)} == set()
