from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.suggestions.spelling.known_names import KNOWN
from subpunct_app.decoding.suggestions.spelling.names import NO_NAMES, Names
from subpunct_app.text.words import Case, folded


def written(names: Names, text: str, language: str = "en") -> str:
    words = text.split()
    cases = names.cases(words, language)
    return " ".join(cases.get(at, Case.KEEP).apply(word) for at, word in enumerate(words))


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        ("my iphone and youtube", "my iPhone and YouTube"),
        ("two iphones iphone's iphone’s", "two iPhones iPhone's iPhone’s"),
        ("apis on wi-fi", "APIs on Wi-Fi"),
        ("openfaas mtgox genbank ipv6", "OpenFaaS MtGox GenBank IPv6"),
        ("mcdonald o'brien’s o’hara", "McDonald O'Brien’s O’Hara"),
        ("at five o'clock o’clock mcs", "at five o'clock o’clock mcs"),
        ("Youtube YOUTUBE", "YouTube YouTube"),
        ("youtubed piphone", "youtubed piphone"),
        ("i-i i-i-i'm i’m i-it i-80", "I-I I-I-I'm i’m i-it i-80"),
    ],
)
def test_known_names_have_their_capitals(heard: str, expected: str) -> None:
    assert written(NO_NAMES, heard) == expected


@pytest.mark.parametrize(("language", "expected"), [("en", "I-I'm"), ("it", "i-i'm")])
def test_only_in_english_who_stammers_has_a_capital(language: str, expected: str) -> None:
    assert written(NO_NAMES, "i-i'm", language) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [("de", "McDonald O'Brien"), ("fr-CA", "McDonald O'Brien"), ("uz", "mcdonald o'brien")],
)
def test_families_have_their_capitals_in_many_languages(language: str, expected: str) -> None:
    assert written(NO_NAMES, "mcdonald o'brien", language) == expected


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        ("it runs on datacollators", "IT runs on DataCollators"),
        ("its hugging face hub", "its Hugging Face hub"),
        ("the bank of england's gold", "the Bank of England's gold"),
        ("bank of the year", "bank of the year"),
        ("new york city new york", "New York City New York"),
        ("new", "new"),
        ("github", "Github"),
        ("youtube", "YouTube"),
        ("BELL hooks", "bell hooks"),
    ],
)
def test_an_editor_s_names_are_written_as_the_editor_does(heard: str, expected: str) -> None:
    names = ["DataCollator", "Hugging Face", "Bank of England", "IT", "Github", "bell hooks", " "]
    names += ["New York", "New York City"]
    assert written(Names.of(names), heard) == expected


def test_a_plain_word_of_another_language_is_no_name() -> None:
    assert written(NO_NAMES, "saas nähdä youtube mchami", "fi") == "saas nähdä YouTube mchami"
    assert written(Names.of(["SaaS"]), "saas", "fi") == "SaaS"
    assert written(NO_NAMES, "die gmbh mag dvds vcs", "de") == "die GmbH mag DVDs vcs"
    assert written(NO_NAMES, "les etats-unis", "fr") == "les Etats-Unis"


def test_no_known_name_is_a_plain_word() -> None:
    assert len({folded(name) for name in KNOWN}) == len(KNOWN)
    assert all(Case.of(name) is Case.KEEP for name in KNOWN)


@given(st.lists(st.text(max_size=12), max_size=8), st.lists(st.text(max_size=12), max_size=6))
def test_names_never_change_a_letter(spellings: list[str], words: list[str]) -> None:
    cases = Names.of(spellings).cases([*words, *spellings], "en")
    for at, case in cases.items():
        word = [*words, *spellings][at]
        assert folded(case.apply(word)) == folded(word)
        assert len(case.apply(word)) == len(word)
