from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pysrt
import pytest
import webvtt
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.registry import JSON, OUTPUT_FORMATS
from subpunct_app.subtitles.formats.subrip import JOINER, SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from subpunct_app.subtitles.writing.convert import Conversion, convert, embedded_to_srt
from tests.patience import PATIENCE

FFMPEG = shutil.which("ffmpeg")
COLLECTED = Path(__file__).parents[4] / "shared" / "subtitles"
LETTERS = "aibu ABC éß日本 017 .,?!-'\"…♪"
SIGNS = "<>&;#/{}"
ANYTHING = st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.just("\n")
TIMES = st.integers(0, 999 * 3_600_000)
TAGS = st.sampled_from(["{}", "<i>{}</i>", "<b><u>{}</u></b>"])


class Seen(NamedTuple):
    """What an independent reader makes of a cue."""

    start_ms: int
    end_ms: int
    text: str


class Written(NamedTuple):
    """A cue to write: what shall be seen, and the tags around it."""

    seen: Seen
    tags: str


@st.composite
def written(draw: st.DrawFn, letters: str) -> Written:
    start, length = draw(TIMES), draw(st.integers(1, 10_000))
    words = draw(st.text(letters, min_size=1).map(shown).filter(bool))
    return Written(Seen(start, start + length, words), draw(TAGS))


def cues_of(letters: str) -> st.SearchStrategy[list[Written]]:
    return st.lists(written(letters), min_size=1, max_size=8)


CUES = cues_of(LETTERS + SIGNS)


