from __future__ import annotations

import pytest

from subpunct_app.runtime.errors import Cancelled, FileError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.adapter import Format, OutputFormat
from subpunct_app.subtitles.formats.document import Document, Remark
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.registry import FORMATS
from subpunct_app.subtitles.formats.sbv import SBV
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.convert import convert
from tests.growth import check_linear

SRT = "1\n00:00:01,000 --> 00:00:02,000\nA\n"
VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\nA\n"
SBV_TEXT = "0:00:01.000,0:00:02.500\nA\n"


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        (SRT, "a.srt", SUBRIP),
        (SRT, "a.vtt", SUBRIP),
        (SRT.replace(",", " "), "a.vtt", SUBRIP),
        (SRT, "", SUBRIP),
        (VTT, "a.srt", WEBVTT),
        (VTT, "", WEBVTT),
        (VTT[8:], "a.vtt", WEBVTT),
        ("00:00:01.000 --> 00:00:02.000 so, we\nA\n", "a.vtt", WEBVTT),
        (SBV_TEXT, "captions.sbv", SBV),
        (SBV_TEXT, "a.vtt", SBV),
        (f"\n {SBV_TEXT}", "a.srt", SBV),
        (f"Said then:\n{SBV_TEXT}", "a.txt", PLAIN_TEXT),
        ("Hello there.", "a.sbv", SBV),
        ("Hello there.", "a.txt", PLAIN_TEXT),
        ("Hello there.", "", PLAIN_TEXT),
        ("Hello there.", "a.srt", SUBRIP),
        ("", "a.srt", SUBRIP),
        ("", "a.vtt", WEBVTT),
        ("", "", PLAIN_TEXT),
    ],
)
def test_content_tells_the_format_before_the_name(text: str, name: str, kind: Format) -> None:
    assert parse(text.encode(), name=name).format is kind


@pytest.mark.parametrize("kind", FORMATS)
def test_any_format_is_known_by_the_name_alone(kind: Format) -> None:
    assert parse(b"Hello there.", name=f"a{kind.suffix}").format is kind
    assert not kind.has_times("Hello there.")


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(50),
        b"PK\x03\x04 and more",
        b"\0\0\0\x18ftypmp42",
        b"%PDF-1.4\n",
        b"RIFF\x24\x08\0\0WAVEfmt ",
        b"ID3\x03\0\0",
        b"Rar!\x1a\x07\0",
        b"0:00:01.00,0:00:02.50\nhello[br]there\n",
        b"[INFORMATION]\n[TITLE]x\n",
        b"{0}{25}hello|there\n",
        b"Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420\n",
        b'{\n  "text": "hello"}\n',
        b'[{"start": 0, "text": "hello"}]\n',
        b"<!DOCTYPE html>\n<p>hello</p>\n",
        b'\xef\xbb\xbf<?xml version="1.0"?>\n<tt/>',
        b"{\\rtf1 x}",
        bytes(1000),
        bytes(range(32)) * 10,
    ],
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(FileError, match=r"photo\.srt") as caught:
        parse(data, name="folder/photo.srt")
    assert caught.value.hint


@pytest.mark.parametrize(
    "text", ["ID3 grows a tree by gain.", "RIFFING ON A WAVE", "Rar! it said.", "The ftyp box"]
)
def test_a_text_that_begins_with_the_name_of_a_format_opens(text: str) -> None:
    assert parse(text.encode()).text == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-32-be"])
@pytest.mark.parametrize("end", ["\n", "\n\n", ""])
def test_zeros_that_a_crash_left_behind_the_end_stay_and_are_no_part_of_a_cue(
    encoding: str, end: str
) -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nHello there" + end
    data = text.encode(encoding) + bytes(4096)
    document = parse(data, name="a.srt")
    assert document.to_bytes() == data
    assert (document.cue_text(0), document.remarks) == ("Hello there", ())


@pytest.mark.parametrize("text", [SRT, VTT, SBV_TEXT, "Hello"])
def test_reading_can_be_cancelled(text: str) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        parse(text.encode(), task=task)


def test_a_number_above_a_blank_line_and_times_is_no_word_of_the_cue_before() -> None:
    blocks = (f"{at}\n\n00:00:0{at},000 --> 00:00:0{at},900\nline {at}\n\n" for at in range(1, 5))
    document = parse("".join(blocks).encode())
    texts = [document.cue_text(cue) for cue in range(len(document.cues))]
    assert texts == ["line 1", "line 2", "line 3", "line 4"]


