"""Advanced SubStation: cues in their columns, what is no speech, and bytes that never change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.editing.rewording import edited
from subpunct_app.review.editing.sheet import CueEdit, Sheet
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.substation import SUBSTATION
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.convert import convert
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.growth import check_linear

HEAD = """; made by hand
[Script Info]
Title: A talk
ScriptType: v4.00+
Language: fr

[Aegisub Project Garbage]
Audio File: talk.wav

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Fonts]
fontname: a_0.ttf
!!!!!Dialogue: this,0:00:01.00,is,a,font

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""
SSA = """[Script Info]
ScriptType: v4.00

[V4 Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: Marked=0,0:00:01.50,0:00:02.00,Default,,0000,0000,0000,,so we go
"""


def dialogue(text: str, name: str = "", kind: str = "Dialogue") -> str:
    return f"{kind}: 0,0:00:01.50,0:00:02.25,Default,{name},0,0,0,,{text}\n"


def script(*lines: str) -> Document:
    return parse((HEAD + "".join(lines)).encode(), name="talk.ass")


def spoken(document: Document) -> list[str]:
    return [word.text for word in read_words(document, "en").words]


def test_the_cues_are_the_texts_of_the_lines_of_dialogue() -> None:
    document = script(dialogue("so, we go"), dialogue("not me", kind="Comment"), dialogue("on"))
    assert document.format is SUBSTATION
    assert [document.cue_text(at) for at in (0, 1)] == ["so, we go", "on"]
    assert document.cues[0][2:4] == (1500, 2250)
    assert len(document.cues) == 2
    assert not document.remarks


def test_the_elder_format_is_read_too() -> None:
    document = parse(SSA.encode(), name="talk.ssa")
    assert spoken(document) == ["so", "we", "go"]
    assert document.cues[0][2:4] == (1500, 2000)


def test_columns_may_stand_in_any_order() -> None:
    text = HEAD.rsplit("Format", 1)[0] + "Format: End, Text, Actor, Start\n"
    document = parse(f"{text}Dialogue: 0:00:03.00,so, we,Ann,0:00:02.00\n".encode())
    assert document.cue_text(0) == "so, we"
    assert document.cues[0][2:4] == (2000, 3000)
    assert document.cues[0].speaker == "Ann"


def test_the_standard_columns_are_taken_where_none_are_named() -> None:
    document = parse(f"[Events]\n{dialogue('so we')}".encode())
    assert spoken(document) == ["so", "we"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"{\an8\i1}so{\i0} we", ["so", "we"]),
        (r"so\Nwe\nare\hhere", ["so", "we", "are", "here"]),
        (r"{\k20}ka{\k15}ra{\kf10}o{\ko5}ke", ["karaoke"]),
        (r"{\p1}m 0 0 l 100 0 100 100{\p0}so", ["so"]),
        (r"{\p1}m 0 0 l 100 0{\pos(1,2)} l 9 9", []),
        (r"{\pos(10,20)\pbo3}so", ["so"]),
        (r"{a note of the maker}so", ["so"]),
        (r"\{so\} we", ["so", "we"]),
        ("", []),
    ],
)
def test_effects_and_drawings_are_no_speech(text: str, words: list[str]) -> None:
    assert spoken(script(dialogue(text))) == words


def test_the_column_of_names_tells_who_speaks() -> None:
    words = read_words(script(dialogue("so we", "Ann"), dialogue("go", "Bob")), "en")
    assert [word.speaker for word in words.words] == ["Ann", "Ann", "Bob"]
    assert words.gaps[2].turn


def test_the_script_tells_its_language() -> None:
    document = script(dialogue("Language: de"))
    assert SUBSTATION.header(document.text, "Language") == "fr"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Dialogue: 0,0:00:01.50,0:00:02.25,Default\n", "This line lacks some of its columns."),
        (dialogue("so").replace("0:00:01.50", "now"), "The times of this cue are not valid."),
        (dialogue("so").replace("0:00:01.50", "0:00:03.00"), "This cue ends before it starts."),
    ],
)
def test_a_damaged_line_is_told_of_and_stays(line: str, reason: str) -> None:
    document = script(line, dialogue("we"))
    assert [remark.reason for remark in document.remarks] == [reason]
    assert document.cue_text(len(document.cues) - 1) == "we"


