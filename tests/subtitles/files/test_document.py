from __future__ import annotations

import pytest

from subpunct_app.subtitles.files.document import Cue, Document, Format
from subpunct_app.subtitles.files.encoding import Encoding
from subpunct_app.subtitles.files.parse import parse
from tests.growth import calls_in

DOCUMENT = Document(
    Format.SRT, "ab--cd--ef", Encoding("utf-8"), (Cue(0, 2, 1, 2), Cue(4, 6, 3, 4), Cue(8, 10))
)


def test_new_texts_move_the_cues_behind_them() -> None:
    changed = DOCUMENT.with_texts({0: "", 1: "long text"})
    assert changed.text == "--long text--ef"
    assert [changed.cue_text(index) for index in range(3)] == ["", "long text", "ef"]
    assert changed.cues[1] == Cue(2, 11, 3, 4)


def test_texts_that_are_there_already_change_nothing() -> None:
    assert DOCUMENT.with_texts({1: "cd"}) is DOCUMENT


def test_cues_that_do_not_move_are_the_same() -> None:
    assert DOCUMENT.with_texts({2: "longer"}).cues[:2] == DOCUMENT.cues[:2]


def test_bytes_start_with_the_mark() -> None:
    document = Document(Format.TEXT, "é", Encoding("utf-16-le", b"\xff\xfe"))
    assert document.to_bytes() == b"\xff\xfe\xe9\0"


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        (Encoding("cp1252"), "é".encode()),
        (Encoding("utf-16-le", b"\xff\xfe"), b"\xef\xbb\xbf" + "é".encode()),
        (Encoding("utf-8", b"\xef\xbb\xbf"), b"\xef\xbb\xbf" + "é".encode()),
    ],
)
def test_a_document_in_utf_8_keeps_its_mark(encoding: Encoding, expected: bytes) -> None:
    assert Document(Format.TEXT, "é", encoding).in_utf8().to_bytes() == expected


def test_the_cues_behind_a_longer_text_are_moved_by_one_call_each() -> None:
    count = 400
    document = parse(b"1\n00:00:01,000 --> 00:00:02,000\nso\n\n" * count)
    longer: list[Document] = []
    assert calls_in(lambda: longer.append(document.with_texts({0: "so it is"}))) < 1.1 * count
    assert longer[0].cue_text(count - 1) == "so"
