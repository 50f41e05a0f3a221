from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.text.words import Case, folded, in_capitals


@pytest.mark.parametrize(
    ("word", "case", "expected"),
    [
        ("hello", Case.CAPITALISED, "Hello"),
        ("HELLO", Case.CAPITALISED, "Hello"),
        ("don't", Case.CAPITALISED, "Don't"),
        ("'tis", Case.CAPITALISED, "'Tis"),
        ("3rd", Case.CAPITALISED, "3rd"),
        ("éa", Case.UPPER, "ÉA"),
        ("straße", Case.UPPER, "STRAßE"),
        ("kralı", Case.UPPER, "KRALı"),
        ("İZ", Case.LOWER, "İz"),
        ("µs", Case.CAPITALISED, "µs"),
        ("µs", Case.UPPER, "µS"),
        ("λόγος", Case.UPPER, "ΛΌΓΟΣ"),
        ("McDonald", Case.KEEP, "McDonald"),
        ("Iphone’s", Case.spelled("iPhone's"), "iPhone’s"),
        ("YOUTUBE", Case.spelled("YouTube"), "YouTube"),
        ("strasse", Case.spelled("StraßE"), "strasse"),
        ("ΛΌΓΟΣ", Case.LOWER, "λόγος"),
        ("ΩΣ", Case.CAPITALISED, "Ως"),
        ("Σ'", Case.LOWER, "σ'"),
        ("ǆep", Case.CAPITALISED, "ǅep"),
        ("ǅep", Case.LOWER, "ǆep"),
        ("გული", Case.CAPITALISED, "გული"),
        ("1984", Case.UPPER, "1984"),
        *(("espaÃ±a", Case.CAPITALISED, "EspaÃ±a"), ("EspaÃ±a", Case.LOWER, "espaÃ±a")),
        # Of a first letter that was encoded twice the capital would be other letters.
        *(("Ã©l", Case.CAPITALISED, "Ã©l"), ("quizÃ¡s", Case.UPPER, "quizÃ¡s")),
        ("espaÃ±a\udce9", Case.CAPITALISED, "espaÃ±a\udce9"),
        ("", Case.CAPITALISED, ""),
    ],
)
def test_case_is_applied_letter_by_letter(word: str, case: Case, expected: str) -> None:
    assert case.apply(word) == expected


@pytest.mark.parametrize(
    ("language", "word", "case", "expected"),
    [
        ("tr", "ilk", Case.CAPITALISED, "İlk"),
        ("tr", "IŞIK", Case.CAPITALISED, "Işık"),
        ("tr", "Işık", Case.LOWER, "ışık"),
        ("tr", "İYİ", Case.LOWER, "iyi"),
        ("tr", "kralı iyi", Case.UPPER, "KRALI İYİ"),
        ("az-AZ", "iyun", Case.CAPITALISED, "İyun"),
        ("nl", "ijs", Case.CAPITALISED, "IJs"),
        ("nl-BE", "IJSLAND", Case.CAPITALISED, "IJsland"),
        ("nl", "IJs", Case.LOWER, "ijs"),
        ("nl", "iets", Case.CAPITALISED, "Iets"),
        ("de", "ilk", Case.CAPITALISED, "Ilk"),
    ],
)
def test_languages_have_capitals_of_their_own(
    language: str, word: str, case: Case, expected: str
) -> None:
    assert case.apply(word, language) == expected
    assert folded(case.apply(word, language)) == folded(word)


@pytest.mark.parametrize(
    ("word", "case"),
    [
        ("hello", Case.LOWER),
        ("Hello", Case.CAPITALISED),
        ("HELLO", Case.UPPER),
        ("A", Case.CAPITALISED),
        ("McDonald", Case.KEEP),
        ("ǅep", Case.CAPITALISED),
        ("1984", Case.KEEP),
        ("3rd", Case.LOWER),
        ("3D", Case.KEEP),
        ("U.S.", Case.UPPER),
        ("", Case.KEEP),
    ],
)
def test_case_is_read_off_a_word(word: str, case: Case) -> None:
    assert Case.of(word) is case


@given(st.text(), st.sampled_from(Case))
def test_another_case_is_the_same_word(word: str, case: Case) -> None:
    assert len(case.apply(word)) == len(word)
    assert case.apply(word).casefold() == word.casefold()


@given(st.text(), st.sampled_from(Case))
def test_applying_a_case_twice_changes_nothing_more(word: str, case: Case) -> None:
    assert case.apply(case.apply(word)) == case.apply(word)


@given(st.text())
def test_the_case_of_a_word_leaves_it_as_it_is(word: str) -> None:
    assert Case.of(word).apply(word) == word


def test_words_without_a_case_hide_no_capitals() -> None:
    assert in_capitals({Case.UPPER: 3, Case.LOWER: 1, Case.KEEP: 20})


def test_a_spelling_is_a_case_that_travels() -> None:
    case = Case.spelled("iPhone")
    assert (case.spelling, case.has_capital) == ("iPhone", True)
    assert Case(str(case)) == case == pickle.loads(pickle.dumps(case))
    assert case not in list(Case)
    assert not any(plain.spelling for plain in Case)
    for unknown in ("as ", "iPhone", ""):
        with pytest.raises(ValueError, match="not a valid Case"):
            Case(unknown)
