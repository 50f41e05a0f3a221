from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.evidence.habits import Habits
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.decoding.suggestions.spelling.names import Names
from subpunct_app.text.words import Break, Case, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, LARGE, NAME, NOTHING, SMALL, STOP, says, shown


def test_names_are_capitalised_inside_a_sentence() -> None:
    words, gaps = line_of("In london it rains")
    name = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
    found = suggest(words, gaps, says(NOTHING, name, NOTHING, STOP), Options())
    assert shown(words, found) == "In London it rains."


def test_a_capital_that_only_a_sentence_start_explains_is_not_proposed_alone() -> None:
    words, gaps = line_of("It rains we stay", [Mark.NONE, Mark.NONE, Mark.NONE, Mark.PERIOD])
    unsure_end = (Mark.PERIOD, 0.4, Case.LOWER, 0.95)
    unsure_start = (Mark.NONE, 0.95, Case.CAPITALISED, 0.42)
    prediction = says(NOTHING, unsure_end, unsure_start, STOP)
    prediction.marks[1] = [0.58, 0.0, 0.42, 0.0, 0.0, 0.0]
    prediction.cases[2] = [0.58, 0.42, 0.0, 0.0]
    assert suggest(words, gaps, prediction, Options()) == ()


@pytest.mark.parametrize(("sure", "written"), [(0.7, "He asked, why."), (0.95, "He asked, Why.")])
def test_after_a_comma_only_a_sure_name_is_capitalised(sure: float, written: str) -> None:
    words, gaps = line_of("he asked why")
    comma = (Mark.COMMA, 0.95, Case.LOWER, 0.95)
    maybe = (Mark.PERIOD, 0.9, Case.CAPITALISED, sure)
    assert shown(words, suggest(words, gaps, says(NOTHING, comma, maybe), ALL)) == written


@pytest.mark.parametrize(("sure", "written"), [(0.6, "We Stay."), (0.95, "We stay.")])
def test_a_capital_is_lowered_only_where_it_is_surely_wrong(sure: float, written: str) -> None:
    words, gaps = line_of("We Stay")
    prediction = says(NOTHING, STOP)
    prediction.cases[1] = [sure, 1 - sure, 0.0, 0.0]
    assert shown(words, suggest(words, gaps, prediction, ALL)) == written


@pytest.mark.parametrize(
    ("name", "case", "sure", "written"),
    [
        ("Bert", Case.UPPER, 0.6, "Bert"),
        ("Bert", Case.UPPER, 0.95, "BERT"),
        ("Dan-tan", Case.KEEP, 0.6, "Dan-tan"),
        ("Dan-tan", Case.KEEP, 0.95, "Dan-Tan"),
        ("MPEG-DASH", Case.KEEP, 0.95, "MPEG-DASH"),
    ],
)
def test_a_name_gets_other_capitals_only_where_that_is_sure(
    name: str, case: Case, sure: float, written: str
) -> None:
    words, gaps = line_of(f"We ask {name}")
    found = suggest(words, gaps, says(NOTHING, NOTHING, (Mark.PERIOD, 0.9, case, sure)), ALL)
    assert shown(words, found) == f"We ask {written}."


@pytest.mark.parametrize("text", ["s-gravenhage en s-heerenberg", "S-GRAVENHAGE EN S-HEERENBERG"])
def test_dutch_places_have_their_capital_behind_what_is_clipped(text: str) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(NAME, SMALL, STOP), ALL, language="nl")
    assert shown(words, found) == "s-Gravenhage en s-Heerenberg."


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("Il Cnr in tv", "it", "Il Cnr in tv."),
        ("De Uefa in Gent", "nl", "De Uefa in Gent."),
        ("The Nasa in fbi", "en", "The NASA in FBI."),
    ],
)
def test_where_names_have_capitals_other_languages_write_acronyms_as_names(
    text: str, language: str, written: str
) -> None:
    words, gaps = line_of(text)
    said = says(SMALL, LARGE, SMALL, (Mark.PERIOD, 0.9, Case.UPPER, 0.97))
    found = suggest(words, gaps, said, ALL, language=language, habits=Habits(has_names=True))
    assert shown(words, found) == written
    bare = suggest(words, gaps, said, ALL, language=language, habits=Habits())
    assert text.split()[1].upper() in shown(words, bare)


