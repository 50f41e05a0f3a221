from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

import pytest

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.[sv]*t"))
AB = ("A", "B")
SRT = "1\n00:00:01,000 --> 00:00:02,000\n{}\n\n2\n00:00:03,000 --> 00:00:04,000\nB\n"
SRT_END = "\n\n2\n00:00:03,000 --> 00:00:04,000\nB\n"
VTT = "WEBVTT\n\n{}00:00:01.000 --> 00:00:02.000\nA\n"


@dataclass(frozen=True)
class Row:
    """What a case of the corpus must open as."""

    case: str
    payloads: tuple[str, ...] = AB
    lines: tuple[int, ...] = ()
    start_ms: int = 1000
    label: str | None = None
    words: str | None = None


IN_FILES = [
    *(Row(f"s{n:02}") for n in (1, 2, 3, 4, 5, 6, 7, 8)),
    Row("s09", ("A\n\nA2", "B")),
    Row("s10", ("", "B")),
    Row("s11", ("A  \nA2\t", "B")),
    Row("s12", ("  A", "B")),
    Row("s13"),
    Row("s14"),
    Row("s15", lines=(2,), start_ms=1500),
    Row("s16", start_ms=360_001_000),
    Row("s17", start_ms=-1000),
    Row("s18", label=""),
    Row("s19", label=""),
    Row("s20", label="7"),
    Row("s21", lines=(1,), label=""),
    Row("s22", label="1"),
    Row("s23"),
    Row("s24"),
    Row("s25", ("A --> B", "B")),
    Row("s26"),
    Row("s27", ("1984", "B")),
    Row("s28", label="1"),
    Row("s29"),
    Row("s30", lines=(2,)),
    Row("s31", start_ms=5000),
    Row("s32", ("{\\an8}A", "B"), words="A B"),
    Row("s33", ('<font color="#fff">A</font> <i>b', "B"), words="A b B"),
    Row("s34", ("A\u00a0", "B")),
    Row("s35", ("A\u2028A2", "B")),
    Row("s36", ("A\x85A2", "B")),
    Row("s37", ("A\fA2", "B")),
    Row("s38", ("A\0A2", "B")),
    Row("s39"),
    Row("s40", lines=(2, 2), start_ms=3_661_000),
    Row("s41", lines=(2,)),
    Row("s42"),
    Row("s43", lines=(1,), label="1"),
    Row("s44"),
    Row("s45"),
    Row("s46"),
    Row("s47", ("A\n \nA2", "B")),
    Row("s48"),
    Row("s49", lines=(1,), label="1"),
    *(Row(f"v{n:02}", label="") for n in (1, 2, 3, 4, 5, 6, 7)),
    Row("v08", label="intro"),
    *(Row(f"v{n:02}", label="") for n in (9, 10, 11, 12, 13, 14, 15, 16, 18)),
    Row("v17", start_ms=360_001_000),
    Row("v19", lines=(3,)),
    Row("v20", ("<v Bob>A</v>", "B"), words="A B"),
    Row("v21", ("A <00:00:01.500><c>b</c>", "B"), words="A b B"),
    Row("v22", ("A &amp; &lt;b&gt; &nbsp;", "B"), words="A & b B"),
    Row(
        "v23",
        ("<lang fr>A</lang> <ruby>x<rt>y</rt></ruby> <c.yellow.bg>z</c>", "B"),
        words="A x z B",
    ),
    Row("v24", ("A  ", "B")),
    Row("v25", ("   A", "B")),
    Row("v26"),
    Row("v27"),
    Row("v28", ("A",), label=""),
    Row("v29", ("", "B")),
    Row("v30", ("A\n ", "B")),
    Row("v31", lines=(5,)),
    Row("v32"),
    Row("v33", ("A\0b", "B")),
    Row("v34"),
    Row("v35"),
    Row("v36"),
    Row("v37", lines=(3,)),
    Row("v38", start_ms=5000),
    Row("v39", label="-- >"),
    Row("v40", label="1"),
    Row("v41", ("A\u2028A2", "B")),
    Row("v42", lines=(3,)),
    Row("v44", label=""),
    Row("v45"),
    Row("v46"),
    Row("v47", lines=(3,)),
]
INLINE: list[tuple[Row, str | bytes]] = [
    (Row("s24"), "1\n00:00:01,000 —> 00:00:02,000\nA" + SRT_END),
    (Row("s24"), "1\n00:00:01,000 - > 00:00:02,000\nA" + SRT_END),
    (Row("s24"), "1\n00:00:01,000 ->> 00:00:02,000\nA" + SRT_END),
    (Row("s50", (), start_ms=0), ""),
    (Row("s51", ("Café œuvre", "B")), SRT.format("Café œuvre").encode("cp1252")),
    *(
        (Row(case, ("Čaj", "B")), bom + SRT.format("Čaj").encode(codec))
        for case, bom, codec in (
            ("s52", codecs.BOM_UTF16_LE, "utf-16-le"),
            ("s52", codecs.BOM_UTF16_BE, "utf-16-be"),
            ("s52", b"", "utf-16-le"),
            ("s52", b"", "utf-16-be"),
            ("s53", codecs.BOM_UTF32_LE, "utf-32-le"),
            ("s53", codecs.BOM_UTF32_BE, "utf-32-be"),
            ("s53", b"", "utf-32-le"),
            ("s53", b"", "utf-32-be"),
        )
    ),
    (
        Row("s54", ("žluť — Caf\udce9", "B"), lines=(3,)),
        SRT.format("žluť — Caf\udce9").encode("utf-8", "surrogateescape"),
    ),
    (Row("s55", lines=(2,)), "1\n00:00:01,00 --> 00:00:02,24\nA" + SRT_END),
    (Row("s56"), "1\n00:01,000 --> 00:02,364\nA" + SRT_END),
    (Row("s57"), "1\n00.00.01,000 --> 00.00.02,000\nA" + SRT_END),
    (Row("s57"), "1\n00;00;01,000 --> 00;00;02,000\nA" + SRT_END),
    (Row("s58"), "1\n\u200b00:00:01,000\ufeff --> 00:00:02،000\u200b\nA" + SRT_END),
    (Row("s59", label="1"), "\u200f1\n00:00:01,000 --> 00:00:02,000\nA" + SRT_END),
    (Row("s60", ("A\x7f", "B"), words="A B"), SRT.format("A\x7f")),
    (Row("s61", ("2<3,5>1,4<6", "B"), words="2 3,5 1,4 6 B"), SRT.format("2<3,5>1,4<6")),
    (Row("s61", ("a < b", "B"), words="a b B"), SRT.format("a < b")),
    # What looks like a tag is one, for nothing tells an unknown tag from an invalid one.
    (Row("s61", ("<invalid_tag>A", "B"), words="A B"), SRT.format("<invalid_tag>A")),
    (Row("s62", start_ms=0), SRT.format("A").replace(":01", ":00", 1).replace(":02", ":00", 1)),
    (Row("s62", ('{"a": 1}', "B"), words="B"), SRT.format('{"a": 1}')),
    # SubRip has no <3x>, but it has 2<3.
    (Row("s63", ("<3x>A", "B"), words="3x A B"), SRT.format("<3x>A")),
    (Row("v35", ("A",), lines=(3,)), VTT.format("00:01.000\v-->\v00:02.000\nX\n\n")),
    (Row("v43", (), start_ms=0), "WEBVTT\n"),
    (Row("v43", (), start_ms=0), "WEBVTT"),
    # Players refuse these three; here their cues can still be worked on.
    (Row("v48", ("A",), lines=(1,)), VTT.format("").replace("WEBVTT", "WEBVTTfoo")),
    (Row("v48", ("A",), lines=(1,)), "\n" + VTT.format("")),
    (Row("v48", ("A",), lines=(1,)), VTT.format("").replace("WEBVTT", "webvtt")),
    (Row("v49", ("A",), lines=(3,)), VTT.format("00:00:60.000 --> 00:00:61.000\nX\n\n")),
    (
        # That it is shown for an hour is remarked on; it is read all the same.
        Row("v49", ("X", "A"), lines=(4,), start_ms=216_000_000),
        VTT.format("60:00:00.000 --> 61:00:00.000\nX\n\n"),
    ),
    (Row("v50", ("A",), lines=(3,)), VTT.format("00:00:00.0000 --> 00:00:01.000\nX\n\n")),
    (Row("v51", ("A",), lines=(3,)), VTT.format("00:00:00.00 --> 00:00:01.000\nX\n\n")),
    (Row("v52", ("A",), lines=(6,)), VTT.format("") + "\n00:00:03.000 -->"),
    (Row("v53", ("A",), label=" id "), VTT.format(" id \n")),
    (Row("v54", ("A",), lines=(3,), label=""), VTT.format("foo-->\n")),
    (Row("v55", ("A",), label=""), VTT.format("").replace("WEBVTT", "WEBVTT\nRegion: id=a")),
    (Row("v56", ("A", "A")), VTT.format("") + VTT.format("")[7:]),
    (Row("v57", ("&amp &#x27;A",), words="& A"), VTT.format("").replace("A", "&amp &#x27;A")),
    (Row("v58", ("<i><b>A</i>",), words="A"), VTT.format("").replace("\nA", "\n<i><b>A</i>")),
    (Row("v59", ("A",), lines=(3,)), VTT.format("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:0\n\n")),
    (Row("v59", ("A",)), VTT.format("X-TIMESTAMP-MAP=LOCAL:0\n\n" * 2)),
]


