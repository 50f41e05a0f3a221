from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.labels import MARKS
from subpunct_app.text.words import Break, Case, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import (
    ALL,
    DOTTED,
    LARGE,
    LETTER,
    NAME,
    NOTHING,
    OWN,
    SMALL,
    STOP,
    UNSURE,
    Said,
    says,
    shown,
)

PERHAPS = (Mark.NONE, 0.95, Case.CAPITALISED, 0.34)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("so mr. hill is", "So Mr. hill is."),
        ("so dr. hill is", "So dr. hill is."),
        ("the u.s. road is", "The U.S. road is."),
        ("the i.e. road is", "The i.e. road is."),
    ],
)
def test_what_is_always_large_with_its_dot_needs_no_model(text: str, written: str) -> None:
    words, gaps = line_of(text)
    said = says(SMALL, (Mark.PERIOD, 0.6, Case.LOWER, 0.9), SMALL, STOP)
    found = [one for one in suggest(words, gaps, said, ALL) if one.gap != 2]
    assert shown(words, tuple(found)) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("so p. 45 is", "So p. 45 is."),
        ("so p. P is", "So P. p is."),
        ("at 9 eastern is", "At 9 eastern is."),
        ("at 9pm eastern is", "At 9pm Eastern is."),
    ],
)
def test_pages_are_small_and_zones_large(text: str, written: str) -> None:
    words, gaps = line_of(text)
    letter = LETTER if " p. " in text else SMALL
    assert shown(words, suggest(words, gaps, says(SMALL, letter, SMALL, STOP), ALL)) == written


def test_initials_of_another_language_keep_their_full_stops() -> None:
    words, gaps = line_of("by j p bach")
    found = suggest(words, gaps, says(NOTHING, DOTTED, DOTTED, STOP), ALL, language="nl")
    assert shown(words, found) == "By J. P. Bach."


@pytest.mark.parametrize(
    ("text", "said", "written"),
    [
        ("so mr hill is", [NOTHING, LETTER, LETTER, STOP], "So Mr. Hill is."),
        ("so Mr hill is", [NOTHING, LETTER, LETTER, STOP], "So Mr Hill is."),
        ("mr and mrs hill", [LETTER, NOTHING, LETTER, LETTER], "Mr. and Mrs. Hill."),
        ("the dr is in", [NOTHING, LETTER, NOTHING, STOP], "The Dr is in."),
        ("SO MR HILL IS", [NOTHING, LETTER, LETTER, STOP], "So Mr. Hill is."),
        ("so mr of st louis", [NOTHING, LETTER, NOTHING, LETTER, LETTER], "So Mr of St. Louis."),
        ("so sen hill is", [NOTHING, LETTER, LETTER, STOP], "So Sen. Hill is."),
        ("her rev share is", [NOTHING, LETTER, PERHAPS, STOP], "Her Rev share is."),
        ("so gov 2.0 is", [NOTHING, LETTER, LETTER, STOP], "So Gov 2.0 is."),
        ("so hill jr is", [NOTHING, LETTER, LETTER, STOP], "So Hill Jr. is."),
        ("so is jr in", [NOTHING, NOTHING, LETTER, STOP], "So is Jr in."),
        ("so hill Jr is", [NOTHING, LETTER, LETTER, STOP], "So Hill Jr is."),
        ("in main st", [NOTHING, LETTER, LETTER], "In Main St."),
        ("ask the dr we do", [NOTHING, NOTHING, DOTTED, LETTER, STOP], "Ask the Dr. We do."),
    ],
)
def test_a_title_before_a_name_has_a_dot_that_ends_no_sentence(
    text: str, said: list[Said], written: str
) -> None:
    words, gaps = line_of(text)
    assert shown(words, suggest(words, gaps, says(*said), ALL, language="en-US")) == written
    assert "Mr." not in shown(words, suggest(words, gaps, says(*said), ALL, language="en-GB"))
    assert "Mr." not in shown(words, suggest(words, gaps, says(*said), Options(mode=Mode.REVIEW)))


