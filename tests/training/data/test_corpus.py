from __future__ import annotations

import gzip
import io
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from subpunct_app.models.mark_labels import CASES, NAMES, OPENING_NAMES, OPENINGS, WRITTEN
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.text.words import Case
from subpunct_app.training.data.corpus import UNKNOWN_CASE
from subpunct_app.training.data.labelling import labelled_words
from subpunct_app.training.data.readers import join_clitics, part_of, read_corpus
from tests.growth import check_linear

SAMPLES = shipped_folder("resources") / "samples"


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
        ("so ... he said—well--no", [("so", "…"), ("he", ""), ("said", "—"), ("well", "—"),
                                     ("no", "")]),
        ("What...? No.\" — Yes", [("What", "?"), ("No", "."), ("Yes", "")]),
        ("so - well - don't-you", [("so", "—"), ("well", "—"), ("don't-you", "")]),
        ("well,--no.\"—\"Yes—(so)", [("well", ","), ("no", "."), ("Yes", "—"), ("so", "")]),
        ("he \"—no --so", [("he", ""), ("no", ""), ("so", "")]),
        ("(laughs) don't-you 'quote'", [("laughs", ""), ("don't-you", ""), ("quote", "")]),
        ("* - ...", []),
    ],
)  # fmt: skip
def test_words_and_the_marks_after_them(written: str, expected: list[tuple[str, str]]) -> None:
    assert marked(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Oui ! « Vraiment ? » dit-il", "Oui! Vraiment? dit-il"),
        ("أهلا، كيف حالك ؟ نعم؛", "أهلا, كيف حالك? نعم;"),
        ("वह हँसा। क्यों? हाँ॥", "वह हँसा. क्यों? हाँ."),
        ("আমি যাই।", "আমি যাই."),
        ("Τι είναι; Ναι· όχι.", "Τι είναι? Ναι; όχι."),
        ("one; two", "one; two"),
        ("你好，世界。GPU快吗？", "你 好, 世 界. GPU 快 吗?"),
        ("きょうは、はれ。", "きょ う は, は れ."),
    ],
)
def test_marks_mean_what_they_mean_in_their_script(written: str, expected: str) -> None:
    assert " ".join(word + mark for word, mark in marked(written)) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("<p>We <i>saw</i>, R&amp;D</p> <br/>now.", "We saw, R&D now."),
        ("Write to me@example.org, or see https://example.org/a?b.", "Write to, or see."),
        ("hid\u00adden\u200b sign\ufeff.", "hidden sign."),
        ("(half a bracket, and] more", "half a bracket, and more"),
        ("1 < 2, they say", "1 2, they say"),
        ("می\u200cخواهم.", "می\u200cخواهم."),
    ],
)
def test_what_nobody_says_is_left_out(written: str, expected: str) -> None:
    assert " ".join(word + mark for word, mark in marked(written)) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Oye, ¿cómo estás? ¡Bien!", "Oye ¿cómo estás ¡Bien"),
        ('"¿Qué?", dijo (¡no!)', "¿Qué dijo ¡no"),
        ("Oye , ¿ cómo estás ? « ¡ Bien ! »", "Oye ¿cómo estás ¡Bien"),
        ("Mira ¿www.example.org? Aquí", "Mira Aquí"),
    ],
)
def test_opening_marks_belong_to_the_word_after_them(written: str, expected: str) -> None:
    signs = ("", *OPENINGS)
    found = [signs[row.opening] + row.word for row in labelled_words(written)]
    assert " ".join(found) == expected


@pytest.mark.parametrize(
    "line", ["." * 200, "." * 200 + "\u00b7", "-" * 200 + "*", "\u2026-." * 90]
)
def test_a_long_row_of_signs_is_no_word_and_is_read_at_once(line: str) -> None:
    words = [row.word for row in labelled_words(f"The {line} end {line}home.")]
    assert words == ["The", "end", words[-1]]
    assert words[-1].endswith("home")


@pytest.mark.parametrize(("sign", "last"), [(".", "-"), ("-", "_")])
def test_a_long_row_of_signs_within_a_word_is_looked_through_once(sign: str, last: str) -> None:
    def make(count: int) -> str:
        return f"w{sign * count}{last}"

    assert [row.word for row in labelled_words(make(50))] == [make(50)]
    check_linear(make, lambda word: list(labelled_words(word)), 50_000)


