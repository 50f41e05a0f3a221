from __future__ import annotations

import pytest

from subpunct_app.punctuation.answers.spelled_numbers import hyphenated


def joined(text: str, language: str) -> str:
    words = text.split()
    at = hyphenated(words, language)
    return "".join(word + ("-" if i in at else " ") for i, word in enumerate(words)).strip()


@pytest.mark.parametrize(
    "text",
    [
        "Ninety-nine percent of twenty-five thousand",
        "on may twenty-third at six forty-five",
        "in nineteen sixty-nine and on the thirty-first",
        "sixteen forty-eight hundred",
        "on january thirty two thousand seven",
        "twenty times thirty or forty",
    ],
)
def test_english_numbers_are_read_as_they_are_written(text: str) -> None:
    assert joined(text.replace("-", " "), "en-GB") == text


@pytest.mark.parametrize(
    "text",
    [
        "mille neuf cent soixante-dix-huit",
        "quatre-vingt-dix-neuf ans et quatre-vingts heures",
        "vingt-deux ou quatre-vingt-un",
        "vingt et un mille dix fois",
        "dix neuf huit sept six",
    ],
)
def test_french_numbers_are_read_as_they_are_written(text: str) -> None:
    assert joined(text.replace("-", " "), "fr") == text


def test_other_languages_have_numbers_of_their_own() -> None:
    assert hyphenated(["twenty", "five"], "de") == frozenset()
