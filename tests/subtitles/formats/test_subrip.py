from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Cue, Remark
from subpunct_app.subtitles.formats.encoding import decode
from subpunct_app.subtitles.formats.file_lines import remarks_at
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.subrip import Stretch, read_patiently, read_srt
from tests.growth import check_linear

TIMES = "00:00:01,000 --> 00:00:02,000"
BLOCK = f"1\n{TIMES}\nA\n\n"
SHARED = Path(__file__).parents[3].parent / "shared" / "subtitles"
FILES = sorted(path for path in SHARED.rglob("*.srt") if path.is_file())
LINES = st.sampled_from(
    [
        *("One", "- Two", "-3:00 at home", "4: he said", "\u0661", "5", "<i>six</i>", "\u2212 7"),
        *("", "", " ", "\t", "\u200f", "\u2028", "\x1c", " indented", "\u200eleft", "trailing "),
        *("1", "2", "3", "9", "01", "X", "1 2", "999999999", "1234567890"),
        *(TIMES, f"-{TIMES}", f" {TIMES}", f"{TIMES} X1:1", TIMES.replace(",", ".")),
        *("00:00:02,000 --> 00:00:01,000", "00:00:01,000 -> 00:00:02,000", "0:0:1 --> 0:0:2"),
        *("00\u200b:00:01,000 --> 00:00:02,000", "00:00:61,000 --> 00:00:62,000", "-->"),
        "\u0660\u0660:00:01,000 --> 00:00:02,00\u0660",
        *("00:00:02,000 -->", "--> 00:00:02,000", " --> 00:00:02,000", "– > 00:00:02,000"),
    ]
)
LINE_ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\r\r\n", "\n\n"])


@st.composite
def mutated_texts(draw: st.DrawFn) -> str:
    end = draw(st.sampled_from(["\n", "\r\n"]))
    lines = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        times = f"00:00:0{number},000 --> 00:00:0{number},900"
        lines += [str(number), times, *draw(st.lists(LINES, min_size=1, max_size=2)), ""]
    ended = [line + end for line in lines]
    for mutate in draw(st.lists(st.sampled_from(MUTATIONS), max_size=4)):
        mutate(ended, draw(st.integers(0, len(ended))), draw(LINES), draw(LINE_ENDS))
    return "".join(ended)


def inserted(lines: list[str], at: int, line: str, end: str) -> None:
    lines.insert(at, line + end)


def replaced(lines: list[str], at: int, line: str, end: str) -> None:
    lines[at : at + 1] = [line + end]


def deleted(lines: list[str], at: int, _line: str, _end: str) -> None:
    del lines[at : at + 1]


def ended_otherwise(lines: list[str], at: int, _line: str, end: str) -> None:
    lines[at : at + 1] = [line.rstrip("\r\n") + end for line in lines[at : at + 1]]


def repeated(lines: list[str], at: int, _line: str, _end: str) -> None:
    lines[at:at] = lines[at : at + 1]


def cut_off(lines: list[str], at: int, _line: str, _end: str) -> None:
    lines[at:] = [line.rstrip("\r\n") for line in lines[at : at + 1]]


MUTATIONS: list[Callable[[list[str], int, str, str], None]] = [
    inserted,
    replaced,
    deleted,
    ended_otherwise,
    repeated,
    cut_off,
]


@given(mutated_texts())
def test_both_readers_find_the_same(text: str) -> None:
    assert read_srt(text, Task()) == patiently(text)


@pytest.mark.skipif(not FILES, reason="the shared corpus ../shared is absent")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_both_readers_find_the_same_in_files(path: Path) -> None:
    text, _ = decode(path.read_bytes())
    assert read_srt(text, Task()) == patiently(text)


def patiently(text: str) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
    cues, findings = read_patiently(text, Stretch(0, len(text)), Task())
    if not cues:
        findings = [(0, "This file holds no cue.")] if text.strip() else []
    return tuple(cues), remarks_at(text, findings)


DAMAGED = [
    "00:00:02,000 -->",
    " --> 00:00:06,000",
    "--> 00:00:06,000",
    "00:00:0A,000 --> 00:00:04,000",
    "00:00:03,000 --> 00:00:04,000hello",
]