def test_marks_and_capitals_go_between_the_effects_and_nothing_else_changes() -> None:
    document = script(dialogue(r"{\i1}so{\i0}, we go\Non {\k5}a{\k9}nd on", "Ann"), dialogue("no"))
    edits = {
        0: Edit(Mark.NONE, Case.CAPITALISED),
        3: Edit(Mark.PERIOD, Case.CAPITALISED),
        4: Edit(Mark.COMMA, Case.KEEP),
        6: Edit(Mark.PERIOD, Case.CAPITALISED),
    }
    expected = dialogue(r"{\i1}So{\i0}, we go.\NOn, {\k5}a{\k9}nd on.", "Ann") + dialogue("No")
    assert render(read_words(document, "en"), edits).text == HEAD + expected


def test_a_line_that_is_typed_anew_stays_one_line_of_the_file() -> None:
    document = script(dialogue(r"so we\Ngo"), dialogue("on"))
    sheet = Sheet(document)
    assert sheet.copy_of(0).text == "so we\ngo"
    typed = edited(sheet, [CueEdit(0, "so they\ngo\nnow")]).document
    assert typed.text == HEAD + dialogue(r"so they\Ngo\Nnow") + dialogue("on")


def test_other_formats_get_what_is_shown() -> None:
    document = script(
        dialogue(r"{\an8\i1}so{\i0}\Nwe go", "Ann & Bob"),
        dialogue(r"{\p1}m 0 0 l 9 9{\p0}", "Bob"),
        dialogue("cut", kind="Comment"),
        dialogue(r"{\fad(1,2)}on --> on"),
    )
    made = convert(document, SUBRIP)
    assert made.content.decode().startswith(
        "1\n00:00:01,500 --> 00:00:02,250\n{\\an8}<i>so</i>\nwe go\n\n2\n"
    )
    lost = {remark.reason.partition(" have")[0] for remark in made.remarks}
    assert lost == {
        *("Comments", "Drawings", "Effects in braces"),
        *("Names of speakers", "Notes, styles and regions"),
    }
    assert b"line:0\n<v Ann &amp; Bob><i>so</i>\nwe go\n\n" in convert(document, WEBVTT).content
    assert convert(document, WEBVTT).content.count(b"-->") == 2
    assert convert(document, PLAIN_TEXT).content == b"Ann & Bob: so we go on --> on\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_any_encoding_and_line_end_is_kept(encoding: str, line_end: str) -> None:
    data = (HEAD + dialogue("déjà vu")).replace("\n", line_end).encode(encoding)
    document = parse(data, name="talk.ass")
    assert spoken(document) == ["déjà", "vu"]
    assert document.to_bytes() == data


PARTS = st.sampled_from(
    [
        *(HEAD, SSA, dialogue("so"), "[Events]", "Format: Text, Start", "Dialogue:", "Comment: 0,"),
        *("0:00:01.00", "{\\p1}", "{\\i1", "}", "\\N", "\\", "\n", "\r\n", "so we", "é"),
        *("[", "]", ";"),
    ]
)


@given(st.lists(PARTS, max_size=30))
def test_any_text_is_opened_and_saved_as_it_was(parts: list[str]) -> None:
    data = ("[Script Info]\n" + "".join(parts)).encode()
    document = parse(data, name="talk.ass")
    assert document.format is SUBSTATION
    assert document.to_bytes() == data
    for cue in document.cues:
        assert "\n" not in document.text[cue.start : cue.end]
    assert render(read_words(document, "en"), {}).text == document.text


@pytest.mark.parametrize(
    "hostile",
    [
        "{\\p1\\p0" * 8,
        "\\" * 40,
        "Format: " + "a," * 20 + "\n" + "Dialogue: 0\n" * 5,
        "; \t \t \t\n" * 6,
        dialogue("{" * 30),
        "[" * 30,
    ],
)
def test_hostile_scripts_take_no_longer_than_their_length(hostile: str) -> None:
    def work(data: bytes) -> None:
        read_words(parse(data, name="talk.ass"), "en")

    check_linear(lambda size: (HEAD + hostile * size).encode(), work, 4000)


@given(st.binary(max_size=200))
def test_any_bytes_behind_a_script_are_saved_as_they_were(noise: bytes) -> None:
    data = (HEAD + dialogue("so")).encode() + noise
    try:
        document = parse(data, name="talk.ass")
    except FileError:
        return
    assert document.to_bytes() == data
