from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.text.words import Break, Case, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, LETTER, NOTHING, SMALL, STOP, says, shown


@pytest.mark.parametrize(
    ("behind", "written"),
    [([",", ""], "Dial 4 4 2 now."), ([",", ","], "Dial 4, 4, 2 now.")],
)
def test_figures_one_by_one_have_all_their_commas_or_none(behind: list[str], written: str) -> None:
    words, gaps = line_of("dial 4 4 2 now")
    within = [(Mark(mark), 0.9, Case.LOWER, 0.95) for mark in behind]
    found = suggest(words, gaps, says(NOTHING, *within, NOTHING, STOP), ALL)
    assert shown(words, found) == written


@pytest.mark.parametrize("text", ["5 4 3 2", "five four three two"])
def test_who_counts_one_a_cue_tells_no_number(text: str) -> None:
    words, gaps = line_of(text)
    apart = [replace(gap, break_=Break.CUE) for gap in gaps]
    written = ". ".join(text.split()).title() + "."
    assert shown(words, suggest(words, apart, says(*[STOP] * 4), ALL)) == written
    assert shown(words, suggest(words, gaps, says(*[STOP] * 4), ALL)) == text.capitalize() + "."


def test_words_that_begin_with_a_digit_or_are_written_specially_stay() -> None:
    words, gaps = line_of("iPhone 3d")
    found = suggest(words, gaps, says(STOP, STOP), Options())
    assert shown(words, found) == "iPhone. 3d."


@pytest.mark.parametrize(
    ("case", "heard", "written"),
    [
        (Case.KEEP, "it is 3d 1st 2nds", "It is 3D. 1st 2nds."),
        (Case.KEEP, "IT IS 3D 1ST @ANNA", "It is 3D. 1st @ANNA."),
        (Case.KEEP, "IT IS 3D-PRINTED 4K-READY 2D", "It is 3D-printed. 4K-ready 2D."),
        (Case.KEEP, "IT IS 2D-CNN 3D-MRI-LED 5G-NR", "It is 2D-CNN. 3D-MRI-led 5G-NR."),
        (Case.KEEP, "It is 3D-PRINTED 4K-READY 2d", "It is 3D-PRINTED. 4K-READY 2D."),
        (Case.LOWER, "IT IS 45-YEAR-OLD 1990S '90S", "It is 45-year-old. 1990s '90s."),
        (Case.LOWER, "It is 3D 5G 4K", "It is 3D. 5G 4K."),
        (Case.LOWER, "It is 45-Year-Old 1M 90KG", "It is 45-Year-Old. 1M 90KG."),
    ],
)
def test_letters_behind_a_digit_are_written_as_the_model_says(
    case: Case, heard: str, written: str
) -> None:
    words, gaps = line_of(heard)
    own = (Mark.NONE, 0.95, case, 0.9)
    ended = (Mark.PERIOD, 0.95, case, 0.9)
    said = says(NOTHING, NOTHING, ended, own, ended)
    assert shown(words, suggest(words, gaps, said, ALL)) == written


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("DIE 1960ER-JAHRE WAREN", "nl", "Die 1960ER-JAHRE waren."),
        ("DIE 1960ER-JAHRE WAREN", "de", "Die 1960er-Jahre waren."),
        ("die 60er-jahre waren", "de", "Die 60er-Jahre waren."),
        ("die 3-zimmer-wohnungen waren", "de", "Die 3-Zimmer-Wohnungen waren."),
        ("die 3d-vektoren waren", "de", "Die 3D-Vektoren waren."),
        ("die 2-d-ebenen waren", "de", "Die 2-D-Ebenen waren."),
        ("die 3x3-matrizen waren", "de", "Die 3x3-Matrizen waren."),
        ("die 90°-drehungen waren", "de", "Die 90°-Drehungen waren."),
        ("die 3d-gedruckten waren", "de", "Die 3d-gedruckten waren."),
        ("die 18-jährigen waren", "de", "Die 18-jährigen waren."),
        ("die 3-dimensionalen waren", "de", "Die 3-dimensionalen waren."),
        ("es 10-mal waren", "de", "Es 10-mal waren."),
        ("die 60er-jahre waren", "en", "Die 60er-jahre waren."),
    ],
)
def test_other_languages_may_write_large_what_a_hyphen_joins_to_a_digit(
    text: str, language: str, written: str
) -> None:
    words, gaps = line_of(text)
    own = (Mark.NONE, 0.95, Case.KEEP, 0.9)
    found = suggest(words, gaps, says(NOTHING, own, STOP), ALL, language=language)
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("a 5 ms lag 3.5 ghz", "A 5 ms lag 3.5 GHz."),
        ("A 5 MS LAG 10 KG", "A 5 ms lag 10 kg."),
        ("a 2 tsp lag 3 kg", "A 2 tsp lag 3 kg."),
        ("a b ms lag mb b", "A b Ms lag Mb b."),
        ("A 5 kW lag 10 kB", "A 5 kW lag 10 kB."),
    ],
)
def test_units_behind_a_number_have_their_own_capitals(heard: str, written: str) -> None:
    words, gaps = line_of(heard)
    said = says(NOTHING, NOTHING, LETTER, NOTHING, LETTER, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == written


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("un 3d et 2-d", "fr", "Un 3D et 2-D."),
        ("the 3d and 2-d", "en", "The 3d and 2-D."),
        ("le co2 et h2o", "fr", "Le CO2 et H2O."),
    ],
)
def test_dimensions_and_formulas_are_large(text: str, language: str, written: str) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(SMALL, SMALL, SMALL, STOP), ALL, language=language)
    assert shown(words, found) == written