@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        ("E. coli", "en", True),
        ("M bovis", "en", False),
        ("of x", "en", True),
        ("of coli", "en", False),
        ("Jan van Dijk", "nl", True),
        ("Jan van der Berg", "nl", True),
        ("jan van dijk", "nl", False),
        ("at the Hague", "en", False),
    ],
)
def test_where_sentences_have_capitals_small_words_in_names_and_letters_are_meant(
    text: str, language: str, kept: bool
) -> None:
    said_of = {"It": NOTHING, "rains": STOP, "E": STOP, "M": STOP}
    small = text.split()[1]
    for mode in (Mode.RESTORE, Mode.FILL, Mode.REVIEW) if kept else (Mode.RESTORE, Mode.FILL):
        words, gaps = line_of(f"It rains We saw {text.replace('.', '')} now")
        at = 4 + text.split().index(small)
        gaps[2] = replace(gaps[2], current=Mark.PERIOD)
        gaps[at] = replace(gaps[at], current=Mark.PERIOD if "." in text else Mark.NONE)
        name = (Mark.NONE, 0.95, Case.CAPITALISED, 0.99)
        rows = [said_of.get(word.text, name) for word in words]
        found = suggest(words, gaps, says(*rows), Options(mode), language=language)
        assert all(one.gap != at for one in found) is kept


def test_acronyms_come_back_in_capitals() -> None:
    words, gaps = line_of("We ask nasa", [Mark.NONE, Mark.NONE, Mark.PERIOD])
    acronym = (Mark.PERIOD, 0.9, Case.UPPER, 0.9)
    found = suggest(words, gaps, says(NOTHING, NOTHING, acronym), Options())
    assert shown(words, found) == "We ask NASA"
    assert found[0].case is Case.UPPER


def test_shouted_text_is_written_in_sentences() -> None:
    words, gaps = line_of("IT RAINS WE STAY")
    found = suggest(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options())
    assert shown(words, found) == "It rains. We stay."


@pytest.mark.parametrize(
    ("mode", "written"),
    [
        (Mode.RESTORE, "It rains. No entry 1984. We stay. NATO."),
        (Mode.FILL, "It rains. NO ENTRY 1984. We stay. NATO."),
    ],
)
def test_a_cue_in_capitals_is_written_in_one_way(mode: Mode, written: str) -> None:
    words, gaps = line_of("It rains NO ENTRY 1984 We stay NATO")
    words = [replace(word, cue=(at > 1) + (at > 4) + (at > 6)) for at, word in enumerate(words)]
    unsure = (Mark.NONE, 0.95, Case.LOWER, 0.4)
    said = says(NOTHING, STOP, unsure, unsure, STOP, NOTHING, STOP, unsure)
    assert shown(words, suggest(words, gaps, said, Options(mode))) == written


def test_a_review_leaves_shouted_text_in_capitals() -> None:
    words, gaps = line_of("ANNA SAW IT")
    sure = says(
        (Mark.NONE, 0.99, Case.CAPITALISED, 0.999), NOTHING, (Mark.PERIOD, 0.99, Case.LOWER, 0.99)
    )
    assert shown(words, suggest(words, gaps, sure, Options(Mode.REVIEW))) == "ANNA SAW IT."


@pytest.mark.parametrize("text", ["is impor tant", "IS IMPOR TANT"])
def test_halves_of_a_broken_word_are_no_names_and_begin_no_sentence(text: str) -> None:
    words, gaps = line_of(text)
    gaps[2] = replace(gaps[2], break_=Break.LINE, fixed=True, broken=True)
    half = (Mark.PERIOD, 0.9, Case.CAPITALISED, 0.8)
    found = suggest(words, gaps, says(NOTHING, half if text.islower() else STOP, half), ALL)
    assert shown(words, found) == "Is impor tant."


@pytest.mark.parametrize(
    ("mode", "written"),
    [(Mode.RESTORE, "Stop"), (Mode.FILL, "STOP"), (Mode.REVIEW, "STOP")],
)
def test_a_word_in_capitals_is_lowered_only_to_restore_all(mode: Mode, written: str) -> None:
    words, gaps = line_of("We went STOP it")
    ends, stop = (Mark.PERIOD, 0.99, Case.LOWER, 0.99), (Mark.NONE, 0.99, Case.LOWER, 0.99)
    said = says(stop, ends, stop, ends)
    found = suggest(words, gaps, said, Options(mode))
    assert shown(words, found) == f"We went. {written} it."