def clock(total_ms: int, point: str) -> str:
    seconds, ms = divmod(total_ms, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{ms:03}"


def srt(cues: Sequence[Written]) -> Document:
    blocks = [
        f"{number}\n{clock(cue.seen.start_ms, ',')} --> {clock(cue.seen.end_ms, ',')}\n"
        f"{cue.tags.format(cue.seen.text)}\n\n"
        for number, cue in enumerate(cues, start=1)
    ]
    return parse("".join(blocks).encode(), name="talk.srt")


def vtt(cues: Sequence[Written]) -> Document:
    blocks = [
        f"{clock(cue.seen.start_ms, '.')} --> {clock(cue.seen.end_ms, '.')}\n"
        f"{cue.tags.format(html.escape(cue.seen.text, quote=False))}\n\n"
        for cue in cues
    ]
    return parse(("WEBVTT\n\n" + "".join(blocks)).encode(), name="talk.vtt")


def shown(text: str) -> str:
    return " ".join(text.replace(JOINER, "").split())


def untagged(text: str) -> str:
    return re.sub(r"</?[ibu]>|</?font[^>]*>|\{\\an\d\}", "", text)


def by_pysrt(content: bytes) -> list[Seen]:
    items = pysrt.from_string(content.decode(), error_handling=pysrt.SubRipFile.ERROR_RAISE)
    return [
        Seen(item.start.ordinal, item.end.ordinal, shown(untagged(item.text))) for item in items
    ]


def by_webvtt(content: bytes) -> list[Seen]:
    captions = webvtt.WebVTT.from_string(content.decode(), strict=True).captions
    return [
        Seen(
            caption.start_time.in_milliseconds(),
            caption.end_time.in_milliseconds(),
            shown(html.unescape(caption.text)),
        )
        for caption in captions
    ]


def by_ffmpeg(content: bytes, path: Path) -> list[Seen]:
    if FFMPEG is None:
        pytest.skip("ffmpeg is not installed")
    path.write_bytes(content)
    done = subprocess.run(
        [FFMPEG, "-v", "error", "-i", path, "-f", "srt", "-"],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    return by_pysrt(done.stdout)


def subrip(text: str) -> Document:
    return parse(f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n".encode())


def web(text: str, place: str = "") -> Document:
    return parse(f"WEBVTT\n\n00:01.000 --> 00:02.000 {place}\n{text}\n".encode())


def payload(conversion: Conversion) -> str:
    """Return what stands below the times of the only cue."""
    return conversion.content.decode().partition("-->")[2].partition("\n")[2].rstrip("\n")


@given(CUES)
def test_subrip_becomes_webvtt(cues: list[Written]) -> None:
    assume(not any(re.search(r"<[/a-zA-Z]|&[\w#]|\{", cue.seen.text) for cue in cues))
    conversion = convert(srt(cues), WEBVTT)
    assert by_webvtt(conversion.content) == [
        Seen(*cue.seen[:2], shown(cue.seen.text)) for cue in cues
    ]
    assert conversion.remarks == ()


@given(CUES)
def test_webvtt_becomes_subrip(cues: list[Written]) -> None:
    conversion = convert(vtt(cues), SUBRIP)
    found = pysrt.from_string(conversion.content.decode())
    assert [item.index for item in found] == list(range(1, len(cues) + 1))
    for item, cue in zip(found, cues, strict=True):
        assert (item.start.ordinal, item.end.ordinal) == cue.seen[:2]
        assert shown(item.text) == shown(cue.tags.format(cue.seen.text))


@given(CUES)
def test_there_and_back_shows_the_same(cues: list[Written]) -> None:
    there = convert(vtt(cues), SUBRIP).content
    back = convert(parse(there, name="talk.srt"), WEBVTT).content
    assert by_webvtt(back) == by_webvtt(vtt(cues).to_bytes())


@given(st.text(ANYTHING))
def test_whatever_stands_in_a_cue_the_new_file_can_be_read(text: str) -> None:
    for document in (subrip(text), web(text)):
        for kind, read in ((SUBRIP, by_pysrt), (WEBVTT, by_webvtt)):
            if document.format is not kind:
                assert len(read(convert(document, kind).content)) == len(document.cues)


@pytest.mark.slow
@settings(max_examples=10)
@given(cues=st.lists(written(LETTERS), min_size=1, max_size=8, unique=True))
def test_ffmpeg_sees_the_same(
    cues: list[Written], tmp_path_factory: pytest.TempPathFactory
) -> None:
    # Of cues that are the same in all it keeps one.
    folder = tmp_path_factory.mktemp("ffmpeg")
    expected = sorted(Seen(*cue.seen[:2], shown(cue.seen.text)) for cue in cues)
    as_srt, as_vtt = (
        convert(vtt(cues), SUBRIP).content,
        convert(srt(cues), WEBVTT).content,
    )
    assert sorted(by_ffmpeg(as_srt, folder / "new.srt")) == expected
    assert sorted(by_ffmpeg(as_vtt, folder / "new.vtt")) == expected


def test_ffmpeg_sees_signs_and_tags(tmp_path: Path) -> None:
    raw = '{\\an8}<i>1 < 2</i> & <font color="red">3 > 2</font> --> so\n<B>Yes</B>'
    content = convert(subrip(raw), WEBVTT).content
    (cue,) = by_ffmpeg(content, tmp_path / "new.vtt")
    assert cue == (1000, 2000, "1 < 2 & 3 > 2 --> so Yes")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("<i>Hi</i> <B>there</B> <u >you</u>", "<i>Hi</i> <b>there</b> <u>you</u>"),
        ('<font color="red">Hi</font> <s>no</s>', "Hi no"),
        ('<font size=3\ncolor="red">Hi</font\n> <s no\nso', "Hi &lt;s no\nso"),
        ("Tom & Jerry &amp; Spike&nbsp;&nix;", "Tom &amp; Jerry &amp; Spike&nbsp;&amp;nix;"),
        ("Tom &amp Jerry &ampere", "Tom &amp; Jerry &amp;ampere"),
        ("a < b > c --> d <3", "a &lt; b &gt; c --&gt; d &lt;3"),
        ("<v Bob>hi <c.red>you</c></v>", "<v Bob>hi <c.red>you</c></v>"),
        ("one <v --> two <c a-->", "one &lt;v --&gt; two &lt;c a--&gt;"),
        ("one <00:00:01.500>two <vow> <CV>", "one <00:00:01.500>two &lt;vow&gt; &lt;CV&gt;"),
        ("<laughs> {sighs} [door]", "&lt;laughs&gt; {sighs} [door]"),
        ("one<br/>two[br]three", "one\ntwo\nthree"),
        (r"{\an7}one\Ntwo\hthree", "one\ntwo three"),
        (r"so \hbar and \hat{x}", r"so \hbar and \hat{x}"),
        ("one\n\n \ntwo", "one\ntwo"),
        ("one\u2028two\x0b\x85three", "one\ntwo\nthree"),
        ('<i class="off">I</i> to <B style="color:red">wait</B>', "<i>I</i> to <b>wait</b>"),
        ('<em>really</em> <a href="http://x.org">our page</a>', "really our page"),
        ("<center><big>the</big> <p>end</p></center>", "the end"),
        ("<i so> <b\nso> <door>", "&lt;i so&gt; &lt;b\nso&gt; &lt;door&gt;"),
    ],
)
def test_markup_on_the_way_to_webvtt(raw: str, expected: str) -> None:
    assert payload(convert(subrip(raw), WEBVTT)) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("<i.loud>Hi</i> <b>you</b>", "<i>Hi</i> <b>you</b>"),
        ("<v Bob>Hi there</v>", "Bob: Hi there"),
        ("<v Bob> Hi there", "Bob: Hi there"),
        ("<v.loud Mary  Ann>Hi\n<v Bob>Yes", "Mary Ann: Hi\nBob: Yes"),
        ("<v Bob>Hi <v R&amp;B>Yes", "Bob: Hi\nR&B: Yes"),
        ("<c.red>a</c> <lang en>b</lang> <00:01.500>c <v >d", "a b c d"),
        ("<ruby>漢<rt>kan</rt>字<rt>ji</ruby>", "漢(kan)字(ji)"),
        ("<ruby>&amp;<rt>&lt;and&gt; </rt>x<rt> </rt></ruby>", f"&(<{JOINER}and>)x"),
        ("Tom &amp Jerry &lt/i> &ampere", f"Tom & Jerry <{JOINER}/i> &ampere"),
        ("a &lt; b &amp;&nbsp;c &#39;d&#39; &nix;", "a < b &\xa0c 'd' &nix;"),
        ("&lt;i&gt; --&gt;", f"<{JOINER}i> --{JOINER}>"),
        ("one\n&nbsp;\n<c></c>\ntwo", "one\ntwo"),
        ("one<br>two[br]three <BR/><i>four</i>", "one\ntwo\nthree\n<i>four</i>"),
        ("- <v Bob>Hi</v>\n<i>&gt;&gt; <v Ann>Yes</i>", "- Bob: Hi\n<i>>> Ann: Yes</i>"),
        ("[door] <v Bob>... <v Ann>Yes", "[door]\nBob: ...\nAnn: Yes"),
    ],
)
def test_markup_on_the_way_to_subrip(raw: str, expected: str) -> None:
    assert payload(convert(web(raw), SUBRIP)) == expected


