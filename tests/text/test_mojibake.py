from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.text.mojibake import as_mojibake, without_mojibake
from subpunct_app.text.words import Case


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        *(("quizÃ¡s", "quizás"), ("cÅ“ur", "cœur"), ("donâ€™t", "don’t"), ("aquÃ\xad", "aquí")),
        *(("Ã\x81vila", "Ávila"), ("ã", "ã"), ("São", "São"), ("naïve", "naïve"), ("Ã", "Ã")),
        *(("dÃ©jà", "déjà"), ("ÅŸi", "şi"), ("grÃ¶Ã\x9fte", "größte"), ("ðŸ˜€", "😀")),
        *(("Strauß’", "Strauß’"), ("„Spaß“", "„Spaß“"), ("aimé…”", "aimé…”"), ("à¤", "à¤")),
        *(("кот", "кот"), ("plain", "plain"), ("", "")),
    ],
)
def test_words_are_read_as_they_were_meant(word: str, meant: str) -> None:
    assert without_mojibake(word) == meant


@given(st.text(st.characters(max_codepoint=0x17F)))
def test_latin_letters_that_were_encoded_twice_can_be_mended(word: str) -> None:
    assert without_mojibake(as_mojibake(word)) == word


@pytest.mark.parametrize(
    ("word", "case"),
    [("Ã©l", Case.LOWER), ("Ã‰l", Case.CAPITALISED), ("EspaÃ±a", Case.CAPITALISED)],
)
def test_the_case_is_that_of_the_letters_that_were_meant(word: str, case: Case) -> None:
    assert Case.of(word) is case
