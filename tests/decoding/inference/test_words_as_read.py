from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.inference.words_as_read import (
    Number,
    as_read,
    as_read_alone,
    spelled_numbers,
)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Im sure its mine and its lid wont shut", "i'm sure it's mine and it's lid won't shut"),
        ("IM SURE ITS MINE", "i'm SURE it's MINE"),
        ("I’m sure its lid wont shut", "I’m sure its lid won't shut"),
        ("he lets it have its way", "he lets it have its way"),
        ("well hell is where we were ill", "well hell is where we were ill"),
    ],
)
def test_words_that_lost_their_apostrophe_are_read_with_it(text: str, read: str) -> None:
    assert list(as_read(text.split(), "en-US")) == read.split()


@pytest.mark.parametrize(
    "sign", ["?", "???", "\ufffd", "\x1a", "\x92", chr(0xDC92), "â€™", "´", "`", "‘"]
)
def test_signs_that_stand_for_an_apostrophe_are_read_as_one(sign: str) -> None:
    words = [f"Don{sign}t", f"Ann{sign}s", f"we{sign}re", f"fa{sign}ade"]
    assert list(as_read(words, "en")) == ["Don't", "Ann's", "we're", f"fa{sign}ade"]
    assert list(as_read_alone(words, "en")) == list(as_read(words, "en"))
    assert as_read(words, "fr") == words


def test_other_languages_have_words_of_their_own_that_look_so() -> None:
    words = ["im", "Haus"]
    assert as_read(words, "de") == words


_ONES = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
]
_TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_figures(text: str, language: str, parted: int = -1) -> str:
    words = text.split()
    for number in reversed(spelled_numbers(words, language, lambda at: at == parted)):
        words[number.start : number.end] = [number.figures]
    return " ".join(words)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Ninety nine percent of twenty five thousand", "99 percent of 25,000"),
        ("on may twenty third at six forty five", "on may 23rd at six 45"),
        ("one hundred and five dogs and a hundred and six cats", "105 dogs and 106 cats"),
        ("twenty five million of three point five billion", "25 million of 3.5 billion"),
        ("in nineteen eighty four or nineteen oh five", "in 1984 or 1905"),
        (
            "in nineteen twenty the nineteen sixties began in twenty ten",
            "in 1920 the 1960s began in 2010",
        ),
        ("july four seventeen seventy six at ten forty five", "july four 1776 at 10:45"),
        ("in two thousand eight over two thousand nine people", "in 2008 over 2,009 people"),
        (
            "a thirty second break on the thirty second floor",
            "a thirty-second break on the thirty-second floor",
        ),
        ("twelve hundred in nineteen hundred", "1,200 in 1900"),
        ("two hundred fifty million of five hundred fifty", "250 million of 550"),
    ],
)
def test_english_numbers_are_read_as_they_are_written(said: str, read: str) -> None:
    assert in_figures(said, "en-GB") == read


@pytest.mark.parametrize(
    "said",
    [
        "one hundred two hundred three hundred",
        "on january thirty two thousand seven",
        "ten twenty thirty or fifteen twenty minutes",
        "eight nine ten eleven and a second one",
        "several hundred thousand of 5 hundred",
        "two hundred three of them and two thousand eight million",
        "twenty and five at one point five people",
        "twenty-five of forty-one",
        "a hundred of a thousand oh two of them",
        "sixteen",
    ],
)
def test_what_may_be_several_english_numbers_is_read_as_it_is(said: str) -> None:
    assert in_figures(said, "en") == said


def test_powers_of_two_are_no_year() -> None:
    assert in_figures("two four eight sixteen thirty two sixty four", "en") == (
        "two four eight sixteen 32 64"
    )