@pytest.mark.parametrize(
    ("anchor", "place"),
    [(8, "line:0"), (7, "line:0 align:left"), (5, "line:50%"), (2, ""), (3, "align:right")],
)
def test_a_place_becomes_settings(anchor: int, place: str) -> None:
    conversion = convert(subrip(f"{{\\an{anchor}}}Hi"), WEBVTT)
    (caption,) = webvtt.WebVTT.from_string(conversion.content.decode(), strict=True).captions
    assert (str(caption.settings), caption.text) == (place, "Hi")
    assert conversion.remarks == ()


@pytest.mark.parametrize("first", ["", "\r\n", "a\r\n\r\n"])
def test_settings_are_those_right_above_a_cue(first: str) -> None:
    cues = f"00:01.000 --> 00:02.000 line:0\r\n{first}00:02.000 --> 00:03.000\r\nb\r\n"
    content = convert(parse(f"WEBVTT\r\n\r\n{cues}".encode()), SUBRIP).content
    texts = [item.text for item in pysrt.from_string(content.decode())]
    assert texts == [f"{{\\an8}}{first.strip()}", "b"]


@pytest.mark.parametrize(
    ("document", "kind", "lost"),
    [
        (subrip("<font color=red>Hi</font>"), WEBVTT, "Fonts and colours"),
        (subrip("<em>Hi</em>"), WEBVTT, "Tags and attributes of web pages"),
        (subrip('<i class="off">Hi</i>'), WEBVTT, "Tags and attributes of web pages"),
        (subrip("{\\pos(1,2)}Hi"), WEBVTT, "Effects in braces"),
        (subrip("{\\an8\\fad(1,2)}Hi"), WEBVTT, "Effects in braces"),
        (
            parse(b"1\n00:00:01,000 --> 00:00:02,000 X1:9\nHi\n"),
            WEBVTT,
            "Places on the screen",
        ),
        (parse(b"1\n-00:00:01,000 --> 00:00:02,000\nHi\n"), WEBVTT, "Times before zero"),
        (
            parse(b"1\n00:00:01,000 --> 00:00:02,000\n\xc3\xa9\xc3\xa9\xff\n"),
            WEBVTT,
            "Bytes",
        ),
        (web("Hi \0"), SUBRIP, "Bytes that are no text"),
        (web("Hi", "align:start"), SUBRIP, "Places on the screen"),
        (web("<c.red>Hi</c>"), SUBRIP, "Classes and languages"),
        (web("Hi <00:01.500>you"), SUBRIP, "Times of single words"),
        (web("Hi\n\nNOTE that"), SUBRIP, "Notes, styles and regions"),
        (web("Hi\n\nNOTE: that"), SUBRIP, "Notes, styles and regions"),
        (web("<i.loud>Hi</i>"), SUBRIP, "Classes and languages"),
        (web("<v.loud Bob>Hi"), SUBRIP, "Classes and languages"),
        (parse(b"WEBVTT\n\nintro\n00:01.000 --> 00:02.000\nHi"), SUBRIP, "Names of cues"),
        (web("Hi\n\nwho said\nthat?"), SUBRIP, "Nothing here could be read"),
        (web("Hi\n\n00:02.000 -> 00:03.000\nyou"), SUBRIP, "Nothing here could be read"),
        (subrip("Hi\n\nso\n00:00:05,000 --> 00:00:06,000\nyou"), WEBVTT, "The number of this"),
        (subrip("Hi\n\n2\nyou\n\n3\n00:00:02,000 --> 00:00:03,000\nso"), WEBVTT, "This block"),
    ],
)
def test_what_finds_no_place_is_told_with_its_line(
    document: Document, kind: OutputFormat, lost: str
) -> None:
    (remark,) = convert(document, kind).remarks
    assert remark.reason.startswith(lost)
    assert 2 <= remark.line <= 6


