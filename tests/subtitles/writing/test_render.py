from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import Piece, PieceKind, pieces, render, render_cue
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues
from tests.subtitles.unmarked import strip_marks

KEEP, UP, LOW, ALL = Case.KEEP, Case.CAPITALISED, Case.LOWER, Case.UPPER


@pytest.mark.parametrize(
    ("payload", "edits", "expected"),
    [
        ("hello world", {1: Edit(Mark.COMMA, KEEP)}, "hello, world"),
        ("hello world", {0: Edit(Mark.NONE, UP), 2: Edit(Mark.PERIOD, KEEP)}, "Hello world."),
        ("hello world", {0: Edit(Mark.COMMA, KEEP)}, "hello world"),
        ("hello, world", {1: Edit(Mark.PERIOD, UP)}, "hello. World"),
        ("hello, world", {1: Edit(Mark.NONE, KEEP)}, "hello world"),
        ("what ?! no", {1: Edit(Mark.PERIOD, KEEP)}, "what . no"),
        ("what ?! no", {1: Edit(Mark.QUESTION, KEEP)}, "what ?! no"),
        ("wait... no", {1: Edit(Mark.PERIOD, UP)}, "wait... No"),
        ("well—no", {1: Edit(Mark.NONE, KEEP)}, "well—no"),
        ('"yes" he said', {1: Edit(Mark.COMMA, KEEP)}, '"yes," he said'),
        ('"yes". he said', {1: Edit(Mark.COMMA, KEEP)}, '"yes", he said'),
        ("one (two) three", {2: Edit(Mark.COMMA, KEEP)}, "one (two), three"),
        ("oh well[sighs] no", {2: Edit(Mark.COMMA, KEEP)}, "oh well,[sighs] no"),
        ("the art of tea (THUD) no", {4: Edit(Mark.COMMA, KEEP)}, "the art of tea, (THUD) no"),
        ("<i>one</i> <b>two</b>", {1: Edit(Mark.COMMA, UP)}, "<i>one,</i> <b>Two</b>"),
        ("<i>E</i>xample", {0: Edit(Mark.NONE, LOW)}, "<i>e</i>xample"),
        ("caf&eacute; ok", {0: Edit(Mark.NONE, ALL), 1: Edit(Mark.COMMA, KEEP)}, "CAF&eacute;, ok"),
        ("r&foo;d ok", {0: Edit(Mark.NONE, UP), 3: Edit(Mark.PERIOD, KEEP)}, "R&foo;d ok."),
        ("i<00:01.000><c> know</c>", {0: Edit(Mark.NONE, UP)}, "I<00:01.000><c> know</c>"),
        ("i<00:01.000><c> know</c>", {2: Edit(Mark.PERIOD, KEEP)}, "i<00:01.000><c> know.</c>"),
        ("at 5 p.m. he left", {3: Edit(Mark.PERIOD, UP)}, "at 5 p.m. He left"),
        ("at 5 p.m. he left", {3: Edit(Mark.COMMA, KEEP)}, "at 5 p.m., he left"),
        ("etc., he left", {1: Edit(Mark.PERIOD, UP)}, "etc. He left"),
        ("see http://a.b now", {1: Edit(Mark.PERIOD, KEEP)}, "see http://a.b now"),
        (
            "JOHN: hi [bang] you",
            {1: Edit(Mark.COMMA, KEEP), 0: Edit(Mark.NONE, UP)},
            "JOHN: Hi, [bang] you",
        ),
        ("- hi\n- you", {1: Edit(Mark.PERIOD, UP)}, "- hi.\n- You"),
        ("Mr . Lee", {1: Edit(Mark.NONE, KEEP)}, "Mr Lee"),
        ('"yes ," no', {1: Edit(Mark.NONE, KEEP)}, '"yes " no'),
        ("yes , no", {1: Edit(Mark.PERIOD, UP)}, "yes . No"),
        (r"yes. \nno", {1: Edit(Mark.PERIOD, UP)}, r"yes. \nno"),
    ],
)
def test_edits_of_a_cue(payload: str, edits: dict[int, Edit], expected: str) -> None:
    assert render_cue(read_words(cues(payload)), 0, edits) == expected


