"""Styles and places of captions."""

from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.cue_look import (
    BoxPlace,
    Side,
    Style,
    is_from_right,
    is_mostly_from_right,
    styles,
)
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT


def vtt_place(settings: str, words: str = "second") -> BoxPlace:
    before = "WEBVTT\n\n00:00.000 --> 00:01.000 line:0\nfirst\n\n"
    text = f"{before}two\n00:01.000 --> 00:02.000 {settings}\r\n{words}\n"
    return WEBVTT.place(parse(text.encode(), name="a.vtt"), 1)


def srt_place(text: str) -> BoxPlace:
    return SUBRIP.place(
        parse(f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n".encode(), name="a.srt"), 0
    )


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ("", BoxPlace()),
        ("line:0", BoxPlace(row=0)),
        ("line:-3", BoxPlace(row=-3)),
        ("line:10%", BoxPlace(y=0.1)),
        (
            "line:50%,center align:start",
            BoxPlace(0.0, Side.START, 1.0, Side.START, 0.5, Side.CENTRE),
        ),
        ("position:20%", BoxPlace(0.2, width=0.4)),
        ("position:20%,line-left size:30%", BoxPlace(0.2, Side.START, 0.3)),
        ("align:end", BoxPlace(1.0, Side.END, 1.0, Side.END)),
        ("align:middle position:150% line:x", BoxPlace(1.0, width=0.0)),
    ],
)
def test_webvtt_settings_are_respected(settings: str, place: BoxPlace) -> None:
    assert vtt_place(settings) == place


@pytest.mark.parametrize(
    "words", ["<i>\u05e9\u05dc\u05d5\u05dd</i>", "\u0645\u0631\u062d\u0628\u0627"]
)
@pytest.mark.parametrize(
    ("settings", "alike"),
    [
        ("align:start", "align:right"),
        ("align:end", "align:left"),
        ("align:start position:90%", "align:right position:90%"),
        ("align:end position:10%,line-left", "align:left position:10%,line-left"),
    ],
)
def test_text_from_the_right_starts_at_the_right(words: str, settings: str, alike: str) -> None:
    assert vtt_place(settings, words) == vtt_place(alike)


def test_subrip_anchors_are_respected() -> None:
    assert srt_place(r"{\an8}up") == BoxPlace(row=0)
    assert srt_place(r"{\b1\an6}right") == BoxPlace(
        0.97, Side.END, 1.0, Side.END, y=0.5, edge=Side.CENTRE
    )
    assert srt_place(r"{\an1}left") == BoxPlace(0.03, Side.START, 1.0, Side.START)
    assert srt_place(r"{\an9}right") == BoxPlace(0.97, Side.END, 1.0, Side.END, row=0)
    assert srt_place("plain") == BoxPlace()


def test_tags_of_both_kinds_set_styles() -> None:
    raw = r"a <i>b <B.loud>c</B></i> {\i1}d{\i0}"
    spans = [(raw[start:][:1], style) for start, style in styles(raw)]
    assert spans[:4] == [
        ("a", Style()),
        ("b", Style(italic=True)),
        ("c", Style(bold=True, italic=True)),
        ("<", Style(italic=True)),
    ]
    assert [style.italic for _, style in spans[4:]] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "first", "most"),
    [
        ("", False, False),
        ("Hello", False, False),
        ("123 !", False, False),
        ("123 אנשים", True, True),
        ("<i>שלום</i> DNA", True, True),
        ("DNA הוא חומר", False, True),
        ("<i>NASA שלחה חללית</i>", False, True),
        ("שלום means peace", True, False),
        ("HTML שלום", False, False),
        ("שלום HTML", True, True),
        ("hôtel", False, False),
    ],
)
def test_the_first_letter_tells_or_most_words(text: str, first: bool, most: bool) -> None:
    assert is_from_right(text) is first
    assert is_mostly_from_right(text) is most