@pytest.mark.parametrize(
    ("language", "text", "said", "written"),
    [
        ("de", "herr dr hill", [NAME, NAME, DOTTED], "Herr Dr. Hill."),
        ("de", "herr prof dr hill", [NAME, NAME, NAME, DOTTED], "Herr Prof. Dr. Hill."),
        ("de", "in st gallen", [NOTHING, NOTHING, DOTTED], "In St. Gallen."),
        ("de", "herr Dr hill", [NAME, NAME, DOTTED], "Herr Dr Hill."),
        ("es", "la sra ruiz", [NOTHING, NOTHING, DOTTED], "La Sra. Ruiz."),
        ("es", "hola sra gracias", [NOTHING, NAME, STOP], "Hola Sra gracias."),
        ("pt", "a dra silva", [NOTHING, NAME, DOTTED], "A Dra. Silva."),
        ("it", "il sig rossi", [NOTHING, NAME, DOTTED], "Il sig. Rossi."),
        ("it", "sig rossi", [NAME, DOTTED], "Sig. Rossi."),
        ("it", "MA IL SIG ROSSI", [NOTHING, NOTHING, NAME, DOTTED], "Ma il sig. Rossi."),
        ("nl", "een mevr bakker", [NOTHING, LARGE, DOTTED], "Een mevr. Bakker."),
        ("nl", "zei dhr van der berg", [NOTHING] * 4 + [DOTTED], "Zei dhr. van der Berg."),
        ("es", "el sr de la cruz", [NOTHING] * 4 + [DOTTED], "El Sr. de la Cruz."),
        ("es", "el dr de la casa", [NOTHING] * 4 + [STOP], "El dr de la casa."),
        ("de", "der prof von bonn", [NOTHING] * 3 + [DOTTED], "Der prof von Bonn."),
        ("nl", "een prof is", [NOTHING, NOTHING, STOP], "Een prof is."),
        ("nl", "een prof van", [NOTHING, NOTHING, STOP], "Een prof van."),
        ("fr", "le dr hill", [NOTHING, NAME, DOTTED], "Le Dr Hill."),
    ],
)
def test_a_title_has_its_dot_in_other_languages(
    language: str, text: str, said: list[Said], written: str
) -> None:
    words, gaps = line_of(text)
    assert shown(words, suggest(words, gaps, says(*said), ALL, language=language)) == written


def test_a_word_with_its_own_full_stop_gets_no_second_one() -> None:
    words, gaps = line_of("Ships etc.")
    assert suggest(words, gaps, says(NOTHING, STOP), Options()) == ()
    words, gaps = line_of("big ships etc. sail on")
    doubtful = says(NOTHING, NOTHING, UNSURE, NOTHING, STOP)
    doubtful.marks[2, MARKS.index(Mark.PERIOD)] = 0.2
    assert 3 not in {item.gap for item in suggest(words, gaps, doubtful, Options(ask=True))}


