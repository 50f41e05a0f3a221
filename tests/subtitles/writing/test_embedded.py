from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.writing.convert import embedded_to_srt

FIELDS = "7,0,Default,Ann,0,0,0,,"
TIMES = "1\n00:00:01,000 --> 00:00:02,000\n"


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
    text = f"one\n\n2\n00:00:01,500 --> 00:00:02,000\ntwo {{{{ \\N\n{TIMES}three"
    document = parse(f"{TIMES}{embedded_to_srt(text.encode(), codec)}\n\n".encode())
    assert len(document.cues) == 1


def test_bytes_of_an_old_encoding_are_kept() -> None:
    content = "c'est l'été".encode("cp1252")
    assert embedded_to_srt(content, "subrip").encode("utf-8", "surrogateescape") == content