def test_bytes_that_are_no_text_are_told_once_a_stretch() -> None:
    said = "café où été".encode()
    document = parse(SRT.encode().replace(b"A", said + b" \xff\xfe so\n" + said + b"\xfe"))
    reason = "Bytes here are not utf-8; they stay as they are."
    assert document.remarks == (Remark(3, reason), Remark(4, reason))


def test_what_is_odd_everywhere_is_said_once() -> None:
    document = parse(SRT.replace(",000", ",00").encode() * 100)
    (remark,) = document.remarks
    assert remark.line == 2
    assert "100 times" in remark.reason


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "bit", "after"),
    [
        (SRT, "\n", ""),
        (SRT, " ", "\n" + SRT),
        (SRT, "1", "\n" + SRT),
        (SRT, ">", ""),
        (SRT, "1\n", ""),
        ("", SRT, ""),
        (VTT, "-->\n", ""),
        (VTT, "x\n\n", ""),
        ("", "\r", SRT.replace("\n", "\r") * 3),
        ("\r", SRT.replace("\n", "\r"), ""),
        ("", "a ", ""),
        ("", SBV_TEXT, ""),
        ("", " ", SBV_TEXT),
        (SBV_TEXT, "0:00:01.000,", ""),
        (SBV_TEXT, " \n", SBV_TEXT),
    ],
)
def test_odd_files_are_read_in_linear_time(before: str, bit: str, after: str) -> None:
    def make(size: int) -> bytes:
        return (before + bit * (size // len(bit)) + after).encode()

    assert parse(make(5_000)).to_bytes() == make(5_000)
    check_linear(make, parse, 300_000)


# fmt: off
BITS = [
    "(", "[", "♪", "♪ a\n", "a' ", "a-", "www.", "<", "<i", "{", "&amp", "a.", "...", "- ", "\n ",
    "a(", "( ", '"', "A", "A ", "me@", ">>", "JOHN: ", "Dr. ", "'tis ", "a\u200b", "1,", "<rt>",
    "\na) b ", "7. a ",
]
# fmt: on


@pytest.mark.slow
@pytest.mark.parametrize("bit", BITS)
def test_odd_words_are_read_in_linear_time(bit: str) -> None:
    def make(count: int) -> Document:
        return parse(f"WEBVTT\n\n00:01.000 --> 00:02.000\na{bit * count}".encode())

    check_linear(make, read_words, 20_000)


@pytest.mark.parametrize(("bit", "kind"), [("<v {}>a ", SUBRIP), (">> a ", PLAIN_TEXT)])
def test_many_voices_in_a_cue_are_converted_in_linear_time(bit: str, kind: OutputFormat) -> None:
    def make(count: int) -> Document:
        said = "".join(map(bit.format, range(count)))
        return parse(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{said}\n".encode())

    assert convert(make(1_000), kind).content.count(b"a") == 1_000
    check_linear(make, lambda document: convert(document, kind), 10_000)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (SRT + "\n2\n00:00:03,000 --> 00:02:03,001\nB\n", 7),
        (VTT + "\n00:03.000 --> 02:03.001\nB\n", 7),
        (SBV_TEXT + "\n0:00:03.000,0:02:03.001\nB\n", 5),
    ],
)
def test_cues_of_several_minutes_look_wrong(text: str, line: int) -> None:
    reason = "This cue is shown for more than two minutes."
    assert parse(text.encode()).remarks == (Remark(line, reason, read=True),)
    assert not parse(text.replace("2:03.001", "2:03.000").replace(",001", ",000").encode()).remarks


@pytest.mark.parametrize("said", ["7", "2 more"])
def test_a_number_that_is_said_above_a_blank_line_and_times_stays_in_its_cue(said: str) -> None:
    block = "00:00:0{0},000 --> 00:00:0{0},900\nline {0}\n\n"
    document = parse(f"1\n{block.format(1)}{said}\n\n{block.format(2)}".encode())
    assert [document.cue_text(cue) for cue in range(2)] == [f"line 1\n\n{said}", "line 2"]


def test_one_letter_of_another_script_is_read_in_linear_time() -> None:
    check_linear(lambda size: SRT.encode() + b"\xff" * size, parse, 20_000)


@pytest.mark.parametrize("bit", [" ", "\t", "\n", "\u3000"])
def test_wide_spaces_are_converted_in_linear_time(bit: str) -> None:
    def make(count: int) -> Document:
        return parse(f"{VTT}本{bit * count}we\n".encode())

    check_linear(make, lambda document: convert(document, PLAIN_TEXT), 12_000)