@pytest.mark.parametrize("spoken", ["The d.a.'s here", "THE D.A.'S HERE", "The D.A.'s here"])
def test_what_belongs_to_letters_with_dots_has_a_small_s(spoken: str) -> None:
    words, gaps = line_of(spoken)
    said = says(NOTHING, (Mark.NONE, 0.95, Case.UPPER, 0.9), STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "The D.A.'s here."


@pytest.mark.parametrize(
    ("text", "said", "written"),
    [
        ("at 7 p.m. we", LARGE, "At 7 p.m. we."),
        ("at 7 P.M. we", SMALL, "At 7 P.M. we."),
        ("we saw e.g. cats", NAME, "We saw e.g. cats."),
        ("the old u.p. road", NAME, "The old U.P. road."),
        ("her own M.A. here", SMALL, "Her own M.A. here."),
        ("his new b.sc. here", LARGE, "His new b.sc. here."),
        ("his new Ph.D. here", SMALL, "His new Ph.D. here."),
        ("his new ph.d. here", OWN, "His new Ph.D. here."),
        ("AT THE P.M. WE", LARGE, "At the p.m. we."),
        ("AT THE U.P. WE", SMALL, "At the U.P. we."),
        ("AT THE PH.D. WE", SMALL, "At the PH.D. we."),
        ("go to example.com now", LARGE, "Go to example.com now."),
        ("see our pp. five", LARGE, "See our pp. five."),
        ("read this chapter again", LARGE, "Read this chapter again."),
        ("Read on Chapter five", LARGE, "Read on Chapter five."),
        ("READ ON CHAPTER FIVE", LARGE, "Read on chapter five."),
        ("the cats vs. dogs", LARGE, "The cats vs. dogs."),
    ],
)
def test_letters_with_dots_keep_their_own_case(
    text: str, said: tuple[Mark, float, Case, float], written: str
) -> None:
    words, gaps = line_of(text)
    assert shown(words, suggest(words, gaps, says(SMALL, SMALL, said, STOP), ALL)) == written


@pytest.mark.parametrize("sound", ["Er", "er", "Um"])
def test_who_hesitates_within_a_sentence_does_so_in_small_letters(sound: str) -> None:
    words, gaps = line_of(f"We stay {sound} we")
    found = suggest(words, gaps, says(SMALL, SMALL, LARGE, STOP), ALL)
    assert shown(words, found) == f"We stay {sound.lower()} we."


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("meet in rm. 12 now", "Meet in Rm. 12 now."),
        ("MEET IN RM 12 NOW", "Meet in Rm 12 now."),
        ("JUST RUN RM 3 TIMES", "Just run RM 3 times."),
    ],
)
def test_a_room_with_its_number_is_no_acronym(text: str, written: str) -> None:
    words, gaps = line_of(text)
    said = says(SMALL, SMALL, LARGE, SMALL, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == written


@pytest.mark.parametrize(
    ("first", "written"),
    [("e.g.", "E.g."), ("w.e.b.", "W.E.B."), ("ph.d.", "Ph.d."), ("Ph.D.", "Ph.D.")],
)
def test_letters_with_dots_can_begin_a_sentence(first: str, written: str) -> None:
    words, gaps = line_of(f"{first} yes")
    assert shown(words, suggest(words, gaps, says(SMALL, STOP), ALL)) == f"{written} yes."


@pytest.mark.parametrize(
    ("text", "written"),
    [("ja q.b. so", "Ja q.b. so."), ("ja Dhr. so", "Ja Dhr. so."), ("ja j. so", "Ja J. so.")],
)
def test_abbreviations_of_other_languages_are_no_acronyms(text: str, written: str) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(SMALL, LARGE, STOP), ALL, language="de")
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("de", "ja d. h. so", "Ja d. h. so."),
        ("nl", "ja het bijv. so", "Ja het bijv. so."),
        ("de", "ja es usw. so", "Ja es usw. So."),
    ],
)
def test_no_sentence_begins_behind_what_leads_on(language: str, text: str, written: str) -> None:
    words, gaps = line_of(text)
    begins = (Mark.PERIOD, 0.9, Case.CAPITALISED, 0.9)
    said = says(SMALL, SMALL, STOP, begins)
    assert shown(words, suggest(words, gaps, said, ALL, language=language)) == written


@pytest.mark.parametrize(
    ("break_", "pause", "other"),
    [(Break.CUE, None, True), (Break.CUE, 0, False), (Break.LINE, None, False)],
)
def test_what_leads_on_leads_to_no_other_paragraph(
    break_: Break, pause: int | None, other: bool
) -> None:
    words, gaps = line_of("fünf euro inkl. wir gehen")
    gaps[3] = replace(gaps[3], break_=break_, pause_ms=pause)
    begins = (Mark.NONE, 0.9, Case.CAPITALISED, 0.9)
    said = says(SMALL, SMALL, STOP, begins, STOP)
    written = shown(words, suggest(words, gaps, said, ALL, language="de"))
    assert written == f"Fünf euro inkl. {'Wir' if other else 'wir'} gehen."


