from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.beside_times import WORDS_BESIDE, parted
from subpunct_app.subtitles.formats.document import Remark
from subpunct_app.subtitles.formats.parse import parse
from tests.growth import check_linear

SRT = "1\n00:00:01,000 --> 00:00:02,000{}\nA\n"
VTT = "WEBVTT\n\n00:01.000 --> 00:02.000{}\nA\n"


@pytest.mark.parametrize("words", [" hello there", "\thello", " X1:1 hello", " Bob: hello"])
@pytest.mark.parametrize(("file", "line"), [(SRT, 2), (VTT, 3)])
def test_words_beside_the_times_are_remarked_on(file: str, line: int, words: str) -> None:
    document = parse(file.format(words).encode())
    assert document.cue_text(0) == "A"
    assert document.remarks == (Remark(line, WORDS_BESIDE),)


@pytest.mark.parametrize(
    "settings",
    [
        *("", "  ", " 1:2", " {\\an8}", " <i></i>", " align:start\u200e"),
        *(" X1:100 X2:200 Y1:10 Y2:20", " align:start position:0%,middle line: 5%"),
        *(" vertical ;rl size:%", " region:fred--> 50%"),
    ],
)
@pytest.mark.parametrize("file", [SRT, VTT])
def test_settings_and_markup_beside_the_times_are_no_words(file: str, settings: str) -> None:
    assert parse(file.format(settings).encode()).remarks == ()


def test_settings_and_words_are_parted() -> None:
    assert parted("line:0 so <b>it</b> X1:9 is") == ("line:0 <b> </b> X1:9", "so it is")
    assert parted(" line:0  50% ") == ("line:0  50%", "")


@pytest.mark.slow
@pytest.mark.parametrize("bit", ["line ", "a:", "<", "{", "a-", " "])
def test_what_stands_beside_times_is_read_in_linear_time(bit: str) -> None:
    check_linear(lambda size: bit * (size // len(bit)), parted, 400_000)