def test_the_case_of_each_word_is_kept() -> None:
    found = [CASES[row.case] for row in labelled_words("The NASA iPhone i 42")]
    assert found == [Case.CAPITALISED, Case.UPPER, Case.KEEP, Case.LOWER, Case.KEEP]


def test_the_case_of_a_document_in_capitals_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Yes, he works at NASA.\n\nNO, I AM AT HOME.\nAT HOME.\n\nI am.\n", "utf-8")
    cases = read_corpus([path]).cases.tolist()
    assert cases[:5] == [1, 0, 0, 0, 2]
    assert set(cases[5:12]) == {UNKNOWN_CASE}
    assert cases[12:] == [1, 0]


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


def test_what_was_encoded_twice_is_learned_as_it_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "italie.txt"
    path.write_text("In ItaliÃ« is het warm, in ZÃ¼rich niet.", encoding="utf-8")
    corpus = read_corpus([path])
    assert {"italië", "zürich"} <= set(corpus.vocabulary)


@pytest.mark.parametrize("name", ["a.srt", "a.srt.xz", "A.SRT.XZ"])
def test_subtitles_read_as_what_is_said_in_them(tmp_path: Path, name: str) -> None:
    content = b"1\n00:00:01,000 --> 00:00:02,000\n<i>It rains,</i>\n[thunder]\n\n"
    content += b"2\n00:00:02,000 --> 00:00:03,000\nbut we stay.\n"
    path = tmp_path / name
    path.write_bytes(lzma.compress(content) if name.lower().endswith("xz") else content)
    corpus = read_corpus([path])
    assert corpus.spoken() == ["it", "rains", "but", "we", "stay"]
    assert corpus.marks.tolist() == [0, 1, 0, 0, 2]


def test_a_text_is_divided_without_joining_its_documents(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one two\n\nthree four five six seven\n", encoding="utf-8")
    divided = read_corpus([path]).divided(3)
    assert divided.documents.tolist() == [0, 2, 3, 6, 7]
    assert divided.spoken() == read_corpus([path]).spoken()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"... - !\n"])
def test_what_holds_no_text_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"odd\.txt"):
        read_corpus([path])


@pytest.mark.skipif(not Path("/dev/zero").is_char_device(), reason="needs a device without end")
def test_a_text_without_an_end_is_refused() -> None:
    with pytest.raises(FileError, match="/dev/zero is a device"):
        read_corpus([Path("/dev/zero")])


def test_subtitles_that_are_far_too_large_are_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "film.srt").open("wb") as film:
        film.truncate(65 << 20)
    (tmp_path / "packed.srt.xz").write_bytes(lzma.compress(bytes(65 << 20), preset=0))
    for name in ("film.srt", "packed.srt.xz"):
        with pytest.raises(FileError, match=f"{name} is far too large"):
            read_corpus([tmp_path / name])


def test_damaged_packed_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.xz"
    for content in (b"this is no xz file", lzma.compress(b"Cut short. " * 100)[:-40]):
        path.write_bytes(content)
        with pytest.raises(FileError, match="damaged"):
            read_corpus([path])


def archive_of(tmp_path: Path, *names: str) -> bytes:
    """Return an archive of the sample lecture under some names, the same each time."""
    path = tmp_path / "plain.tar"
    content = (SAMPLES / "lecture.srt").read_bytes()
    with tarfile.open(path, "w") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path.read_bytes()


def changed(content: bytes, start: int, length: int) -> bytes:
    """Return bytes with some of them turned over."""
    end = start + length
    return content[:start] + bytes(255 - byte for byte in content[start:end]) + content[end:]