@pytest.mark.parametrize("text", ["ik ga naar 't café", "IK GA NAAR 'T CAFÉ"])
def test_a_clipped_word_has_no_capital(text: str) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(SMALL, SMALL, SMALL, LARGE, STOP), ALL, language="nl")
    assert shown(words, found) == "Ik ga naar 't café."


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("de", "ja z. b. so", "Ja z. B. so."),
        ("de", "d. h. so z.b.", "D. h. so z.B."),
        ("de", "Der h. c. so", "Der h. c. so."),
        ("de", "JA Z.B. DAS SO", "Ja z.B. das so."),
        ("de", "Hof a. m. so", "Hof a. M. so."),
        ("es", "los ee. uu. sí", "Los EE. UU. sí."),
        ("de", "KARL XIV. WAR DA", "Karl XIV. war da."),
        ("nl", "NU DHR. DE SMIT", "Nu dhr. de smit."),
        ("nl", "Nu Dhr. de Smit", "Nu Dhr. de smit."),
    ],
)
def test_known_abbreviations_are_written_as_their_language_has_them(
    language: str, text: str, written: str
) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(SMALL, LARGE, SMALL, STOP), ALL, language=language)
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("nl", "arts dr. Bakker", "Arts dr. Bakker."),
        ("nl", "lid mr. Jansen", "Lid mr. Jansen."),
        ("it", "il prof. Rossi", "Il prof. Rossi."),
        ("it", "qui cfr. Rossi", "Qui cfr. Rossi."),
    ],
)
def test_a_title_stays_small_though_the_model_takes_it_for_a_name(
    language: str, text: str, written: str
) -> None:
    words, gaps = line_of(text)
    name = (Mark.PERIOD, 0.95, Case.CAPITALISED, 0.95)
    found = suggest(words, gaps, says(SMALL, NAME, name), ALL, language=language)
    assert shown(words, found) == written


def test_a_review_leaves_abbreviations_as_they_are() -> None:
    words, gaps = line_of("El sr. Ruiz", [Mark.NONE] * 2 + [Mark.PERIOD])
    review = Options(mode=Mode.REVIEW)
    assert suggest(words, gaps, says(NAME, SMALL, NAME), review, language="es") == ()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("la u.n.a.m. sí", "La U.N.A.M. sí."),
        ("la j.-l. sí", "La J.-L. sí."),
        ("j.-l. luc sí", "J.-L. Luc sí."),
    ],
)
def test_initials_are_all_large_or_all_small(text: str, written: str) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(SMALL, NAME, STOP), ALL, language="es")
    assert shown(words, found) == written


def test_abbreviations_of_other_languages_begin_with_one_capital() -> None:
    words, gaps = line_of("d.w.z. ja")
    found = suggest(words, gaps, says(SMALL, STOP), ALL, language="nl")
    assert shown(words, found) == "D.w.z. ja."


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("nl", "s avonds n hond", "s Avonds. n Hond."),
        ("nl-BE", "het hondje t slaapt", "Het hondje. t Slaapt."),
        ("af", "n man n hond", "n Man. n Hond."),
        ("da", "s mand n hund", "S mand. N hund."),
    ],
)
def test_a_clipped_word_leaves_its_capital_to_the_next(
    language: str, text: str, written: str
) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(SMALL, STOP, SMALL, STOP), ALL, language=language)
    assert shown(words, found) == written


@pytest.mark.parametrize(
    ("language", "text", "put"),
    [
        ("de", "ist z. B. gut", False),
        ("de", "ist z.B. gut", False),
        ("nl", "is d. w. z. goed", False),
        ("fr", "est par ex. bon", False),
        ("fr", "est p. ex. bon", False),
        ("fr", "voici M. le", False),
        ("es", "es p. ej. bueno", False),
        ("es", "Hola Sra. López", False),
        ("es", "Hola Sra. gracias", True),
        ("pt", "Bom dia Dr. tudo", True),
        ("de", "Hunde usw. gut", True),
        ("en", "this cf. that", True),
    ],
)
def test_no_comma_is_put_behind_an_abbreviation_that_leads_on(
    language: str, text: str, put: bool
) -> None:
    words, gaps = line_of(text)
    said = says(*[NOTHING] * (len(words) - 2), (Mark.COMMA, 0.95, Case.LOWER, 0.95), STOP)
    found = suggest(words, gaps, said, Options(), language=language)
    assert any(one.mark is Mark.COMMA for one in found) is put