def test_the_number_of_an_item_is_no_word_of_its_sentence() -> None:
    words, gaps = line_of("we wait a go b stay", [Mark.NONE] * 6)
    for gap in (3, 5):
        gaps[gap] = replace(gaps[gap], fixed=True, item=True)
    said = says(NOTHING, STOP, STOP, NOTHING, STOP, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "We wait. a Go b stay."
    words, gaps = line_of("a go")
    gaps[1] = replace(gaps[1], fixed=True, item=True)
    assert shown(words, suggest(words, gaps, says(STOP, STOP), ALL)) == "a Go."


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("die x-achse war", "de", "Die x-Achse war."),
        ("DIE Y-KOORDINATEN WAREN", "de", "Die y-Koordinaten waren."),
        ("das x-chromosom war", "de", "Das X-Chromosom war."),
        ("die x-achse war", "nl", "Die X-Achse war."),
        ("die X-Achse war", "de", "Die X-Achse war."),
    ],
)
def test_the_letter_of_an_axis_is_small_in_german(text: str, language: str, written: str) -> None:
    words, gaps = line_of(text)
    own = (Mark.NONE, 0.95, Case.KEEP, 0.9)
    found = suggest(words, gaps, says(NOTHING, own, STOP), ALL, language=language)
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("language", "case", "written"),
    [
        ("cs", Case.LOWER, "Od 3. května."),
        ("cs", Case.CAPITALISED, "Od 3. Května."),
        ("en", Case.LOWER, "Od 3. Května."),
    ],
)
def test_behind_the_dot_of_a_number_the_next_word_tells_what_it_is(
    language: str, case: Case, written: str
) -> None:
    words, gaps = line_of("od 3 května")
    told = says(SMALL, (Mark.PERIOD, 0.9, Case.LOWER, 0.95), (Mark.PERIOD, 0.9, case, 0.95))
    assert shown(words, suggest(words, gaps, told, ALL, language=language)) == written


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("de", "ab dem 13 Januar", "Ab dem 13. Januar."),
        ("de", "mit nur 13 Leuten", "Mit nur 13 Leuten."),
        ("de", "um die 40 Januar", "Um die 40 Januar."),
        ("en", "on the 13 April", "On the 13 April."),
    ],
)
def test_the_day_of_a_german_date_gets_its_dot(language: str, text: str, written: str) -> None:
    words, gaps = line_of(text)
    month = (Mark.PERIOD, 0.95, Case.CAPITALISED, 0.95)
    found = suggest(words, gaps, says(SMALL, SMALL, SMALL, month), ALL, language=language)
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("so 1 + 2 + 3 = 6 holds", "So, 1 + 2 + 3 = 6, holds."),
        ("Hill & Daughters paint", "Hill & Daughters, paint."),
        ("now 20 % off", "Now, 20 %, off."),
        ("sur Canal + ce soir", "Sur, Canal +, ce, soir."),
        ("dit 7 1/2 et 3 ½", "Dit, 7 1/2, et, 3 ½."),
        ("en 2021 1/2 de nous", "En, 2021, 1/2, de, nous."),
    ],
)
def test_no_mark_parts_a_sign_from_what_it_joins(heard: str, written: str) -> None:
    words, gaps = line_of(heard)
    parted = [(Mark.COMMA, 0.9, Case.of(word.text), 0.95) for word in words[:-1]]
    found = suggest(words, gaps, says(*parted, STOP), ALL, language="fr")
    assert shown(words, found) == written


def test_a_mark_that_stands_beside_a_sign_stays() -> None:
    words, gaps = line_of("we gave it a + then left")
    stands = [replace(gap, current=Mark.PERIOD) if at == 5 else gap for at, gap in enumerate(gaps)]
    found = suggest(words, stands, says(*[SMALL] * 4, STOP, SMALL, STOP), ALL)
    assert all(suggestion.gap != 5 or suggestion.mark is Mark.PERIOD for suggestion in found)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_degrees_have_the_capital_of_their_scale(language: str) -> None:
    words, gaps = line_of("it is 21 °c or 70 °f here")
    said = says(*[SMALL] * 2, (Mark.COMMA, 0.9, Case.LOWER, 0.95), *[SMALL] * 4, STOP)
    found = suggest(words, gaps, said, ALL, language=language)
    assert shown(words, found) == "It is 21 °C or 70 °F here."


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("heard", ["from -5.5°c to 72°f", "FROM -5.5°C TO 72°F"])
def test_degrees_glued_to_their_number_have_that_capital_too(heard: str, language: str) -> None:
    words, gaps = line_of(heard)
    found = suggest(words, gaps, says(*[SMALL] * 3, STOP), ALL, language=language)
    assert shown(words, found) == "From -5.5°C to 72°F."