def test_times_before_zero_become_zero() -> None:
    document = parse(
        b"1\n-00:00:03,000 --> -00:00:01,000\nHi\n\n2\n-00:00:01,000 --> 00:00:02,000\nyou\n"
    )
    found = by_webvtt(convert(document, WEBVTT).content)
    assert found == [Seen(0, 0, "Hi"), Seen(0, 2000, "you")]


def test_the_header_of_webvtt_is_lost_where_it_says_something() -> None:
    cue = "00:01.000 --> 00:02.000\nHi\n\n7\n00:02.000 --> 00:03.000\nyou"
    assert convert(parse(f"WEBVTT\n\n{cue}".encode()), SUBRIP).remarks == ()
    for header in ("WEBVTT - Talk", "WEBVTT\nLanguage: en"):
        (remark,) = convert(parse(f"{header}\n\n{cue}".encode()), SUBRIP).remarks
        assert (remark.line, remark.reason[:19]) == (1, "Lines of the header")


@pytest.mark.parametrize("kind", [PLAIN_TEXT, JSON])
def test_words_of_broken_blocks_are_told_to_be_left_out_of_transcripts_and_lists(
    kind: OutputFormat,
) -> None:
    block = b"1\n00:00:01,000 --> 00:00:02,000\nHe said\n\n"
    broken = b"2\n00:00:03,000 --> 0x:00:04,000\nfar too much\n"
    made = convert(parse(block + broken), kind)
    assert b"far too much" not in made.content
    told = [(remark.line, remark.reason) for remark in made.remarks]
    assert told == [(5, "This block has no times.")]


