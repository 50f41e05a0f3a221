from __future__ import annotations

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.text.words import Case, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, NAME, SMALL, STOP, Said, says, shown


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("voici m paul ici", "Voici M Paul ici."),
        ("voici mm. paul ici", "Voici MM. Paul ici."),
        ("VOICI MM. PAUL ICI", "Voici MM. Paul ici."),
        ("voici mme paul ici", "Voici Mme Paul ici."),
        ("VOICI M. DE PAUL ICI", "Voici M. de Paul ici."),
        ("voici m. de la mer ici", "Voici m. de la mer ici."),
        ("oui mm paul ici", "Oui mm Paul ici."),
        ("fait 5 m Paul ici", "Fait 5 m Paul ici."),
    ],
)
def test_titles_before_a_name_are_large(heard: str, written: str) -> None:
    words, gaps = line_of(heard)
    named = [NAME if word.text.lower() == "paul" else SMALL for word in words[:-1]]
    found = suggest(words, gaps, says(*named, STOP), ALL, language="fr")
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("du viiie siècle", "Du VIIIe siècle."),
        ("le ve arrondissement", "Le Ve arrondissement."),
        ("les xiie et xiiie siècles", "Les XIIe et XIIIe siècles."),
        ("du vie siècle", "Du VIe siècle."),
        ("du vie au xe siècle", "Du VIe au Xe siècle."),
        ("au ier siècle", "Au Ier siècle."),
        ("le vème arrondissement", "Le Vème arrondissement."),
        ("le xve et le xvie siècles", "Le XVe et le XVIe siècles."),
        ("aux ive xie xve et xxe siècles", "Aux IVe XIe XVe et XXe siècles."),
        ("de sa vie au xviie siècle", "De sa vie au XVIIe siècle."),
        ("la vie et le xe siècle", "La vie et le Xe siècle."),
        ("la vie et la vie", "La vie et la vie."),
        ("la vie au village", "La vie au village."),
    ],
)
def test_roman_numbers_are_large_before_what_they_count(heard: str, written: str) -> None:
    words, gaps = line_of(heard)
    found = suggest(words, gaps, says(*[SMALL] * (len(words) - 1), STOP), ALL, language="fr-CA")
    assert shown(words, found) == written


@pytest.mark.parametrize("written", ["Xe", "Xème", "Ier", "IE"])
def test_a_roman_number_of_one_letter_keeps_its_small_ending(written: str) -> None:
    words, gaps = line_of(f"Le {written.lower()} est ici")
    own = (Mark.NONE, 0.95, Case.UPPER, 0.99)
    found = suggest(words, gaps, says(SMALL, own, SMALL, STOP), ALL, language="fr")
    assert shown(words, found) == f"Le {written} est ici."


@pytest.mark.parametrize(
    ("before", "written"), [(SMALL, "Au XIIe siècle ici."), (STOP, "Au XIIe. Siècle ici.")]
)
def test_a_century_is_no_name_behind_its_number(before: Said, written: str) -> None:
    words, gaps = line_of("au xiie siècle ici")
    found = suggest(words, gaps, says(SMALL, before, NAME, STOP), ALL, language="fr")
    assert shown(words, found) == written