@pytest.mark.parametrize("times", DAMAGED)
@pytest.mark.parametrize("end", ["\n", "\n\n"])
def test_damaged_times_begin_a_block_whatever_its_number(times: str, end: str) -> None:
    text = f"{BLOCK.rstrip()}{end}7\n{times}\nB\n\n{times}\nC\n\n4\n{TIMES}\nD\n"
    (one, other), remarks = read_srt(text, Task())
    assert (text[slice(*one[:2])], text[slice(*other[:2])]) == ("A", "D")
    first = 3 + len(end)
    assert [remark.line for remark in remarks] == [first, first + 4]


@pytest.mark.parametrize("line", ["at 2:30 --> late", "A --> B", "2:30 --> it was late", "-->"])
def test_an_arrow_without_a_clock_is_payload(line: str) -> None:
    text = BLOCK.replace("A", line)
    (cue,), remarks = read_srt(text, Task())
    assert (text[cue.start : cue.end], remarks) == (line, ())


def test_a_space_in_place_of_the_comma_of_times_is_no_text() -> None:
    text = "1\n00:00:04 500 --> 00:00:05 000\nA\n\n2\n0:00:05 000 -> 0:00:06 000 \nB"
    document = parse(text.encode())
    assert [cue[2:4] for cue in document.cues] == [(4500, 5000), (5000, 6000)]
    assert [document.cue_text(cue) for cue in range(2)] == ["A", "B"]
    assert [remark.line for remark in document.remarks] == [2, 6]


SPOKEN = [
    "3, 2, 1 -> jump",
    "8:00 -> 10:30:00 is when the shop is open",
    "-> 3, 2, 1 go",
    "- >> 10, 9, 8, here we go!",
    "192.168.0.1 --> gateway",
    "1, 2, 3 -> 4",
]


@pytest.mark.parametrize("line", SPOKEN)
@pytest.mark.parametrize("payload", ["{}\nand we fell down", "look\n{}"])
def test_speech_with_an_arrow_is_payload(line: str, payload: str) -> None:
    spoken = payload.format(line)
    text = f"{BLOCK.replace('A', spoken)}2\n{TIMES}\nB\n"
    (cue, _), remarks = read_srt(text, Task())
    assert (text[cue.start : cue.end], remarks) == (spoken, ())


def test_a_block_without_times_is_told_where_numbers_begin_anew() -> None:
    joined = f"{BLOCK}2\n{TIMES}\nB\n\n1\nlost\n\n2\n{TIMES}\nC\n"
    cues, remarks = read_srt(joined, Task())
    assert [joined[cue.start : cue.end] for cue in cues] == ["A", "B", "C"]
    assert remarks == (Remark(9, "This block has no times."),)


@pytest.mark.parametrize("said", ["7", "000", "so\n0", "10:30 sharp", "so\n10:30"])
def test_a_number_that_is_said_last_is_text(said: str) -> None:
    text = f"{BLOCK}{said}"
    (cue,), remarks = read_srt(text, Task())
    assert (text[cue.start : cue.end], remarks) == (f"A\n\n{said}", ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "bit", "after"),
    [
        (f"{BLOCK}1:", " 1:2:3 ", ""),
        (f"{BLOCK}1:", "1:2:3-", ""),
        (BLOCK, "1:2:3 -->\n", ""),
        (BLOCK + f"\n\n2\n{TIMES}", "\nA", ""),
        (BLOCK + f"\n\n2\n{TIMES}\n", "-1 ", ""),
        (BLOCK + f"\n\n2\n{TIMES}", "\n-", ""),
        (BLOCK, f"\n\n2\n{TIMES}", ""),
        ("", BLOCK + "X\n\n", ""),
        (BLOCK, "\n\r\n", ""),
        (BLOCK, "\n\n1", ""),
        ("", "9", "\n" + BLOCK),
    ],
)
def test_odd_blocks_are_read_in_linear_time(before: str, bit: str, after: str) -> None:
    def make(size: int) -> str:
        return before + bit * (size // len(bit)) + after

    check_linear(make, lambda text: read_srt(text, Task()), 600_000)


@pytest.mark.parametrize("line", ["3, 2, 1 -> jump", "192.168.0.1 --> gateway"])
def test_speech_with_an_arrow_is_payload_below_a_number_and_a_blank_line(line: str) -> None:
    for spoken in (f"5\n{line}", f"count\n\n{line}"):
        text = BLOCK.replace("A", spoken)
        (cue,), remarks = read_srt(text, Task())
        assert (text[cue.start : cue.end], remarks) == (spoken, ())