@pytest.mark.parametrize("name", ["1Password", "3M", ".NET", "@AnnaB", "#subPunct"])
def test_a_name_may_begin_with_a_digit_or_a_sign(name: str) -> None:
    words, gaps = line_of(f"we use {name.lower()}")
    options = Options(names=Names.of([name]))
    found = suggest(words, gaps, says(NOTHING, NOTHING, STOP), options)
    assert shown(words, found) == f"We use {name}."


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        ("we use github here", "We use GitHub here."),
        ("We use Github here", "We use GitHub here."),
        ("WE USE GITHUB HERE", "We use GitHub here."),
        ("iphones we use here", "iPhones we use here."),
        ("We use GITHUB here", "We use GITHUB here."),
        ("we use pytorch here", "We use PyTorch here."),
    ],
)
def test_names_have_their_own_capitals(heard: str, expected: str) -> None:
    words, gaps = line_of(heard)
    options = Options(names=Names.of(["PyTorch"]))
    found = suggest(words, gaps, says(NOTHING, NOTHING, NOTHING, STOP), options)
    assert shown(words, found) == expected


def test_a_name_is_left_alone_with_its_capitals() -> None:
    words, gaps = line_of("github rains")
    assert shown(words, suggest(words, gaps, says(NOTHING, STOP), Options(case=False))) == (
        "github rains."
    )


def test_fill_leaves_capitals_as_they_stand() -> None:
    words, gaps = line_of("Neural networks are Favourites")
    said = says(NOTHING, NOTHING, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, Options(Mode.FILL))) == (
        "Neural networks are Favourites."
    )
    assert shown(words, suggest(words, gaps, said, ALL)) == "Neural networks are favourites."


def test_no_word_stays_in_capitals_for_want_of_surety() -> None:
    words, gaps = line_of("IT RAINS AND SO WE STAY")
    unsure = (Mark.PERIOD, 0.45, Case.LOWER, 0.55)
    said = says(NOTHING, unsure, NOTHING, NOTHING, NOTHING, STOP)
    written = shown(words, suggest(words, gaps, said, ALL))
    assert not any(word.isupper() for word in written.split())


