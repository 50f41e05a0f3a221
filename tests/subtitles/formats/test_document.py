from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from subpunct_app.subtitles.formats.document import Cue, Document
from subpunct_app.subtitles.formats.encoding import Encoding
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.subrip import SUBRIP
from tests.growth import calls_in

DOCUMENT = Document(
    SUBRIP, "ab--cd--ef", Encoding("utf-8"), (Cue(0, 2, 1, 2), Cue(4, 6, 3, 4), Cue(8, 10))
)


def test_new_texts_move_the_cues_behind_them() -> None:
    changed = DOCUMENT.with_texts({0: "", 1: "long text"})
    assert changed.text == "--long text--ef"
    assert [changed.cue_text(index) for index in range(3)] == ["", "long text", "ef"]
    assert changed.cues[1] == Cue(2, 11, 3, 4)


def test_texts_that_are_there_already_change_nothing() -> None:
    assert DOCUMENT.with_texts({1: "cd"}) is DOCUMENT


def test_bytes_start_with_the_mark() -> None:
    document = Document(PLAIN_TEXT, "é", Encoding("utf-16-le", b"\xff\xfe"))
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
    assert Document(PLAIN_TEXT, "é", encoding).in_utf8().to_bytes() == expected


def test_the_cues_behind_a_longer_text_are_moved_once_they_are_looked_at() -> None:
    count = 400
    document = parse(b"1\n00:00:01,000 --> 00:00:02,000\nso\n\n" * count)
    longer: list[Document] = []
    assert calls_in(lambda: longer.append(document.with_texts({0: "so it is"}))) < count / 4
    assert longer[0].cue_text(count - 1) == "so"


@given(st.lists(st.dictionaries(st.integers(0, 39), st.text("abc", max_size=3)), max_size=3))
@example([dict.fromkeys(range(30, -1, -1), "abc"), {5: "", 3: "ab"}, dict.fromkeys(range(25), "c")])
def test_texts_stand_where_their_cues_are(edits: list[dict[int, str]]) -> None:
    document = parse(b"1\n00:00:01,000 --> 00:00:02,000\nso\n\n" * 40)
    head, texts = document.text[: document.cues[0].start], ["so"] * 40
    for edit in edits:
        document = document.with_texts(edit)
        texts = [edit.get(cue, text) for cue, text in enumerate(texts)]
    assert document.text == "".join(f"{head}{text}\n\n" for text in texts)
    assert list(map(document.cue_text, range(40))) == texts
    assert {cue[2:] for cue in document.cues} == {(1000, 2000, "1", False, "")}
