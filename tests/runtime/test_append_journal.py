from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.runtime.append_journal import (
    AppendJournal,
    decode_line,
    encode_line,
    read_records,
)
from tests.limits import files_up_to

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    st.lists,
    max_leaves=5,
)


def kept(path: Path) -> list[object]:
    return list(read_records(path, lambda values: values))


@given(st.lists(VALUES), st.data())
def test_a_journal_cut_anywhere_keeps_the_records_before(
    tmp_path_factory: pytest.TempPathFactory, records: list[object], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cut") / "cut.journal"
    content = b"".join(map(encode_line, records))
    path.write_bytes(content[: (cut := data.draw(st.integers(0, len(content))))])
    assert kept(path) == records[: content[:cut].count(b"\n")]


def test_what_is_begun_anew_takes_the_place_of_all_before(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.journal"
    for heading in ("first", "second"):
        journal = AppendJournal.begin(path, [encode_line(heading)])
        journal.add(encode_line("more"))
        journal.close()
    journal = AppendJournal.go_on(path)
    journal.add(encode_line("last"))
    journal.sync()
    journal.close()
    assert kept(path) == ["second", "more", "last"]


def test_a_full_disk_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    AppendJournal.begin(path, [encode_line("first")]).close()
    with files_up_to(100), pytest.raises(OSError, match="large"):
        AppendJournal.begin(path, [encode_line("x" * 1000)])
    assert kept(path) == ["first"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_journal_that_somebody_removed_takes_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    journal = AppendJournal.begin(path, [])
    path.unlink()
    with pytest.raises(FileNotFoundError):
        journal.add(encode_line("lost"))
    journal.close()


@pytest.mark.parametrize("line", [b"NaN\n", b"[" * 100_000 + b"\n", b"\xff\n", b"{\n"])
def test_what_is_no_record_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"number|nested|Expecting|delimiter|enclosed"):
        decode_line(line)
