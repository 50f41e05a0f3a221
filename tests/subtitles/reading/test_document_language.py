from __future__ import annotations

import subprocess
import sys
from itertools import chain

import pytest

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.reading.document_language import (
    Language,
    Pair,
    Source,
    detect,
    foreign_part,
    pair_of,
)
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.rereading import reread
from subpunct_app.subtitles.writing.convert import convert
from subpunct_app.subtitles.writing.render import render
from subpunct_app.subtitles.writing.transcripts import prose
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.subtitles.reading.spoken import cues

GERMAN = "und dann haben wir uns gefragt ob das wirklich alles so stimmen kann oder nicht"
CHINESE = "首先让我们看看要如何用一只手数到三十一然后把数字加起来"
LECTURE = (
    "and so what would you do with the numbers that they sent us from the north because there were "
    "about ten of your boats in the bay and this is the one which came back without a sail "
) * 5
SPANISH = "pero entonces nadie sabe adonde fueron los barcos que salieron del puerto esa noche "


def text(content: str) -> Document:
    return parse(content.encode())


def vtt(header: str, payload: str = "A") -> Document:
    return parse(f"WEBVTT{header}\n\n00:01.000 --> 00:02.000\n{payload}\n".encode())


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("film.en.srt", "en"),
        ("film.eng.srt", "en"),
        ("film.ger.srt", "de"),
        ("film.DE.srt", "de"),
        ("film.gsw.srt", "de"),
        ("film.pt-BR.vtt", "pt-BR"),
        ("film.pt_br.vtt", "pt-BR"),
        ("film.zh-Hant-TW.srt", "zh-Hant-TW"),
        ("film.es-419.srt", "es-419"),
        ("film.fr.sdh.srt", "fr"),
        ("film.en.hi.srt", "en"),
        ("film.en.forced.srt", "en"),
        ("film.hi.srt", "hi"),
        ("some/folder.de/film.ru.srt", "ru"),
        ("The.Way.It.Is.srt", None),
        ("film.x264.srt", None),
        ("film.xx.srt", None),
        ("film.sdh.srt", None),
        ("film.srt", None),
        ("en.srt", None),
        ("film", None),
        ("", None),
    ],
)
def test_names_tell_the_language(name: str, code: str | None) -> None:
    assert detect(text("A"), name) == (Language(code, Source.NAME) if code else None)


@pytest.mark.parametrize("header", ["\nKind: captions\nLanguage: fr", " - a\nlanguage:fra"])
def test_headers_tell_the_language(header: str) -> None:
    assert detect(vtt(header)) == Language("fr", Source.HEADER)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (GERMAN, "de"),
        (GERMAN.upper(), "de"),
        (CHINESE, "zh"),
        ("and so we asked ourselves if all of this could really be true or maybe not", "en"),
        ("и тогда мы спросили себя может ли всё это быть правдой на самом деле или нет", "ru"),
        ("htio bih vas pitati što zapravo mislite o tjednu koji je prošao i tko je bio tamo", "hr"),
    ],
)
def test_texts_tell_the_language(content: str, code: str) -> None:
    assert detect(text(content)) == Language(code, Source.TEXT)


def test_plain_english_is_told_without_asking_more() -> None:
    asked = (
        "import sys; from subpunct_app.subtitles.formats.parse import parse; "
        "from subpunct_app.subtitles.reading.document_language import detect; "
        "found = detect(parse(sys.argv[1].encode())); "
        "print(found.code, 'py3langid' in sys.modules, 'numpy' in sys.modules)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", asked, LECTURE], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["en", "False", "False"]


@pytest.mark.parametrize(
    "content", ["", "A", "und dann haben wir uns gefragt", "1 2 3 4 " * 50, "la la la " * 9]
)
def test_too_little_text_tells_nothing(content: str) -> None:
    assert detect(text(content)) is None


