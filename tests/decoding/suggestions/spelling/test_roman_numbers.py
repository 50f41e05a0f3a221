from __future__ import annotations

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, DOTTED, NAME, SMALL, STOP, says, shown


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("es", "luis ix era", "Luis IX era."),
        ("it", "vittorio iii era", "Vittorio III era."),
        ("nl", "hendrik xiv was", "Hendrik XIV was."),
        ("pt", "joão vi era", "João VI era."),
        ("pt", "pedro vi era", "Pedro vi era."),
        ("es", "pedro vi era", "Pedro vi era."),
        ("it", "maria vi ama", "Maria vi ama."),
        ("de", "paul vi war", "Paul VI war."),
        ("fr", "jean xxiii dit", "Jean XXIII dit."),
        ("de", "präsident xi war", "Präsident Xi war."),
        ("sv", "anna vi sa", "Anna Vi sa."),
        ("ro", "anna vii sa", "Anna Vii sa."),
    ],
)
def test_numbers_behind_names_are_large(language: str, text: str, written: str) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(NAME, NAME, STOP), ALL, language=language)
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("language", "written"),
    [
        *(("de", "So paul VI war."), ("fr", "So paul VI war."), ("nl", "So paul VI war.")),
        *(("es", "So paul vi war."), ("it", "So paul vi war."), ("pt", "So paul vi war.")),
    ],
)
def test_vi_is_small_where_it_is_a_word(language: str, written: str) -> None:
    words, gaps = line_of("so paul vi war")
    found = suggest(words, gaps, says(SMALL, SMALL, SMALL, STOP), ALL, language=language)
    assert shown(words, found) == written


def test_vi_is_a_word_at_the_start_of_a_sentence() -> None:
    words, gaps = line_of("veio anna vi tudo")
    found = suggest(words, gaps, says(SMALL, DOTTED, NAME, STOP), ALL, language="pt")
    assert shown(words, found) == "Veio Anna. Vi tudo."


@pytest.mark.parametrize("language", ["es", "it", "pt"])
def test_a_six_that_a_file_writes_large_stays_so_behind_any_name(language: str) -> None:
    words, gaps = line_of("balduino VI era")
    found = suggest(words, gaps, says(NAME, NAME, STOP), ALL, language=language)
    assert shown(words, found) == "Balduino VI era."