@pytest.mark.parametrize("packed", [gzip.compress, lzma.compress])
def test_an_archive_damaged_anywhere_is_refused_as_such(
    tmp_path: Path, packed: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "a.tar"
    whole = packed(archive_of(tmp_path, "lecture.srt"))
    path.write_bytes(whole)
    assert len(read_corpus([path]))
    middle = len(whole) // 2
    checksum = changed(whole, len(whole) - 8, 4)
    for content in (whole[:-200], whole[:-4], changed(whole, middle, 99), checksum, b"no archive"):
        path.write_bytes(content)
        with pytest.raises(FileError, match="damaged"):
            read_corpus([path])


def test_an_archive_whose_second_file_is_damaged_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    whole = archive_of(tmp_path, "one.srt", "two.srt")
    second = whole.index(b"two.srt")
    for content in (changed(whole, second, 20), whole[: second + 100], whole[: second + 700]):
        path.write_bytes(content)
        with pytest.raises(FileError, match="damaged"):
            read_corpus([path])


def test_a_missing_file_and_a_folder_are_refused_as_such(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"no file .*gone\.txt"):
        read_corpus([tmp_path / "gone.txt"])
    with pytest.raises(FileError, match="is a folder"):
        read_corpus([tmp_path])


def test_a_byte_order_mark_is_no_part_of_a_word(tmp_path: Path) -> None:
    text, rows = tmp_path / "a.txt", tmp_path / "a.tsv"
    text.write_text("\ufeffWell.\n", encoding="utf-8")
    rows.write_text("\ufeffwell\tPERIOD\n", encoding="utf-8")
    assert read_corpus([text, rows]).spoken() == ["well", "well"]


def test_labelled_words_may_carry_every_label(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    names = [*NAMES.values(), *OPENING_NAMES.values()]
    rows = [f"w{name.lower()}\t{name}\n" for name in names]
    path.write_text("".join([*rows, "\n", "end\tPERIOD\n"]), encoding="utf-8")
    corpus = read_corpus([path])
    assert corpus.marks.tolist() == [*range(9), 0, 0, 2]
    assert corpus.openings.tolist() == [0] * 9 + [1, 2, 0]
    assert corpus.documents.tolist() == [0, 11, 12]
    assert set(corpus.cases.tolist()) == {UNKNOWN_CASE}


@pytest.mark.parametrize("line", ["you\tQ", "you\tperiod", "you", "you\tADV\tO"])
def test_an_unknown_label_is_refused_by_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(f"how\tO\nare\tO \n\n{line}\n", encoding="utf-8")
    with pytest.raises(FileError, match=rf"Line 4 of .*a\.tsv is not .*: {line}"):
        read_corpus([path])


@pytest.mark.parametrize("first", ["how\tEMPTY", "how\to", "how\t0", "how\tO\tADV", "how\tADV\tO"])
def test_an_unknown_label_is_refused_in_the_first_line_too(tmp_path: Path, first: str) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(f"{first}\nare\tPERIOD\n", encoding="utf-8")
    with pytest.raises(FileError, match=rf"Line 1 of .*a\.tsv is not .*: {first}"):
        read_corpus([path])


def test_the_label_of_a_lone_sign_belongs_to_the_word_before(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    rows = ["--\tCOMMA", "snails\tO", "--\tPERIOD", "sorry\tCOMMA", "\tQUESTION", "i\tO"]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    corpus = read_corpus([path])
    assert corpus.spoken() == ["snails", "sorry", "i"]
    assert corpus.marks.tolist() == [2, 1, 0]


def test_the_parts_of_a_file_hold_each_document_once(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    documents = [f"This is talk {number}.\nIt is short." for number in range(600)]
    path.write_text("\n\n\n".join(documents) + "\n", encoding="utf-8")
    held = {part: read_corpus([path], {path: part}) for part in ("train", "dev", "test")}
    words = [word for corpus in held.values() for word in corpus.spoken()]
    assert sorted(words) == sorted(read_corpus([path]).spoken())
    for part, corpus in held.items():
        chosen = [number for number, text in enumerate(documents) if part_of(text) == part]
        assert corpus.spoken()[3::7] == [str(number) for number in chosen]
    assert 2 < len(held["dev"].documents) < 20


def marked(line: str) -> list[tuple[str, str]]:
    """Read a line as words and the marks after them."""
    return [(row.word, WRITTEN[row.mark].value) for row in labelled_words(line)]


def test_texts_that_differ_in_anything_learned_have_another_checksum(tmp_path: Path) -> None:
    def checksum(text: str) -> str:
        (tmp_path / "talk.txt").write_text(text, encoding="utf-8")
        return read_corpus([tmp_path / "talk.txt"]).checksum()

    first = "Well, it rains. We go.\n\nDo you?"
    others = ["Well, it rains, we go.\n\nDo you?", "Well, it rains. We go. Do you?"]
    others += [first.lower(), first.replace("rains", "snows")]
    assert checksum(first) == checksum(first)
    assert len({checksum(text) for text in (first, *others)}) == 1 + len(others)