def check(document: Document, row: Row) -> None:
    assert tuple(document.cue_text(i) for i in range(len(document.cues))) == row.payloads
    assert tuple(remark.line for remark in document.remarks) == row.lines
    assert row.words is None or shown(document) == row.words
    if row.payloads:
        assert document.cues[0].start_ms == row.start_ms
        assert row.label in (None, document.cues[0].label)


def shown(document: Document) -> str:
    return " ".join(word.text for word in read_words(document).words)


def test_every_case_of_the_corpus_has_a_row() -> None:
    cases = {row.case for row in (*IN_FILES, *(row for row, _ in INLINE))}
    assert cases == {f"s{n:02}" for n in range(1, 64)} | {f"v{n:02}" for n in range(1, 60)}


@pytest.mark.parametrize("row", IN_FILES, ids=lambda row: row.case)
def test_files_open_as_their_case_says(row: Row) -> None:
    path = next(CASES.rglob(f"{row.case}-*"))
    check(parse(path.read_bytes(), name=path.name), row)


@pytest.mark.parametrize(("row", "text"), INLINE, ids=[row.case for row, _ in INLINE])
def test_texts_open_as_their_case_says(row: Row, text: str | bytes) -> None:
    content = text.encode() if isinstance(text, str) else text
    document = parse(content, name="case.vtt" if row.case[0] == "v" else "case.srt")
    check(document, row)
    assert document.to_bytes() == content


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:3])
def test_files_are_written_as_they_were(path: Path) -> None:
    assert parse(path.read_bytes(), name=path.name).to_bytes() == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:3])
