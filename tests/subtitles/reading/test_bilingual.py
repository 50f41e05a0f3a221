from __future__ import annotations

from itertools import chain

import pytest

from subpunct_app.languages.identifier import identify
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.bilingual import Pair, pair_of
from subpunct_app.subtitles.reading.language import detect
from subpunct_app.subtitles.reading.reading import read_words
from subpunct_app.subtitles.reading.rereading import reread
from subpunct_app.subtitles.writing.convert import convert
from subpunct_app.subtitles.writing.output_format import OutputFormat
from subpunct_app.subtitles.writing.prose import prose
from subpunct_app.subtitles.writing.render import pieces, render
from subpunct_app.text.verdicts import Edit
from subpunct_app.text.words import Case, Mark
from tests.subtitles.reading.spoken import cues

ENGLISH = (
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
GERMAN = (
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
CHINESE = (
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

INDONESIAN = (
    "malam ini kita berbicara tentang",
    "mercu suar yang sudah tua",
    "yang berdiri di tepi sungai",
    "tempat air mengalir ke laut",
    "seratus tahun lamanya seseorang",
    "menyalakan lampu setiap malam",
    "nenek saya orang yang terakhir",
    "melakukan pekerjaan itu sendiri",
    "dia naik dua ratus anak tangga",
    "dengan sebuah lampu di tangan",
    "dan tidak pernah lupa",
    "walaupun hujan dan ribut",
    "orang berkata cahaya sekarang",
    "berasal dari listrik saja",
    "tetapi tiada siapa melambai",
    "dari jendela kepada kapal",
    "jadi saya bertanya kepada mereka",
    "apa yang akan terjadi nanti",
    "dan jawabannya singkat",
    "mereka mau menjualnya",
    "kepada orang dari kota",
    "harganya pun sudah ditetapkan",
    "saya pulang berjalan kaki",
    "dan tidak bisa tidur",
)


def above(upper: tuple[str, ...], lower: tuple[str, ...]) -> Document:
    return cues(*map("\n".join, zip(upper, lower, strict=True)))


def read(document: Document, language: str = "en") -> str:
    return " ".join(word.text for word in read_words(document, language).words)


@pytest.mark.parametrize("other", [GERMAN, CHINESE])
def test_only_the_lines_in_the_language_are_read(other: tuple[str, ...]) -> None:
    for document in (above(ENGLISH, other), above(other, ENGLISH)):
        assert read(document) == " ".join(ENGLISH)


def test_an_editor_chooses_which_language_is_read() -> None:
    document = above(ENGLISH, GERMAN)
    assert pair_of(document) == Pair("en", "de")
    assert read(document, "de") == " ".join(GERMAN)
    assert read(document, "fr") == " ".join(chain(*zip(ENGLISH, GERMAN, strict=True)))


def test_of_two_languages_english_is_told_or_else_the_upper_one() -> None:
    told = [detect(above(*pair)) for pair in ((GERMAN, ENGLISH), (GERMAN, CHINESE))]
    assert [language and language.code for language in told] == ["en", "de"]


def test_cues_with_more_lines_or_only_one_are_parted_by_their_words() -> None:
    pairs = zip(ENGLISH, GERMAN, strict=True)
    payloads = [f"{english}\n{german}" for english, german in pairs]
    document = cues(
        *payloads,
        "nobody would buy\nthe old lighthouse\nniemand würde\nden alten Leuchtturm nehmen",
        "and so it stands there now",
        "und so steht er jetzt da",
    )
    last = " ".join(word.text for word in read_words(document).words if word.cue >= len(ENGLISH))
    assert last == "nobody would buy the old lighthouse and so it stands there now"


def test_a_cue_in_the_other_language_alone_is_not_read() -> None:
    english, german = "and so it stands there now", "und so steht er jetzt da"
    for upper, lower in ((ENGLISH, GERMAN), (GERMAN, ENGLISH)):
        document = cues(*map("\n".join, zip(upper, lower, strict=True)), german, english, "...")
        transcript = read_words(document)
        alone = document.cues[len(ENGLISH)]
        assert transcript.unread[len(ENGLISH)] == (alone.start, alone.end)
        last = [word.text for word in transcript.words if word.cue >= len(ENGLISH)]
        assert last == english.split()


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize("language", ["en", "de"])
def test_who_speaks_is_known_in_both_languages(language: str, below: bool) -> None:
    names = [f"{name}: " for name in ("ANN", "JOHN", "JOHN")] * 4
    pairs = zip(names, ENGLISH, GERMAN, strict=True)
    document = cues(*(f"{name}{up}\n{name * below}{low}" for name, up, low in pairs))
    transcript = read_words(document, language)
    opens = [
        word.cue
        for word, gap in zip(transcript.words, transcript.gaps[:-1], strict=True)
        if gap.turn
    ]
    assert opens == [cue for cue in range(1, 12) if cue % 3 < 2]
    said = dict(zip(("en", "de"), (ENGLISH, GERMAN), strict=True))[language]
    assert prose(transcript).startswith(f"ANN: {said[0]}\n\nJOHN: {said[1]} {said[2]}\n\nANN: ")


def test_the_other_language_is_told() -> None:
    for document in (above(ENGLISH, GERMAN), above(GERMAN, ENGLISH)):
        told = [read_words(document, language).other_language for language in ("en", "de", "fr")]
        assert told == ["de", "en", ""]


@pytest.mark.parametrize(("alone", "found"), [(3, True), (4, False)])
def test_nearly_all_cues_are_in_both_languages(alone: int, found: bool) -> None:
    pairs = map("\n".join, zip(ENGLISH, GERMAN, strict=True))
    assert (pair_of(cues(*pairs, *ENGLISH[:alone])) is not None) is found


def test_a_song_in_one_language_hides_no_pair() -> None:
    song = "".join(CHINESE[::2]) + "\n" + "".join(CHINESE[1::2])
    pairs = [*map("\n".join, zip(ENGLISH, CHINESE, strict=True))]
    assert pair_of(cues(*pairs * 3, song)) == Pair("en", "zh")


def test_a_few_cues_and_plain_text_tell_of_no_pair() -> None:
    assert pair_of(above(ENGLISH[1:], GERMAN[1:])) is None
    paragraphs = map("\n".join, zip(ENGLISH, GERMAN, strict=True))
    assert pair_of(parse("\n\n".join(paragraphs).encode())) is None


def test_words_that_stand_nowhere_else_are_parted_by_their_letters() -> None:
    upper = "ships sailed past our village\nbringing cinnamon"
    document = cues(*map("\n".join, zip(ENGLISH, CHINESE, strict=True)), f"{upper}\n商船经过村庄")
    last = " ".join(word.text for word in read_words(document).words if word.cue >= len(ENGLISH))
    assert last == " ".join(upper.split())


def test_two_lines_in_one_language_are_both_read() -> None:
    halves = cues(*map("\n".join, zip(ENGLISH, ENGLISH[1:] + ENGLISH[:1], strict=True)))
    assert pair_of(halves) is None
    apart = cues(*map("\n".join, zip(ENGLISH[::2], ENGLISH[1::2], strict=True)), *ENGLISH)
    assert pair_of(apart) is None


def test_languages_that_look_alike_are_no_pair() -> None:
    upper, lower = INDONESIAN[::2], INDONESIAN[1::2]
    assert {identify(" ".join(lines)) for lines in (upper, lower)} == {"id", "ms"}
    assert pair_of(above(upper, lower)) is None


@pytest.mark.parametrize("language", ["id", "ms"])
def test_a_language_that_looks_like_one_of_the_two_is_taken_for_it(language: str) -> None:
    assert read(above(ENGLISH, INDONESIAN[::2]), language) == " ".join(INDONESIAN[::2])


def test_marks_go_where_the_sentence_ends_and_not_behind_the_other_language() -> None:
    document = above(ENGLISH, CHINESE)
    edits = {7: Edit(Mark.PERIOD, Case.CAPITALISED)}
    marked = render(read_words(document), edits)
    assert marked.cue_text(0) == f"{ENGLISH[0]}.\n{CHINESE[0]}"
    assert marked.cue_text(1) == f"T{ENGLISH[1][1:]}\n{CHINESE[1]}"
    assert read_words(marked).gaps[7].current is Mark.PERIOD


def test_marks_of_the_other_language_are_not_taken_for_marks_of_this_one() -> None:
    document = above(ENGLISH, tuple(f"{line}。" for line in CHINESE))
    assert not any(gap.current for gap in read_words(document).gaps)


def test_a_cue_is_shown_with_what_is_in_another_language_apart() -> None:
    shown = pieces(read_words(above(ENGLISH, GERMAN)), 3, {})
    assert [(piece.text.strip(), piece.unread) for piece in shown] == [
        (ENGLISH[3], False),
        (GERMAN[3], True),
    ]


def test_an_edited_cue_is_read_as_all_others() -> None:
    document = above(ENGLISH, GERMAN)
    edited = document.with_texts({3: f"for ever somebody lit it\n{GERMAN[3]}"})
    found, _ = reread(read_words(document), edited, [3])
    assert found == read_words(edited)
    assert "hundert" not in [word.text for word in found.words]


def test_one_cue_may_make_a_file_one_of_two_languages() -> None:
    two = above(ENGLISH, GERMAN)
    one = two.with_texts({3: ENGLISH[3]})
    assert reread(read_words(one), two, [3])[0] == read_words(two)
    assert reread(read_words(two), one, [3])[0] == read_words(one)
    assert len(read_words(two).words) < len(read_words(one).words)


def test_a_transcript_holds_one_language_and_the_conversion_says_so() -> None:
    document = above(ENGLISH, GERMAN)
    assert prose(read_words(document)) == " ".join(ENGLISH) + "\n"
    (remark,) = convert(document, OutputFormat.TXT).remarks
    assert "Lines in another language have no place" in remark.reason
    assert convert(document, OutputFormat.SRT).remarks == ()