def test_the_name_counts_more_than_the_header_and_that_more_than_the_text() -> None:
    document = vtt("\nLanguage: fr", GERMAN)
    assert detect(document, "a.ru.vtt") == Language("ru", Source.NAME)
    assert detect(document, "a.vtt") == Language("fr", Source.HEADER)


ENGLISH_LINES = (
    "good evening and thank you for coming",
    "tonight we talk about the old lighthouse",
    "which stands where the river meets the sea",
    "for a hundred years somebody lit it every night",
    "my grandmother was the last who did",
    "she climbed two hundred steps with a lamp",
    "and she never missed a single night",
    "not even when the storm took the roof",
    "people say that the light is electric now",
    "but nobody waves from the window any more",
    "so I asked what would become of it",
    "and the answer was that they would sell it",
)
GERMAN_LINES = (
    "guten Abend und danke dass Sie gekommen sind",
    "heute sprechen wir über den alten Leuchtturm",
    "der dort steht wo der Fluss ins Meer geht",
    "hundert Jahre lang hat ihn jemand angezündet",
    "meine Großmutter war die letzte die es tat",
    "sie stieg mit einer Lampe zweihundert Stufen",
    "und sie hat keine einzige Nacht gefehlt",
    "nicht einmal als der Sturm das Dach nahm",
    "man sagt das Licht ist jetzt elektrisch",
    "aber niemand winkt mehr aus dem Fenster",
    "also habe ich gefragt was daraus wird",
    "und die Antwort war dass sie ihn verkaufen",
)
CHINESE_LINES = (
    "大家晚上好谢谢你们来到这里",
    "今晚我们来谈谈那座老灯塔",
    "它站在河流入海的地方",
    "一百年来每天晚上都有人点亮它",
    "我的祖母是最后一个点灯的人",
    "她提着灯爬上两百级台阶",
    "而且她从来没有错过一个晚上",
    "就连暴风雨掀走屋顶的那天也没有",
    "人们说现在的灯是用电的",
    "可是窗口再也没有人挥手了",
    "于是我问它以后会怎么样",
    "回答是他们打算把它卖掉",
)


def above(upper: tuple[str, ...], lower: tuple[str, ...]) -> Document:
    return cues(*map("\n".join, zip(upper, lower, strict=True)))


def read(document: Document, language: str = "en") -> str:
    return " ".join(word.text for word in read_words(document, language).words)


@pytest.mark.parametrize("other", [GERMAN_LINES, CHINESE_LINES])
def test_only_the_lines_in_the_language_are_read(other: tuple[str, ...]) -> None:
    for document in (above(ENGLISH_LINES, other), above(other, ENGLISH_LINES)):
        assert read(document) == " ".join(ENGLISH_LINES)


def test_an_editor_chooses_which_language_is_read() -> None:
    document = above(ENGLISH_LINES, GERMAN_LINES)
    assert pair_of(document) == Pair("en", "de")
    assert read(document, "de") == " ".join(GERMAN_LINES)
    assert read(document, "fr") == " ".join(chain(*zip(ENGLISH_LINES, GERMAN_LINES, strict=True)))


def test_of_two_languages_english_is_told_or_else_the_upper_one() -> None:
    told = [
        detect(above(*pair))
        for pair in ((GERMAN_LINES, ENGLISH_LINES), (GERMAN_LINES, CHINESE_LINES))
    ]
    assert [language and language.code for language in told] == ["en", "de"]


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize("language", ["en", "de"])
def test_who_speaks_is_known_in_both_languages(language: str, below: bool) -> None:
    names = [f"{name}: " for name in ("ANN", "JOHN", "JOHN")] * 4
    pairs = zip(names, ENGLISH_LINES, GERMAN_LINES, strict=True)
    document = cues(*(f"{name}{up}\n{name * below}{low}" for name, up, low in pairs))
    transcript = read_words(document, language)
    opens = [
        word.cue
        for word, gap in zip(transcript.words, transcript.gaps[:-1], strict=True)
        if gap.turn
    ]
    assert opens == [cue for cue in range(1, 12) if cue % 3 < 2]
    said = dict(zip(("en", "de"), (ENGLISH_LINES, GERMAN_LINES), strict=True))[language]
    assert prose(transcript).startswith(f"ANN: {said[0]}\n\nJOHN: {said[1]} {said[2]}\n\nANN: ")


