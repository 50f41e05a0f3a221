from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from subpunct_app.core.errors import FileError
from subpunct_app.services.batch.journal import Journal, Planned
from subpunct_app.services.batch.search import Found
from tests.limits import files_up_to


def test_a_journal_that_cannot_grow_says_why_and_keeps_what_it_had(tmp_path: Path) -> None:
    one, two = (Planned(Found(name, 1, 1), name) for name in ("one.srt", "two.srt"))
    with closing(Journal(tmp_path)) as journal:
        journal.plan([one])
        with files_up_to(1000), pytest.raises(FileError, match=r"cannot be used: disk I/O error"):
            journal.plan([two])
        assert journal.planned() == [one]
        journal.plan([two])
        assert journal.planned() == [one, two]
