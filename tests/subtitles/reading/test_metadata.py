from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.speakers import speakers_of
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues, spoken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9:58\nso\n10:02\nwe\n1:00:05\nwent", "so we went"),
        ("[00:01] so\n(00:02) we\n0:03 went at 10:30", "so we went at 10:30"),
        ("0:01 so\n0:02 we", "0:01 so 0:02 we"),
        ("at\n10:30 or\n9:15 or\n11:00", "at 10:30 or 9:15 or 11:00"),
        ("Speaker 1  0:00\nso\n\nMaria Lopez  0:07\nwe\n\nSpeaker 1  0:12\nwent", "so we went"),
        ("[John Smith] 10:01:22\nso\n[Mary] 10:01:29\nwe\n[Ann] 10:01:35\nwent", "so we went"),
        ("John (00:01):\nso\n\nAnn (00:07):\nwe\n\nJohn (00:12): went", "so we went"),
        ("[00:01.5] John: so\n[00:07.2] Ann: we\n[00:12.0] [SPEAKER_01]: went", "so we went"),
        (
            "[0:00.000 --> 0:03.240]  so\n[0:03.240 --> 0:06.1]  we\n[0:06.1 --> 0:09.9]  went",
            "so we went",
        ),
        ("Al (0:00 - 0:12)\nso\n\nBo (0:12 – 0:20)\nwe\n\nAl (0:20 - 0:25)\nwent", "so we went"),
        ("Al Ho (Guest)  0:00\nso\n\nBo, Ann  0:12\nwe\n\nAl Ho (Guest)  0:20\nwent", "so we went"),
        ("0:01\n1 second\nso\n1:02\n1 minute, 2 seconds\nwe\n2:00\nwent", "so we went"),
        ("0:01\nso\n0:05\nat\n8:30 we\n0:09\nwent\n0:12", "so at we went"),
        ("so (0:01) we <0:02:00> {3:00} went", "so we went"),
        ("so #00:00:01-6#\n\nwe #00:00:02-0#\n\nwent #0:03#", "so we went"),
        ("start\tend\ttext\n0\t10\tso\n10\t25\t7 we\n25\t40\twent", "so 7 we went"),
        ("0.500000\t1.500000\tso we\n1.500000\t2.250000\twent", "so we went"),
        ("### 0:01\n\nso\n\n**0:02**\n\nwe\n\n0:03:04:12 - 0:03:06:24\nwent", "so we went"),
        ("Al Ho - 0:01\nso\n\nBo | 0:02\nwe\n\nAl Ho – 0:03\nwent", "so we went"),
        ("Al Ho [0:01] so\n\nBo [0:02] we\n\nAl Ho (0:03) went", "so we went"),
        ("Al Ho:\t0:01\tso\nBo:\t0:02\twe\n**Al Ho:** [0:03] went", "so we went"),
        ("[0:01] **Al Ho:** so\n**[0:02] Bo:** we\n**Al Ho** [0:03]: went", "so we went"),
        ("[0:01] Al Ho\nso\n[0:02] - Al Ho\nwe\n0:03 Al Ho\nwent", "so we went"),
        (
            "0:01 - 0:02\nAl Ho\nso\n\n0:02 - 0:03\nAl Ho\nwe\n\n0:03 - 0:04\nAl Ho\nwent",
            "so we went",
        ),
        ("Bo\n0:01\nso\n\nBo\n0:02\nwe\n\nBo\n0:03\nwent", "so we went"),
        ("Bo\r\n0:01\r\nso\r\n\r\n" * 3, "so so so"),
        ("0:01\nRight\n0:02\nSo we\n0:03\nwent on\n0:04", "Right So we went on"),
        ("**Al (0:01):** so\n**Bo (0:02)**: we\n**Al (0:03):** went", "so we went"),
    ],
)
def test_times_that_lines_of_a_transcript_begin_with_are_not_said(text: str, expected: str) -> None:
    assert [word.text for word in read_words(parse(text.encode())).words] == expected.split()


def test_times_in_subtitles_are_said() -> None:
    assert spoken("9:58\nso\n10:02\nwe\n10:03") == "9:58 | so | 10:02 | we | 10:03"


def test_signs_of_html_are_read_where_they_were_written_twice_or_in_plain_text() -> None:
    assert spoken("we didn&amp;#39;t&nbsp;go") == spoken("we didn't go")
    transcript = read_words(parse(b"we didn&#39;t go to AT&amp;T &amp;lt;"))
    assert " ".join(word.text for word in transcript.words[:5]) == "we didn't go to AT&T"
    edits = {2: Edit(Mark.COMMA, Case.CAPITALISED)}
    assert render(transcript, edits).text == "we didn&#39;t, Go to AT&amp;T &amp;lt;"


@pytest.mark.parametrize("number", ["{}\t", "{:>2}  "])
def test_numbers_of_lines_are_not_said(number: str) -> None:
    lines = [number.format(at % 8 + 1) + ("Q. and so", "A. we")[at % 2] for at in range(20)]
    transcript = read_words(parse("\n".join(lines).encode()))
    assert {word.text for word in transcript.words} == {"and", "so", "we"}
    assert set(speakers_of(transcript)) == {"Q.", "A."}
    years = read_words(parse("\n".join(f"{year} we have" for year in range(1940, 1960)).encode()))
    assert years.words[0].text == "1940"
    few = read_words(parse("\n".join([*lines, *["we have"] * 10]).encode()))
    assert "8" in {word.text for word in few.words}


@pytest.mark.parametrize(
    "payload",
    [
        '{"title": "see you", "to": [1, 2]}',
        '{\n  "title": "see you",\n  "url": "a"\n}',
        '[\n{ "title" : "see you" }\n]',
        "sprite.jpg#xywh=0,0,160,90",
        "my sprite.jpg#xywh=percent:0,0,12.5,90",
        "thumbs/img 1.jpg?a=b#xywh=pixel:0,0,160,90",
        "/thumbs/0001.JPEG",
        "img.webp?w=160&h=90",
    ],
)
def test_no_words_are_read_in_metadata(payload: str) -> None:
    assert spoken("so it", payload, "ends") == "so it || ends"


@pytest.mark.parametrize("payload", ['{"a", he said', "[so] he", "see img.jpg", "#xywh is it"])
def test_what_only_looks_like_metadata_is_said(payload: str) -> None:
    assert spoken(payload)


def test_no_words_are_read_where_a_header_says_metadata() -> None:
    cue = "00:00.000 --> 00:01.000\nso it ends"
    told, other = (parse(f"WEBVTT\n{kind}\n\n{cue}\n".encode()) for kind in ("kind: Metadata", ""))
    assert len(told.cues) == 1
    assert not read_words(told).words
    assert len(read_words(other).words) == 3


@pytest.mark.parametrize("tag", ["<a b=", '<a b="\n', "<a b=c\n", "<a\n", "</a "])
def test_tags_without_an_end_are_read_in_linear_time(tag: str) -> None:
    check_linear(lambda count: cues(tag * count), read_words, 4_000)
    check_linear(lambda count: cues("<a" + " b=c" * count), read_words, 20_000)


def test_metadata_is_told_in_linear_time() -> None:
    check_linear(lambda count: cues("#xywh=1," * count), read_words, 20_000)
    check_linear(lambda count: cues("so", " " * count, "we"), read_words, 100_000)