def test_changing_a_cue_changes_its_payload_alone(path: Path) -> None:
    document = parse(path.read_bytes(), name=path.name)
    for index, cue in enumerate(document.cues):
        changed = document.with_texts({index: "Something else"})
        assert changed.text[: cue.start] == document.text[: cue.start]
        assert changed.text[changed.cues[index].end :] == document.text[cue.end :]
        assert changed.cue_text(index) == "Something else"


@pytest.mark.parametrize(("number", "follower"), [(2, 3), (3, 4), (2, 5)])
def test_a_cue_without_times_stays_raw(number: int, follower: int) -> None:
    lost = f"{number}\nlost\n\n{follower}"
    text = f"1\n00:00:01,000 --> 00:00:02,000\nA\n\n{lost}\n00:00:03,000 --> 00:00:04,000\nB\n"
    check(parse(text.encode()), Row("", lines=(5,)))


def test_a_number_that_is_not_missing_is_spoken() -> None:
    text = (
        "2\n00:00:01,000 --> 00:00:02,000\nA\n\n9\nlives\n\n3\n00:00:03,000 --> 00:00:04,000\nB\n"
    )
    document = parse(text.encode())
    assert (document.cue_text(0), document.remarks) == ("A\n\n9\nlives", ())


def test_mixed_encodings_pass_through() -> None:
    head = "1\n00:00:01,000 --> 00:00:02,000\nCafé, žluťoučký kůň — ".encode()
    data = head + "Café".encode("cp1252") + SRT_END.encode()
    document = parse(data)
    assert document.encoding.name == "utf-8"
    assert document.with_texts({1: "C"}).to_bytes() == data.replace(b"\nB\n", b"\nC\n")