@pytest.mark.parametrize(
    ("name", "written"),
    [("mcdonald", "McDonald"), ("o'brien", "O'Brien"), ("hewlett-packard", "Hewlett-Packard")]
    + [
        ("iphone", "iPhone"),
        ("non-english", "non-English"),
        ("nasa's", "NASA's"),
        ("xyzs", "XYZs"),
    ]
    + [("fedimint", "Fedimint"), ("smith-jones", "Smith-Jones"), ("james", "James")]
    + [("ids", "IDs"), ("ious", "IOUs"), ("ibm's", "IBM's"), ("ithings", "ithings")]
    + [("u.s.-based", "U.S.-based"), ("u.s.-china", "U.S.-China")]
    + [("d.a.'s", "D.A.'s"), ("ph.d.’s", "Ph.D.’s")]
    + [("non-euclidean", "non-Euclidean"), ("indo-german", "Indo-German")]
    + [(same, same) for same in ("ibooks", "numpy1")],
)
def test_a_name_of_mixed_case_gets_its_capitals(name: str, written: str) -> None:
    words, gaps = line_of(f"We met {name} there")
    said = says(NOTHING, NOTHING, (Mark.NONE, 0.95, Case.KEEP, 0.8), STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == f"We met {written} there."


@pytest.mark.parametrize(
    ("language", "name", "written"),
    [
        ("fr", "l'italie", "L'Italie"),
        ("en", "nasa's", "NASA's"),
        ("en", "smith-jones", "Smith-Jones"),
        ("en", "anti-euler", "Anti-Euler"),
    ],
)
def test_a_name_keeps_its_capitals_where_a_sentence_begins(
    language: str, name: str, written: str
) -> None:
    words, gaps = line_of(f"{name} rains")
    said = says((Mark.NONE, 0.95, Case.KEEP, 0.8), STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language=language)) == f"{written} rains."


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("ccSubs", "ccSubs"),
        ("LaToya", "LaToya"),
        ("iPhone", "iPhone"),
        ("McCOY", "Mccoy"),
        ("WELL-KNOWN", "Well-known"),
    ],
)
def test_small_letters_among_capitals_are_meant(word: str, written: str) -> None:
    words, gaps = line_of(f"BUT {word} MADE IT")
    said = says(SMALL, (Mark.NONE, 0.95, Case.CAPITALISED, 0.95), SMALL, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == f"But {written} made it."


@pytest.mark.parametrize("slip", ["iT", "wE", "lT", "lT'S", "lN", "DlD", "LlMlT"])
def test_slips_and_misread_letters_among_capitals_are_not_meant(slip: str) -> None:
    words, gaps = line_of(f"BUT {slip} WAS SO")
    found = suggest(words, gaps, says(SMALL, SMALL, SMALL, STOP), ALL)
    assert shown(words, found) == f"But {slip.lower()} was so."


def test_letters_without_capitals_are_left_alone() -> None:
    words, gaps = line_of("კარგად ვარ")
    found = suggest(words, gaps, says(NOTHING, STOP), ALL, language="ka")
    assert [(s.gap, s.mark, s.case) for s in found] == [(2, Mark.PERIOD, Case.KEEP)]


@pytest.mark.parametrize("text", ["it is here", "IT IS HERE"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_code_keeps_its_letters(text: str, language: str) -> None:
    words, gaps = line_of(text)
    coded = [replace(gap, code=at < 3) for at, gap in enumerate(gaps)]
    found = suggest(words, coded, says(NAME, NAME, LARGE), ALL, language=language)
    assert shown(words, found) == f"{text}."


@pytest.mark.parametrize(
    ("language", "word", "stands", "said", "written"),
    [
        ("fr", "L'UE", ".", ",", "l'UE"),
        ("fr", "L’Italie", ".", "", "l’Italie"),
        ("fr", "l'ONU", "", ".", "L'ONU"),
        ("it", "Dell'Italia", ".", ",", "dell'Italia"),
        ("it", "D'Alema", ".", ",", "D'Alema"),
        ("fr", "N'Golo", ".", ",", "N'Golo"),
        ("fr", "L'Avare", "", "", "L'Avare"),
    ],
)
def test_an_article_begins_a_sentence_and_its_name_keeps_its_capitals(
    language: str, word: str, stands: str, said: str, written: str
) -> None:
    words, gaps = line_of(f"Paul dort {word} paie", [Mark.NONE, Mark(stands), Mark.NONE, Mark.NONE])
    before = (Mark(said), 0.99, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(SMALL, before, SMALL, STOP), ALL, language=language)
    cases = {suggestion.gap: suggestion.case for suggestion in found}
    assert cases.get(2, Case.KEEP).apply(word) == written


def test_a_listed_name_keeps_its_article_wherever_it_stands() -> None:
    words, gaps = line_of("Paul dort L'Oréal paie", [Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.NONE])
    before = (Mark.COMMA, 0.99, Case.LOWER, 0.95)
    options = Options(names=Names.of(["L'Oréal"]))
    found = suggest(words, gaps, says(SMALL, before, SMALL, STOP), options, language="fr")
    cases = {suggestion.gap: suggestion.case for suggestion in found}
    assert cases[2].apply("L'Oréal") == "L'Oréal"


@pytest.mark.parametrize(
    ("before", "written"), [("a.u.b.", "Zit a.u.b. Wij zo."), ("hier", "Zit hier wij zo.")]
)
def test_a_line_behind_a_word_with_its_own_dot_stays_large(before: str, written: str) -> None:
    words, gaps = line_of(f"Zit {before} Wij zo")
    gaps[2] = replace(gaps[2], break_=Break.LINE, fixed=True)
    habits = Habits(means_capitals=True)
    said = says(NOTHING, NOTHING, NOTHING, STOP)
    found = suggest(words, gaps, said, ALL, language="nl", habits=habits)
    assert shown(words, found) == written


@pytest.mark.parametrize(("word", "written"), [("v\u20d7", "v\u20d7"), ("roma", "Roma")])
def test_a_letter_with_an_arrow_stays_small(word: str, written: str) -> None:
    words, gaps = line_of(f"Va {word} qui")
    habits = Habits(means_capitals=True)
    found = suggest(words, gaps, says(NOTHING, NAME, STOP), ALL, language="it", habits=habits)
    assert shown(words, found) == f"Va {written} qui."