@pytest.mark.parametrize("kind", [SUBRIP, WEBVTT])
def test_a_text_without_times_cannot_become_subtitles(kind: OutputFormat) -> None:
    with pytest.raises(FileError, match="without times"):
        convert(parse(b"Hello there."), kind)


@pytest.mark.parametrize(
    "source", [b"\xef\xbb\xbf1\r\n00:00:01,000 --> 00:00:02,000\r\nHi", b"WEBVTT\r\n\r\n", b"Hi\r"]
)
def test_the_own_kind_keeps_its_bytes(source: bytes) -> None:
    document = parse(source)
    own = {
        SUBRIP: SUBRIP,
        WEBVTT: WEBVTT,
        PLAIN_TEXT: PLAIN_TEXT,
    }[document.format]
    assert convert(document, own) == Conversion(source)


def test_paragraphs_end_at_turns_and_long_pauses() -> None:
    raw = (
        "1\n00:00:01,000 --> 00:00:02,000\n<i>So this</i> is\none\n\n"
        "2\n00:00:02,100 --> 00:00:03,000\nsentence. -Yes? -No.\n\n"
        "3\n00:00:05,000 --> 00:00:06,000\nAfter a while\n>> BOB: I see\n\n"
        "4\n00:00:06,000 --> 00:00:07,000\n[door slams]\n"
    )
    assert convert(parse(raw.encode()), PLAIN_TEXT).content.decode() == (
        "So this is one sentence.\n\n-Yes?\n\n-No.\n\nAfter a while\n\n>> BOB: I see [door slams]\n"
    )


def test_a_label_opens_the_paragraph_of_its_speaker() -> None:
    raw = (
        "1\n00:00:01,000 --> 00:00:02,000\nANN: True.\n\n"
        "2\n00:00:02,000 --> 00:00:03,000\nJOHN:\nI see.\n[a bell]\nANN: (sighs)\nDo you?\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\n- [coughs]\n- No.\n"
    )
    assert convert(parse(raw.encode()), PLAIN_TEXT).content.decode() == (
        "ANN: True.\n\nJOHN: I see. [a bell]\n\nANN: (sighs) Do you?\n\n- [coughs] - No.\n"
    )


def test_voices_are_named_where_they_take_over() -> None:
    raw = (
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bob>Well,\n\n"
        "00:02.000 --> 00:03.000\n<v Bob>hello. <v Ann>Hello\n\n"
        "00:03.000 --> 00:04.000\nyou."
    )
    text = convert(parse(raw.encode()), PLAIN_TEXT).content.decode()
    assert text == "Bob: Well, hello.\n\nAnn: Hello you.\n"


def test_a_line_break_in_japanese_is_no_space() -> None:
    raw = "WEBVTT\n\n00:01.000 --> 00:02.000\n今日は\nよい 天気\n\n00:02.000 --> 00:03.000\nです。"
    assert convert(parse(raw.encode()), PLAIN_TEXT).content.decode() == "今日はよい 天気です。\n"


def test_a_transcript_has_rolling_lines_once() -> None:
    lines = [f"this is line {number}" for number in range(8)]
    blocks = [
        f"00:0{at}.000 --> 00:0{at + 1}.000\n{before}\n{line}\n\n"
        for at, (before, line) in enumerate(pairwise(lines))
    ]
    document = parse(("WEBVTT\n\n" + "".join(blocks)).encode())
    assert convert(document, PLAIN_TEXT).content.decode() == " ".join(lines) + "\n"
    rows = json.loads(convert(document, JSON).content)["cues"]
    assert [word["text"] for word in rows[1]["words"]] == [*lines[1].split(), *lines[2].split()]


