"""Captions as YouTube writes them: read without loss, and written as other subtitles."""

from __future__ import annotations

import pytest

from subpunct_app.subtitles.files import formatted
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.sbv import SBV
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.convert import convert
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit, Edits
from subpunct_app.text.words import Case, Mark

CAPTIONS = """0:00:05.440,0:00:09.360
what is transfer learning
and why does it work

0:00:09.360,0:01:15.320
the idea is simple

1:00:15.320,1:00:19.840

1:00:20.000,1:00:21.000
goodbye
"""


def captions(text: str = CAPTIONS) -> Document:
    return parse(text.encode(), name="captions.sbv")


def payloads(document: Document) -> list[str]:
    return [document.cue_text(cue) for cue in range(len(document.cues))]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_cues_have_their_lines_and_times(end: str) -> None:
    document = captions(CAPTIONS.replace("\n", end))
    assert document.format is SBV
    assert document.remarks == ()
    assert payloads(document) == [
        f"what is transfer learning{end}and why does it work",
        "the idea is simple",
        "",
        "goodbye",
    ]
    assert [(cue.start_ms, cue.end_ms) for cue in document.cues] == [
        (5_440, 9_360),
        (9_360, 75_320),
        (3_615_320, 3_619_840),
        (3_620_000, 3_621_000),
    ]


def test_all_but_accepted_marks_stays_as_it_was() -> None:
    transcript = read_words(captions("\ufeff" + CAPTIONS), "en")
    edits: Edits = {9: Edit(Mark.QUESTION, Case.KEEP)}
    written = render(transcript, edits).to_bytes().decode()
    assert written == "\ufeff" + CAPTIONS.replace("it work\n", "it work?\n")


def test_what_is_odd_is_told_with_its_line() -> None:
    document = captions("captions of a talk\n\n0:00:02.000,0:00:01.000\nhello\n\nthere\n")
    assert [(remark.line, remark.reason) for remark in document.remarks] == [
        (1, "Nothing here could be read as a cue."),
        (3, "This cue ends before it starts."),
    ]


def test_a_file_without_captions_says_so_where_it_begins() -> None:
    assert captions("").remarks == ()
    (remark,) = captions("hello\nthere\n").remarks
    assert (remark.line, remark.reason) == (1, "This file holds no cue.")


def test_captions_become_subrip_and_webvtt() -> None:
    document = captions(
        "0:00:01.000,0:00:02.000\nfish & <i>chips</i>\n\n0:00:03.000,0:00:04.000\nyes[br]no\n"
    )
    as_srt = convert(document, SUBRIP).content.decode()
    assert as_srt == (
        "1\n00:00:01,000 --> 00:00:02,000\nfish & <i>chips</i>\n\n"
        "2\n00:00:03,000 --> 00:00:04,000\nyes\nno\n\n"
    )
    as_vtt = convert(document, WEBVTT).content.decode()
    assert "00:00:01.000 --> 00:00:02.000\nfish &amp; <i>chips</i>\n" in as_vtt
    assert "00:00:04.000\nyes\nno\n" in as_vtt
    assert formatted(document, None, "en") == (document.to_bytes(), ())


def test_what_reads_as_the_times_of_subrip_is_no_cue_there() -> None:
    document = captions("0:00:01.000,0:00:02.000\nhello\n00:00:05,000 --> 00:00:06,000\n")
    as_srt = parse(convert(document, SUBRIP).content, name="captions.srt")
    assert [(cue.start_ms, cue.end_ms) for cue in as_srt.cues] == [(1_000, 2_000)]


def test_a_blank_line_within_a_caption_stays_in_it() -> None:
    document = captions("0:00:01.000,0:00:02.000\nhello\n\nthere\n\n0:00:03.000,0:00:04.000\nyou\n")
    assert payloads(document) == ["hello\n\nthere", "you"]


@pytest.mark.parametrize("said", ["we leave at\n10:30", "\n10:30", "so\n\n10:30.", "\n0"])
def test_a_time_that_is_said_last_is_text(said: str) -> None:
    assert payloads(captions(f"0:00:00.000,0:00:01.000\n{said}")) == [said.strip()]