@pytest.mark.parametrize(("alone", "found"), [(3, True), (4, False)])
def test_nearly_all_cues_are_in_both_languages(alone: int, found: bool) -> None:
    pairs = map("\n".join, zip(ENGLISH_LINES, GERMAN_LINES, strict=True))
    assert (pair_of(cues(*pairs, *ENGLISH_LINES[:alone])) is not None) is found


def test_two_lines_in_one_language_are_both_read() -> None:
    halves = cues(
        *map("\n".join, zip(ENGLISH_LINES, ENGLISH_LINES[1:] + ENGLISH_LINES[:1], strict=True))
    )
    assert pair_of(halves) is None
    apart = cues(
        *map("\n".join, zip(ENGLISH_LINES[::2], ENGLISH_LINES[1::2], strict=True)), *ENGLISH_LINES
    )
    assert pair_of(apart) is None


def test_marks_go_where_the_sentence_ends_and_not_behind_the_other_language() -> None:
    document = above(ENGLISH_LINES, CHINESE_LINES)
    edits = {7: Edit(Mark.PERIOD, Case.CAPITALISED)}
    marked = render(read_words(document), edits)
    assert marked.cue_text(0) == f"{ENGLISH_LINES[0]}.\n{CHINESE_LINES[0]}"
    assert marked.cue_text(1) == f"T{ENGLISH_LINES[1][1:]}\n{CHINESE_LINES[1]}"
    assert read_words(marked).gaps[7].current is Mark.PERIOD


def test_one_cue_may_make_a_file_one_of_two_languages() -> None:
    two = above(ENGLISH_LINES, GERMAN_LINES)
    one = two.with_texts({3: ENGLISH_LINES[3]})
    assert reread(read_words(one), two, [3])[0] == read_words(two)
    assert reread(read_words(two), one, [3])[0] == read_words(one)
    assert len(read_words(two).words) < len(read_words(one).words)


def test_a_transcript_holds_one_language_and_the_conversion_says_so() -> None:
    document = above(ENGLISH_LINES, GERMAN_LINES)
    assert prose(read_words(document)) == " ".join(ENGLISH_LINES) + "\n"
    (remark,) = convert(document, PLAIN_TEXT).remarks
    assert "Lines in another language have no place" in remark.reason
    assert convert(document, SUBRIP).remarks == ()


ENGLISH_PART = (
    "and then we went to the market where they sell the bread that my mother likes best\n"
)
SPOKEN = "so now we are going to see how some of these models work and when it should be used\n"
GERMAN_PART = (
    "und dann sind wir auf den markt gegangen wo sie das brot verkaufen das ich so gern mag\n"
)


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        (ENGLISH_PART * 40 + GERMAN_PART * 20, "en", "de"),
        (ENGLISH_PART * 12 + GERMAN_PART * 40, "de", "en"),
        (GERMAN_PART * 20, "en", "de"),
        (ENGLISH_PART * 40, "en-GB", ""),
        ((SPOKEN + GERMAN_PART * 3) * 10, "en", "de"),
        (ENGLISH_PART * 40 + GERMAN_PART * 8, "en", ""),
        (ENGLISH_PART * 400 + GERMAN_PART * 60, "en", ""),
        (ENGLISH_PART * 400 + GERMAN_PART * 200, "en", "de"),
        ("hello", "de", ""),
    ],
)
def test_the_language_of_a_good_part_is_told(text: str, language: str, told: str) -> None:
    assert foreign_part(read_words(parse(text.encode()), language)) == told