def test_a_transcript_names_who_goes_on_speaking_once() -> None:
    told = (
        "[Ann Lee]: so we went",
        "[Ann Lee]: up the hill",
        "[Bob]: did you",
        "[Bob]: really. [Bob]: yes",
        "[Ann Lee]: we did",
    )
    blocks = [f"00:{at:02}.000 --> 00:{at + 1:02}.000\n{it}\n\n" for at, it in enumerate(told)]
    blocks.append("00:09.000 --> 00:10.000\n[Ann Lee]: much later\n")
    document = parse(("WEBVTT\n\n" + "".join(blocks)).encode())
    paragraphs = convert(document, PLAIN_TEXT).content.decode().splitlines()
    assert [paragraph for paragraph in paragraphs if paragraph] == [
        "[Ann Lee]: so we went up the hill",
        "[Bob]: did you really. [Bob]: yes",
        "[Ann Lee]: we did",
        "[Ann Lee]: much later",
    ]


def test_a_transcript_has_rolling_sounds_once() -> None:
    lines = ["so here we are", "in the middle", "of it all", "<c>[Music]</c>", "welcome back", "♪♪"]
    shown = [
        "so here we are",
        *(part for pair in pairwise(lines) for part in ("\n".join(pair), pair[1])),
    ]
    blocks = [f"00:{at:02}.000 --> 00:{at + 1:02}.000\n{text}\n\n" for at, text in enumerate(shown)]
    document = parse(("WEBVTT\n\n" + "".join(blocks)).encode())
    expected = "so here we are in the middle of it all [Music] welcome back ♪♪\n"
    assert convert(document, PLAIN_TEXT).content.decode() == expected


def test_a_transcript_leaves_out_what_only_programs_read() -> None:
    document = parse(
        b'WEBVTT\n\n00:01.000 --> 00:02.000\n{"a": 1}\n\n00:02.000 --> 00:04.000\nso it is\n\n'
        b"00:05.000 --> 00:06.000\nsprite.jpg#xywh=0,0,160,90\n"
    )
    found = convert(document, PLAIN_TEXT)
    assert found.content == b"so it is\n"
    (remark,) = found.remarks
    assert remark.line == 4
    assert "Cues that only programs read have no place in the new file: 2" in remark.reason


@given(st.lists(written(LETTERS), min_size=1, max_size=3))
def test_a_transcript_keeps_all_words(cues: list[Written]) -> None:
    times = [(cue.seen.start_ms, cue.seen.end_ms) for cue in cues]
    assume(all(before != after for before, after in pairwise(times)))
    document = vtt(cues)
    expected = "".join(cue.seen.text for cue in cues)
    text = convert(document, PLAIN_TEXT).content.decode()
    assert "".join(text.split()) == "".join(expected.split())


@given(CUES)
def test_words_and_marks_in_json_stand_where_it_says(cues: list[Written]) -> None:
    found = json.loads(convert(vtt(cues), JSON).content)
    assert [row["number"] for row in found["cues"]] == list(range(1, len(cues) + 1))
    for row, cue in zip(found["cues"], cues, strict=True):
        assert (row["start_ms"], row["end_ms"]) == cue.seen[:2]
        for word in row["words"]:
            assert row["text"][word["start"] : word["end"]] == word["text"]
        for mark in row["marks"]:
            assert 0 <= mark["start"] < mark["end"] <= len(row["text"])


def test_json_tells_cues_words_and_marks() -> None:
    raw = b"7\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Q&amp;A</i>,\r\nplease.\r\n"
    assert json.loads(convert(parse(raw), JSON).content) == {
        "format": "srt",
        "cues": [
            {
                "number": 1,
                "start_ms": 1000,
                "end_ms": 2000,
                "text": "Q&A,\nplease.",
                "words": [
                    {"text": "Q&A", "start": 0, "end": 3},
                    {"text": "please", "start": 5, "end": 11},
                ],
                "marks": [
                    {"meaning": ",", "start": 3, "end": 4},
                    {"meaning": ".", "start": 11, "end": 12},
                ],
            }
        ],
    }