@pytest.mark.parametrize(
    ("language", "said", "read"),
    [
        ("fr", "mille neuf cent soixante dix huit ou vingt et un", "1978 ou 21"),
        ("fr", "quatre vingt dix neuf ans de trois millions", "99 ans de trois millions"),
        ("fr", "dix neuf huit sept six", "dix neuf huit sept six"),
        ("fr", "deux cents trois cents", "deux cents trois cents"),
        ("fr", "deux mille un hommes", "deux mille un hommes"),
        ("de", "zweitausend ein mann", "zweitausend ein mann"),
        ("it", "hai cento sei libri e venti sei", "hai cento sei libri e venti sei"),
        ("pt", "dois mil e um homem", "dois mil e um homem"),
        ("pt", "cinquenta e um", "51"),
        ("es", "treinta y cinco en mil novecientos ochenta y cuatro", "35 en 1984"),
        ("pt", "trinta e cinco mil ou vinte e um milhões", "35000 ou 21 milhões"),
        ("it", "mille novecento ottanta quattro e venticinque", "1984 e 25"),
        ("de", "neunzehnhundertvierundachtzig und zwanzig", "1984 und zwanzig"),
        ("nl", "negentienhonderd vierentachtig en twintig", "1984 en twintig"),
        ("sv", "tjugo fem", "tjugo fem"),
        ("de", "twenty five", "twenty five"),
    ],
)
def test_numbers_of_other_languages_are_read_in_figures(
    language: str, said: str, read: str
) -> None:
    assert in_figures(said, language) == read


@pytest.mark.parametrize(
    ("said", "parted", "read"),
    [
        ("he was twenty five came", 3, "he was twenty five came"),
        ("in nineteen eighty four came", 2, "in nineteen 84 came"),
        ("give me a hundred and five", 3, "give me a 105"),
    ],
)
def test_no_number_reaches_over_what_parts_words(said: str, parted: int, read: str) -> None:
    assert in_figures(said, "en", parted) == read


@given(st.integers(21, 9999), st.booleans())
def test_every_number_is_read_as_what_it_is(value: int, joined: bool) -> None:
    words = spell(value, ["and"] if joined else [])
    found = spelled_numbers(["about", *words, "times"], "en")
    if len(words) > 1:
        assert [(one.start, one.end) for one in found] == [(1, len(words) + 1)]
        assert int(found[0].figures.replace(",", "")) == value


@given(
    st.lists(st.sampled_from([*_ONES, *_TENS[2:], "hundred", "thousand", "million", "and", "oh"]))
)
def test_numbers_never_overlap(words: list[str]) -> None:
    ends = [0]
    for number in spelled_numbers(words, "en"):
        assert ends[-1] <= number.start < number.end <= len(words)
        ends.append(number.end)


@pytest.mark.parametrize(
    ("said", "language", "read"),
    [
        ("we count zero one two three", "en", "we count zero one two three"),
        ("null eins zwei drei", "de", "01 zwei drei"),
        ("zéro un deux trois", "fr", "01 deux trois"),
        ("cero uno dos tres", "es", "01 dos tres"),
        ("zero uno due tre", "it", "01 due tre"),
        ("nul een twee drie", "nl", "01 twee drie"),
        ("zero um dois três", "pt", "01 dois três"),
    ],
)
def test_who_counts_from_nought_in_english_says_several_numbers(
    said: str, language: str, read: str
) -> None:
    assert in_figures(said, language) == read


def test_figures_behind_nought_are_one_number_where_no_other_goes_on() -> None:
    assert in_figures("zéro six douze trente quatre", "fr") == "06 douze 34"
    assert in_figures("from zero one two to five", "en", parted=3) == "from 1 two to five"


@pytest.mark.parametrize("word", ["\ud800", "²", "٣", "", "ß" * 2000])
def test_any_word_may_stand_beside_a_number(word: str) -> None:
    assert spelled_numbers([word, "forty", "two"], "en") == [Number(1, 3, "42")]


def test_what_nobody_says_as_one_number_is_none() -> None:
    assert spelled_numbers(["zero"] * 5_000, "en") == []


def spell(value: int, joint: list[str]) -> list[str]:
    if value >= 1000:
        rest = spell(value % 1000, joint) if value % 1000 else []
        return [_ONES[value // 1000], "thousand", *rest]
    if value >= 100:
        rest = [*joint, *spell(value % 100, joint)] if value % 100 else []
        return [_ONES[value // 100], "hundred", *rest]
    if value < 20:
        return [_ONES[value]]
    return [_TENS[value // 10], *([_ONES[value % 10]] if value % 10 else [])]