def test_pieces_show_what_was_removed() -> None:
    transcript = read_words(cues("hello, world"))
    assert pieces(transcript, 0, {1: Edit(Mark.PERIOD, UP)}) == [
        Piece("hello"),
        Piece(",", PieceKind.REMOVED, 1),
        Piece(".", PieceKind.INSERTED, 1),
        Piece(" "),
        Piece("World", PieceKind.RECASED, 1),
    ]


def test_pieces_of_an_unchanged_cue_are_one() -> None:
    transcript = read_words(cues("hello, world", "[music]", ""))
    assert pieces(transcript, 0, {}) == [Piece("hello, world")]
    assert pieces(transcript, 1, {}) == [Piece("[music]")]
    assert pieces(transcript, 2, {}) == []


def test_the_case_after_a_gap_may_change_the_next_cue() -> None:
    document = cues("one two", "[music]", "three")
    rendered = render(read_words(document), {2: Edit(Mark.PERIOD, UP)})
    assert [rendered.cue_text(cue) for cue in range(3)] == ["one two.", "[music]", "Three"]


def test_the_last_line_is_not_emptied_where_the_file_ends() -> None:
    document = parse(b"1\n00:00:01,000 --> 00:00:02,000\nhello\n?", name="a.srt")
    assert render(read_words(document), {1: Edit(Mark.NONE, KEEP)}) == document


def test_no_edits_give_the_same_document() -> None:
    transcript = read_words(cues("one two", "three"))
    assert render(transcript, {}) is transcript.document


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, World!", "hello world"),
        ('"Yes," he said...', '"yes" he said'),
        ("3.14, 10:30; U.S. and U.S.A.", "3.14 10:30 u.s and u.s.a"),
        ("a , b", "a b"),
        ("hello,world", "hello,world"),
        ("<i>Hi</i>. AT&amp;T", "<i>hi</i> at&amp;t"),
        ("<i>Hi.</i> AT&amp;T", "<i>hi</i> at&amp;t"),
        ("is .5 per cent", "is .5 per cent"),
        ("3<i>.</i>14", "3<i>.</i>14"),
        ("one\r\ntwo", "one two"),
    ],
)
def test_marks_and_case_are_stripped(text: str, expected: str) -> None:
    assert strip_marks(text, WEBVTT) == expected


@pytest.mark.parametrize("mark", [",", ".", " ? ", "¿", "<i>,</i>"])
def test_a_mark_with_a_line_of_its_own_stays(mark: str) -> None:
    transcript = read_words(cues(f"hola\n{mark}\nqué tal?"), "es")
    bare = dict.fromkeys(range(len(transcript.gaps)), Edit(Mark.NONE, KEEP))
    assert render_cue(transcript, 0, bare) == f"hola\n{mark}\nqué tal"


def test_a_mark_that_rolls_on_a_line_of_its_own_stays() -> None:
    shown = ["we need some\n<c>of</c>", "of\n<c>,</c>", "of\n,\ncourse", "course\nnow", "now\nyes"]
    blocks = [f"00:0{at}.000 --> 00:0{at}.900\n{text}\n" for at, text in enumerate(shown)]
    transcript = read_words(parse("\n".join(["WEBVTT\n", *blocks]).encode()))
    bare = dict.fromkeys(range(len(transcript.gaps)), Edit(Mark.NONE, KEEP))
    assert len(transcript.words) == 7
    assert render(transcript, bare) is transcript.document


@pytest.mark.slow
@pytest.mark.parametrize("text", ["(so it is) ", "so it is) ", "(so it is "])
def test_brackets_are_written_in_linear_time(text: str) -> None:
    def write(transcript: Transcript) -> None:
        render(transcript, dict.fromkeys(range(1, len(transcript.gaps)), Edit(Mark.PERIOD, KEEP)))

    check_linear(lambda count: read_words(cues(text * count)), write, 8_000)


@pytest.mark.parametrize("other", ["Hello  word", "Hell o", "Hello world's", "<b>Hello</b> world"])
def test_other_words_are_told_apart(other: str) -> None:
    assert strip_marks(other, WEBVTT) != strip_marks("Hello world", WEBVTT)
