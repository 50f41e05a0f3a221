from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from subpunct_app.core.errors import FileError
from subpunct_app.core.text import Case, Mark
from subpunct_app.training.corpus import join_clitics, labelled_words, read_corpus


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Well, it rains.", [("Well", ","), ("it", ""), ("rains", ".")]),
        ('He said: "Go!" Why?', [("He", ""), ("said", ":"), ("Go", "!"), ("Why", "?")]),
        ("so — well — yes.", [("so", "—"), ("well", "—"), ("yes", ".")]),
        ("then, — well", [("then", ","), ("well", "")]),
        ("the U.S. and the U.K., too", [("the", ""), ("U.S.", ""), ("and", ""), ("the", ""),
                                        ("U.K.", ","), ("too", "")]),
        ("Dr. Smith paid 3.14 at 10:30.", [("Dr.", ""), ("Smith", ""), ("paid", ""), ("3.14", ""),
                                           ("at", ""), ("10:30", ".")]),
        ("Wait... What?!", [("Wait", "…"), ("What", "?")]),
        ("(laughs) don't-you 'quote'", [("laughs", ""), ("don't-you", ""), ("quote", "")]),
        ("* - ...", []),
    ],
)  # fmt: skip
def test_words_and_the_marks_after_them(written: str, expected: list[tuple[str, str]]) -> None:
    assert [(word, mark.value) for word, mark, _ in labelled_words(written)] == expected


def test_the_case_of_each_word_is_kept() -> None:
    found = [case for _, _, case in labelled_words("The NASA iPhone i 42")]
    assert found == [Case.CAPITALISED, Case.UPPER, Case.KEEP, Case.LOWER, Case.KEEP]


def test_clitics_join_the_word_before_and_bring_its_label() -> None:
    rows = [("i", "O"), ("'m", "O"), ("do", "O"), ("n't", "COMMA"), ("it", "PERIOD"), ("'s", "O")]
    assert list(join_clitics(rows)) == [
        ("i'm", "O"),
        ("don't", "COMMA"),
        ("it", "PERIOD"),
        ("'s", "O"),
    ]


def test_text_and_labelled_words_read_alike(tmp_path: Path) -> None:
    text, rows = tmp_path / "a.txt", tmp_path / "b.tsv"
    text.write_text("We saw it, didn't we?\n", encoding="utf-8")
    rows.write_text("we\tO\nsaw\tO\nit\tCOMMA\ndid\tO\nn't\tO\nwe\tQUESTION\n", encoding="utf-8")
    first, second = read_corpus([text]), read_corpus([rows])
    assert first.spoken() == second.spoken() == ["we", "saw", "it", "didn't", "we"]
    assert first.marks.tolist() == second.marks.tolist()


def test_packed_text_reads_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.xz"
    path.write_bytes(lzma.compress(b"One.\nTwo.\n\nThree.\n"))
    corpus = read_corpus([path])
    assert corpus.spoken() == ["one", "two", "three"]
    assert corpus.documents.tolist() == [0, 2, 3]


@pytest.mark.parametrize("name", ["a.srt", "a.srt.xz"])
def test_subtitles_read_as_what_is_said_in_them(tmp_path: Path, name: str) -> None:
    content = b"1\n00:00:01,000 --> 00:00:02,000\n<i>It rains,</i>\n[thunder]\n\n"
    content += b"2\n00:00:02,000 --> 00:00:03,000\nbut we stay.\n"
    path = tmp_path / name
    path.write_bytes(lzma.compress(content) if name.endswith("xz") else content)
    corpus = read_corpus([path])
    assert corpus.spoken() == ["it", "rains", "but", "we", "stay"]
    assert corpus.marks.tolist() == [0, 1, 0, 0, 2]


def test_the_head_holds_whole_documents(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one two\n\nthree four\n\nfive\n", encoding="utf-8")
    assert read_corpus([path]).head(4).spoken() == ["one", "two", "three", "four"]
    assert read_corpus([path]).head(1).spoken() == ["one", "two"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"... - !\n"])
def test_what_holds_no_text_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"odd\.txt"):
        read_corpus([path])


def test_damaged_packed_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.xz"
    path.write_bytes(b"this is no xz file")
    with pytest.raises(FileError):
        read_corpus([path])


def test_semicolons_count_as_periods_and_dashes_as_commas(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one; two — three", encoding="utf-8")
    corpus = read_corpus([path])
    marks = (Mark.NONE, Mark.COMMA, Mark.PERIOD)
    assert [marks[index] for index in corpus.marks] == [Mark.PERIOD, Mark.COMMA, Mark.NONE]
