from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from subpunct_app.batch.digests import text_digest
from subpunct_app.batch.search import Found


@pytest.mark.parametrize(
    ("name", "later", "known"), [("a.srt", 0, True), ("a.srt", 1, False), ("a.mp4", 0, False)]
)
def test_only_a_text_that_is_as_it_was_found_has_a_digest(
    tmp_path: Path, name: str, later: int, *, known: bool
) -> None:
    (tmp_path / name).write_bytes(b"so it goes")
    stat = (tmp_path / name).stat()
    expected = hashlib.sha256(b"so it goes").hexdigest() if known else ""
    assert text_digest(tmp_path, Found(name, stat.st_size, stat.st_mtime_ns - later)) == expected