@pytest.mark.slow
@pytest.mark.skipif(not COLLECTED.is_dir(), reason="the collection of subtitles is not at hand")
@pytest.mark.parametrize("kind", OUTPUT_FORMATS)
def test_collected_files_can_be_converted(kind: OutputFormat) -> None:
    read = {str(SUBRIP): by_pysrt, str(WEBVTT): by_webvtt}.get(str(kind))
    for path in sorted(COLLECTED.glob("real/*.*")) + sorted(COLLECTED.glob("synthetic/*/*.*")):
        document = opened(path)
        if document is None or (read and document.format is PLAIN_TEXT):
            continue
        content = convert(document, kind).content
        if read and document.format is not kind:
            assert len(read(content)) == len(document.cues), path.name


def opened(path: Path) -> Document | None:
    try:
        return parse(path.read_bytes(), name=path.name)
    except FileError:
        return None


FIELDS = "7,0,Default,Ann,0,0,0,,"
TIMES_EMBEDDED = "1\n00:00:01,000 --> 00:00:02,000\n"


@pytest.mark.parametrize(
    ("codec", "content", "shown"),
    [
        ("subrip", b"<i>so</i> it is\r\nover", "<i>so</i> it is\nover"),
        ("subrip", b"one\r\n\r\n \r\ntwo\r\n", "one\ntwo"),
        ("mov_text", b"\0\x05hello\0\0\0\x16styl", "hello"),
        ("mov_text", b"\0\0", ""),
        ("mov_text", "\0\x08\ufeffyes".encode("utf-16-be")[2:], "yes"),
        ("webvtt", b"<v Ann>so &amp; so</v>", "Ann: so & so"),
        ("ass", rf"{FIELDS}one, two\Nthree\hfour".encode(), "one, two\nthree four"),
        ("ass", rf"{FIELDS}{{\i1}}so{{\i0}} {{\b1}}it is".encode(), "<i>so</i> it is"),
        ("ass", rf"{FIELDS}{{\i1\c&HFFFFFF&}}so".encode(), "<i>so</i>"),
        ("ssa", rf"{FIELDS}{{\an8\fs20}}so".encode(), r"{\an8}so"),
        ("ass", rf"{FIELDS}{{\pos(1,2)\p1}}m 0 0 l 9 9{{\p0}}".encode(), ""),
        ("ass", rf"{FIELDS}{{\an8}}{{\p2}}m 0 0{{\p0}} so".encode(), r"{\an8} so"),
        # As FFmpeg writes WebVTT that has braces.
        ("ass", rf"{FIELDS}so \{{really\}} it {{\i1}}is".encode(), "so {really} it <i>is</i>"),
        ("ass", b"0,0", ""),
    ],
)
def test_only_what_is_read_becomes_subrip(codec: str, content: bytes, shown: str) -> None:
    assert embedded_to_srt(content, codec) == shown


@pytest.mark.parametrize("codec", ["subrip", "ass", "webvtt", "text"])
def test_no_text_becomes_a_cue_of_its_own(codec: str) -> None:
    text = f"one\n\n2\n00:00:01,500 --> 00:00:02,000\ntwo {{{{ \\N\n{TIMES_EMBEDDED}three"
    document = parse(f"{TIMES_EMBEDDED}{embedded_to_srt(text.encode(), codec)}\n\n".encode())
    assert len(document.cues) == 1


def test_the_name_of_a_voice_is_shown_as_it_is_read() -> None:
    raw = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Esme &amp;  Co>Hello <v.loud R&#38;B>there"
    text = convert(parse(raw.encode()), PLAIN_TEXT).content.decode()
    assert text == "Esme & Co: Hello\n\nR&B: there\n"


def test_bytes_of_an_old_encoding_are_kept() -> None:
    content = "c'est l'été".encode("cp1252")
    assert embedded_to_srt(content, "subrip").encode("utf-8", "surrogateescape") == content
