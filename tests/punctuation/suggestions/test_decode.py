from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from subpunct_app.core.text import Break, Case, Gap, Mark, Suggestion, Word
from subpunct_app.punctuation.answers.doubt import unlikely
from subpunct_app.punctuation.answers.prediction import Prediction
from subpunct_app.punctuation.models.labels import MARKS, scheme_marks
from subpunct_app.punctuation.suggestions.decode import suggest
from subpunct_app.punctuation.suggestions.options import Mode, Options
from subpunct_app.punctuation.suggestions.spelling.names import Names
from subpunct_app.services.proposing.pipeline import accepted
from tests.punctuation.conftest import line_of

Said = tuple[Mark, float, Case, float]


def says(*rows: Said, labels: tuple[Mark, ...] = MARKS) -> Prediction:
    """Make a prediction from the best mark and case of each word, and how sure each is."""
    others = len(labels) - 1
    cases = (Case.LOWER, Case.CAPITALISED, Case.UPPER, Case.KEEP)
    mark_rows, case_rows = [], []
    for mark, sure, case, case_sure in rows:
        mark_rows.append([sure if m is mark else (1 - sure) / others for m in labels])
        case_rows.append([case_sure if c is case else (1 - case_sure) / 3 for c in cases])
    marks = np.array(mark_rows, dtype=np.float32)
    shift = np.zeros_like(marks)
    written = np.array(case_rows, dtype=np.float32)
    return Prediction(labels, marks, written, shift, unlikely(marks, shift))


ALL = Options()
NOTHING = (Mark.NONE, 0.95, Case.LOWER, 0.95)
STOP = (Mark.PERIOD, 0.9, Case.LOWER, 0.95)


def shown(words: list[Word], suggestions: tuple[Suggestion, ...]) -> str:
    texts = [word.text for word in words]
    marks = [""] * (len(words) + 1)
    for item in suggestions:
        marks[item.gap] = item.mark
        if item.gap < len(words):
            texts[item.gap] = item.case.apply(texts[item.gap])
    return " ".join(word + mark for word, mark in zip(texts, marks[1:], strict=True))


def test_bare_words_become_sentences() -> None:
    words, gaps = line_of("it rains we stay")
    found = suggest(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options())
    assert shown(words, found) == "It rains. We stay."


def test_a_sentence_and_its_capital_are_one_suggestion() -> None:
    words, gaps = line_of("it rains we stay")
    found = suggest(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options())
    assert [(s.gap, s.mark, s.case) for s in found] == [
        (0, Mark.NONE, Case.CAPITALISED),
        (2, Mark.PERIOD, Case.CAPITALISED),
        (4, Mark.PERIOD, Case.KEEP),
    ]


def test_the_text_ends_with_a_sentence_whatever_the_last_window_says() -> None:
    words, gaps = line_of("It rains")
    found = suggest(words, gaps, says(NOTHING, NOTHING), Options())
    assert [s.mark for s in found] == [Mark.PERIOD]


def test_another_speaker_ends_the_sentence() -> None:
    words, gaps = line_of("Really yes")
    gaps[1] = replace(gaps[1], turn=True)
    question = (Mark.COMMA, 0.6, Case.LOWER, 0.9)
    found = suggest(words, gaps, says(question, STOP), Options())
    assert found[0].mark.ends_sentence
    assert found[0].case is Case.CAPITALISED


@pytest.mark.parametrize(("goes_on", "written"), [(0.9, "One very man"), (0.4, "One. Very man")])
def test_a_turn_that_the_model_knows_of_may_lie_within_a_sentence(
    goes_on: float, written: str
) -> None:
    words, gaps = line_of("one very man", [Mark.NONE, Mark.NONE, Mark.PERIOD])
    gaps[1] = replace(gaps[1], turn=True)
    prediction = says(NOTHING, NOTHING, STOP)
    prediction.marks[0] = [goes_on, 0.0, 1 - goes_on, 0.0, 0.0, 0.0]
    told = replace(prediction, turns=np.array([True, False, False]))
    anew = Options(Mode.ANEW)
    assert shown(words, suggest(words, gaps, told, anew)) == written
    assert shown(words, suggest(words, gaps, prediction, anew)) == "One. Very man"


@pytest.mark.parametrize(("sure", "written"), [(0.9, "one very man"), (0.97, "one. Very man")])
def test_a_review_ends_no_sentence_at_a_turn_unless_it_is_sure(sure: float, written: str) -> None:
    words, gaps = line_of("one very man", [Mark.NONE, Mark.NONE, Mark.PERIOD])
    gaps[1] = replace(gaps[1], turn=True)
    prediction = says((Mark.PERIOD, sure, Case.LOWER, 0.95), NOTHING, STOP)
    told = replace(prediction, turns=np.array([True, False, False]))
    found = suggest(words, gaps, told, Options(mode=Mode.REVIEW))
    assert shown(words, tuple(s for s in found if s.gap)) == written


@pytest.mark.parametrize("word", ["the", "my", "and", "because", "they're", "a"])
def test_who_is_interrupted_ends_no_sentence_but_who_interrupts_begins_one(word: str) -> None:
    words, gaps = line_of(f"so {word} no we go {word}")
    gaps[2] = replace(gaps[2], turn=True)
    said = says(NOTHING, STOP, STOP, NOTHING, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == f"So {word} No. We go {word}"
    told = replace(said, turns=np.array([False, True, *[False] * 4]))
    assert shown(words, suggest(words, gaps, told, ALL)) == f"So {word} No. We go {word}"
    asked = suggest(words, gaps, told, Options(mode=Mode.REVIEW, ask=True))
    assert {2, 6}.isdisjoint(item.gap for item in asked)


@pytest.mark.parametrize(("text", "turn"), [("and no", 1), ("so and no", 2), ("and", 1)])
def test_a_word_alone_may_ask(text: str, turn: int) -> None:
    words, gaps = line_of(text)
    gaps = [replace(gap, turn=at in (1, turn)) for at, gap in enumerate(gaps)]
    found = suggest(words, gaps, says(*[(Mark.QUESTION, 0.9, Case.LOWER, 0.9)] * len(words)), ALL)
    assert {item.mark for item in found if item.gap} == {Mark.QUESTION}


def test_a_letter_or_a_full_stop_that_stands_may_end_a_turn() -> None:
    words, gaps = line_of("vitamin a no the", [Mark.NONE] * 3 + [Mark.PERIOD])
    gaps[2] = replace(gaps[2], turn=True)
    letter = (Mark.PERIOD, 0.9, Case.CAPITALISED, 0.95)
    found = suggest(words, gaps, says(NOTHING, letter, STOP, NOTHING), ALL)
    assert shown(words, found)[:14] == "Vitamin A. No."
    assert 4 not in {item.gap for item in found}


def test_other_languages_may_end_with_words_that_english_does_not() -> None:
    words, gaps = line_of("bist du as")
    found = suggest(words, gaps, says(NOTHING, NOTHING, STOP), ALL, language="de")
    assert shown(words, found) == "Bist du as."


LETTER = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
PERHAPS = (Mark.NONE, 0.95, Case.CAPITALISED, 0.34)
LISTED = (Mark.COMMA, 0.9, Case.CAPITALISED, 0.95)
DOTTED = (Mark.PERIOD, 0.9, Case.CAPITALISED, 0.95)


@pytest.mark.parametrize(
    ("text", "said", "written"),
    [
        ("by i b m now", [NOTHING, NOTHING, LETTER, LETTER, STOP], "By I B M now."),
        ("by c n n now", [NOTHING, LISTED, NOTHING, LETTER, STOP], "By C N N now."),
        ("by a b c now", [NOTHING, LISTED, LISTED, LETTER, STOP], "By A, B, C now."),
        ("by a p c now", [NOTHING, NOTHING, LETTER, LETTER, STOP], "By a P C now."),
        ("an a p i now", [NOTHING, NOTHING, LETTER, NOTHING, STOP], "An A P I now."),
        ("by f b i now", [NOTHING, DOTTED, LETTER, LETTER, STOP], "By F B I now."),
        ("by u s now", [NOTHING, DOTTED, LETTER, STOP], "By U S now."),
        ("by u s now", [NOTHING, DOTTED, DOTTED, STOP], "By U S now."),
        ("by u s now", [NOTHING, DOTTED, DOTTED, DOTTED], "By U. S. Now."),
        ("plan b i go", [NOTHING, DOTTED, LETTER, STOP], "Plan B. I go."),
        ("by d n a now", [NOTHING, DOTTED, DOTTED, NOTHING, STOP], "By D N A now."),
        ("by h b o now", [NOTHING, LISTED, LISTED, LETTER, STOP], "By H B O now."),
        ("a b c d now", [LISTED, LETTER, LETTER, LETTER, STOP], "A B C D now."),
        ("it s a dog now", [NOTHING, NOTHING, NOTHING, LETTER, STOP], "It s a Dog now."),
    ],
)
def test_letters_spell_a_word_together(text: str, said: list[Said], written: str) -> None:
    words, gaps = line_of(text)
    assert shown(words, suggest(words, gaps, says(*said), ALL)) == written


@pytest.mark.parametrize(
    ("text", "said", "written"),
    [
        ("so x sub i now", [NOTHING, LETTER, NOTHING, LETTER, STOP], "So X sub i now."),
        ("so I equals two now", [NOTHING, LETTER, NOTHING, NOTHING, STOP], "So I equals two now."),
        ("am i in range now", [NOTHING, LETTER, NOTHING, NOTHING, STOP], "Am I in range now."),
        ("so i equals two now", [NOTHING, LETTER, NOTHING, NOTHING, STOP], "So i equals two now."),
        ("for i in range now", [NOTHING, LETTER, NOTHING, NOTHING, STOP], "For i in range now."),
        ("so i in there now", [NOTHING, LETTER, NOTHING, NOTHING, STOP], "So I in there now."),
    ],
)
def test_an_index_is_no_pronoun(text: str, said: list[Said], written: str) -> None:
    words, gaps = line_of(text)
    assert shown(words, suggest(words, gaps, says(*said), ALL)) == written


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("first", ["I", "we"])
def test_where_i_counts_no_other_small_one_is_raised_beside_capitals(
    mode: Mode, first: str
) -> None:
    words, gaps = line_of(f"{first} say i equals two while i grows")
    wanted = [LETTER, NOTHING, LETTER, NOTHING, NOTHING, NOTHING, LETTER, STOP]
    found = suggest(words, gaps, says(*wanted), Options(mode))
    stays = first == "I" and mode in {Mode.FILL, Mode.REVIEW}
    assert {s.gap for s in found} & {2, 6} == (set() if stays else {6})


def test_the_letters_of_a_doctor_are_no_acidity() -> None:
    words, gaps = line_of("her ph d now")
    found = suggest(words, gaps, says(NOTHING, OWN, LETTER, STOP), ALL)
    assert shown(words, found) == "Her Ph D now."


def test_initials_of_another_language_keep_their_full_stops() -> None:
    words, gaps = line_of("by j p bach")
    found = suggest(words, gaps, says(NOTHING, DOTTED, DOTTED, STOP), ALL, language="nl")
    assert shown(words, found) == "By J. P. Bach."


@pytest.mark.parametrize(
    ("text", "said", "written"),
    [
        ("by e g it", [NOTHING, DOTTED, DOTTED, STOP], "By e g it."),
        ("by e g Tom", [NOTHING, DOTTED, DOTTED, LETTER], "By e g Tom."),
        ("by i e it", [LISTED, LETTER, LISTED, STOP], "By, i e, it."),
        ("by i e it", [DOTTED, LETTER, NOTHING, STOP], "By. I e it."),
        ("at 3 a m it", [NOTHING, NOTHING, NOTHING, LETTER, STOP], "At 3 A M it."),
        ("at 3 p m it", [NOTHING, NOTHING, LETTER, NOTHING, STOP], "At 3 p m it."),
        ("at nine p m it", [NOTHING, NOTHING, DOTTED, DOTTED, STOP], "At nine P M it."),
        ("at 3 A M. Tom", [NOTHING, NOTHING, NOTHING, LETTER, LETTER], "At 3 A M. Tom."),
        ("is a m it", [NOTHING, NOTHING, LETTER, STOP], "Is a M it."),
        ("s i e m it", [LETTER, LETTER, LETTER, LETTER, STOP], "S I E M it."),
    ],
)
def test_letters_that_shorten_words_agree(text: str, said: list[Said], written: str) -> None:
    words, gaps = line_of(text)
    assert shown(words, suggest(words, gaps, says(*said), ALL)) == written


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


@pytest.mark.parametrize(
    ("text", "written"), [("mm hmm so", "Mm hmm so."), ("uh well so", "Uh, well so.")]
)
def test_sounds_that_are_said_as_one_are_not_parted(text: str, written: str) -> None:
    words, gaps = line_of(text)
    comma = (Mark.COMMA, 0.9, Case.LOWER, 0.95)
    assert shown(words, suggest(words, gaps, says(comma, NOTHING, STOP), ALL)) == written


def test_sounds_of_two_speakers_are_parted() -> None:
    words, gaps = line_of("mm hmm so")
    gaps[1] = replace(gaps[1], turn=True)
    assert shown(words, suggest(words, gaps, says(STOP, STOP, STOP), ALL)) == "Mm. Hmm. So."


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


def test_acronyms_come_back_in_capitals() -> None:
    words, gaps = line_of("We ask nasa", [Mark.NONE, Mark.NONE, Mark.PERIOD])
    acronym = (Mark.PERIOD, 0.9, Case.UPPER, 0.9)
    found = suggest(words, gaps, says(NOTHING, NOTHING, acronym), Options())
    assert shown(words, found) == "We ask NASA"
    assert found[0].case is Case.UPPER


@pytest.mark.parametrize("mode", list(Mode))
def test_what_agrees_with_the_model_is_left_alone(mode: Mode) -> None:
    marks = [Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.PERIOD]
    words, gaps = line_of("It rains We stay", marks)
    prediction = says(NOTHING, STOP, NOTHING, STOP)
    assert suggest(words, gaps, prediction, Options(mode=mode)) == ()


def test_a_small_word_behind_a_full_stop_gets_its_capital() -> None:
    words, gaps = line_of("We go We go We go we go", [Mark.NONE, Mark.PERIOD] * 4)
    found = suggest(words, gaps, says(*[NOTHING, STOP] * 4), ALL)
    assert [(s.gap, s.case) for s in found] == [(6, Case.CAPITALISED)]


def test_fill_adds_marks_but_never_replaces_one() -> None:
    words, gaps = line_of("It rains We stay", [Mark.COMMA, Mark.NONE, Mark.NONE, Mark.QUESTION])
    found = suggest(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options(mode=Mode.FILL))
    assert [(s.gap, s.mark) for s in found] == [(2, Mark.PERIOD)]


def test_review_speaks_only_when_it_is_sure() -> None:
    words, gaps = line_of("It rains We stay", [Mark.COMMA, Mark.NONE, Mark.NONE, Mark.PERIOD])
    unsure = (Mark.PERIOD, 0.6, Case.LOWER, 0.9)
    sure = (Mark.NONE, 0.97, Case.LOWER, 0.9)
    found = suggest(words, gaps, says(sure, unsure, NOTHING, STOP), Options(mode=Mode.REVIEW))
    assert [(s.gap, s.mark) for s in found] == [(1, Mark.NONE)]


@pytest.mark.parametrize(
    ("standing", "common"),
    [(Mark.EXCLAMATION, Mark.PERIOD), (Mark.COLON, Mark.COMMA), (Mark.SEMICOLON, Mark.PERIOD)],
)
def test_a_rare_mark_is_not_taken_for_a_common_one(standing: Mark, common: Mark) -> None:
    words, gaps = line_of("Stop It rains", [standing, Mark.NONE, Mark.PERIOD])
    best = (common, 0.9, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(best, (Mark.NONE, 0.95, Case.CAPITALISED, 0.9), STOP), ALL)
    assert found == ()


def test_review_lowers_a_capital_only_with_the_full_stop_before_it() -> None:
    words, gaps = line_of("We Stay Here", [Mark.NONE, Mark.PERIOD, Mark.PERIOD])
    sure = (Mark.NONE, 0.99, Case.LOWER, 0.99)
    found = suggest(words, gaps, says(sure, sure, STOP), Options(mode=Mode.REVIEW))
    assert [(s.gap, s.mark, s.case) for s in found] == [(2, Mark.NONE, Case.LOWER)]


@pytest.mark.parametrize("mode", [Mode.RESTORE, Mode.REVIEW])
@pytest.mark.parametrize(("sure", "written"), [(0.45, "We come, and stay"), (0.9, "We come, And")])
def test_a_capital_goes_with_the_full_stop_that_brought_it(
    mode: Mode, sure: float, written: str
) -> None:
    words, gaps = line_of("We come And stay", [Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.PERIOD])
    prediction = says(NOTHING, (Mark.COMMA, 0.96, Case.LOWER, 0.9), NOTHING, STOP)
    prediction.marks[1] = [0.0, 0.96, 0.04, 0.0, 0.0, 0.0]
    prediction.cases[2] = [1 - sure, sure, 0.0, 0.0]
    assert written in shown(words, suggest(words, gaps, prediction, Options(mode)))


def test_a_mark_that_is_switched_off_is_neither_put_nor_taken() -> None:
    words, gaps = line_of("It rains we stay", [Mark.NONE, Mark.NONE, Mark.COMMA, Mark.NONE])
    options = Options(marks=frozenset({Mark.PERIOD}))
    comma = (Mark.COMMA, 0.9, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(NOTHING, comma, NOTHING, STOP), options)
    assert [(s.gap, s.mark) for s in found] == [(4, Mark.PERIOD)]


@pytest.mark.parametrize("scheme", [4, 6, 9])
def test_every_mark_that_the_model_knows_is_open_unless_told_otherwise(scheme: int) -> None:
    known = scheme_marks(scheme)
    words, gaps = line_of(" ".join(["so"] * len(known)))
    wanted = [(mark, 0.9, Case.LOWER, 0.95) for mark in (*known[1:], Mark.PERIOD)]
    found = suggest(words, gaps, says(*wanted, labels=known), Options(case=False))
    assert [s.mark for s in found] == [*known[1:], Mark.PERIOD]


def test_a_mark_that_the_model_does_not_know_stays() -> None:
    words, gaps = line_of("It rains we stay", [Mark.NONE, Mark.NONE, Mark.SEMICOLON, Mark.PERIOD])
    prediction = says(NOTHING, NOTHING, NOTHING, STOP)
    assert suggest(words, gaps, prediction, Options()) == ()
    opened = Options(marks=frozenset({Mark.SEMICOLON}))
    assert [s.mark for s in suggest(words, gaps, prediction, opened)] == [Mark.NONE]


@pytest.mark.parametrize(("sure", "written"), [(0.98, "It rains we"), (0.998, "It rains We")])
def test_a_sentence_without_its_mark_brings_no_capital(sure: float, written: str) -> None:
    words, gaps = line_of("it rains we", [Mark.NONE, Mark.NONE, Mark.PERIOD])
    start = (Mark.PERIOD, 0.9, Case.CAPITALISED, sure)
    found = suggest(words, gaps, says(NOTHING, STOP, start), Options(marks=frozenset({Mark.COMMA})))
    assert shown(words, found) == written


def test_without_case_no_letter_is_proposed_to_change() -> None:
    words, gaps = line_of("it rains we stay")
    found = suggest(words, gaps, says(NOTHING, STOP, NOTHING, STOP), Options(case=False))
    assert {s.case for s in found} == {Case.KEEP}


def test_a_fixed_gap_keeps_what_stands_there() -> None:
    words, gaps = line_of("It rains we stay", [Mark.NONE, Mark.ELLIPSIS, Mark.NONE, Mark.PERIOD])
    gaps[2] = replace(gaps[2], fixed=True)
    comma = (Mark.COMMA, 0.9, Case.LOWER, 0.95)
    assert suggest(words, gaps, says(NOTHING, comma, NOTHING, STOP), Options()) == ()


@pytest.mark.parametrize(
    ("stands", "break_", "start", "written"),
    [
        (Mark.ELLIPSIS, Break.NONE, 0.6, "It rains We"),
        (Mark.ELLIPSIS, Break.NONE, 0.4, "It rains we"),
        (Mark.DASH, Break.NONE, 0.6, "It rains we"),
        (Mark.DASH, Break.CUE, 0.6, "It rains We"),
    ],
)
def test_behind_what_stays_a_sentence_begins_where_the_model_thinks_so(
    stands: Mark, break_: Break, start: float, written: str
) -> None:
    words, gaps = line_of("It rains we", [Mark.NONE, stands, Mark.PERIOD])
    gaps[2] = replace(gaps[2], fixed=True, break_=break_)
    prediction = says(NOTHING, STOP, STOP)
    prediction.cases[2] = [1 - start, start, 0.0, 0.0]
    assert shown(words, suggest(words, gaps, prediction, ALL)).replace(stands, "") == written


@pytest.mark.parametrize("broken_off", [Mark.ELLIPSIS, Mark.DASH])
def test_who_breaks_in_begins_a_sentence(broken_off: Mark) -> None:
    words, gaps = line_of("It rains we", [Mark.NONE, broken_off, Mark.PERIOD])
    gaps[2] = replace(gaps[2], fixed=True, turn=True)
    found = suggest(words, gaps, says(NOTHING, NOTHING, NOTHING), ALL)
    assert [(s.gap, s.mark, s.case) for s in found] == [(2, broken_off, Case.CAPITALISED)]


def test_a_word_with_its_own_full_stop_gets_no_second_one() -> None:
    words, gaps = line_of("Ships etc.")
    assert suggest(words, gaps, says(NOTHING, STOP), Options()) == ()
    words, gaps = line_of("big ships etc. sail on")
    doubtful = says(NOTHING, NOTHING, UNSURE, NOTHING, STOP)
    doubtful.marks[2, MARKS.index(Mark.PERIOD)] = 0.2
    assert 3 not in {item.gap for item in suggest(words, gaps, doubtful, Options(ask=True))}


@pytest.mark.parametrize("mode", [Mode.FILL, Mode.REVIEW])
@pytest.mark.parametrize("break_", [Break.NONE, Break.CUE])
@pytest.mark.parametrize(("other", "of"), [("Two", Case.KEEP), ("two", Case.CAPITALISED)])
def test_a_full_stop_before_a_small_letter_may_shorten_a_word(
    mode: Mode, break_: Break, other: str, of: Case
) -> None:
    marks = [Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.PERIOD, Mark.PERIOD]
    words, gaps = line_of(f"It rains {other} lbs of", marks)
    gaps[4] = replace(gaps[4], break_=break_)
    said = says(NOTHING, STOP, NOTHING, (Mark.NONE, 0.9, Case.LOWER, 0.9), STOP)
    cases = {s.gap: s.case for s in suggest(words, gaps, said, Options(mode))}
    assert cases.get(4, Case.KEEP) is of


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("text", "wanted"),
    [("the ret general came", Mark.NONE), ("up max 40 men", Mark.NONE), ("u v m hier", Mark.COMMA)],
)
def test_a_full_stop_within_a_cue_stays_with_a_word_that_it_shortens(
    mode: Mode, text: str, wanted: Mark
) -> None:
    words, gaps = line_of(text, [Mark.NONE, Mark.PERIOD, *[Mark.NONE] * len(text.split()[2:])])
    row = (wanted, 0.98, Case.LOWER, 0.98)
    said = says(*[row if at == 1 else NOTHING for at in range(len(words))])
    found = {s.gap: s for s in suggest(words, gaps, said, Options(mode))}
    assert 2 not in found


@pytest.mark.parametrize(
    ("text", "wanted"), [("u. v. mit hier", Mark.COMMA), ("u. v. m hier", Mark.QUESTION)]
)
def test_a_full_stop_that_shortens_nothing_gives_way(text: str, wanted: Mark) -> None:
    words, gaps = line_of(text.replace(".", ""), [Mark.PERIOD] * 3 + [Mark.NONE])
    found = suggest(words, gaps, says(NOTHING, NOTHING, (wanted, 0.9, Case.LOWER, 0.9), STOP), ALL)
    assert [(s.gap, s.mark) for s in found if 0 < s.gap < 4] == [(3, wanted)]


@pytest.mark.parametrize(
    ("text", "ends", "gone"),
    [
        ("u. v. m. hier", {3}, set()),
        ("It rains. We go. We sat. so lbs. of", {2, 4, 6}, set()),
        ("It rains. We sat. so lbs. of", {2, 4}, {6}),
    ],
)
def test_a_full_stop_shortens_where_few_end_sentences_or_most_of_those_begin_large(
    text: str, ends: set[int], gone: set[int]
) -> None:
    marks = [Mark.PERIOD if word.endswith(".") else Mark.NONE for word in text.split()]
    words, gaps = line_of(text.replace(".", ""), marks)
    said = says(*[STOP if at in ends else NOTHING for at in range(1, len(words) + 1)])
    assert gaps_without_marks(suggest(words, gaps, said, ALL)) == gone


@pytest.mark.parametrize("wanted", [Mark.NONE, Mark.COMMA])
@pytest.mark.parametrize(("word", "gone"), [("st", set()), ("tues", set()), ("rain", {4})])
def test_a_full_stop_stays_with_a_known_title_where_all_sentences_begin_small(
    word: str, gone: set[int], wanted: Mark
) -> None:
    words, gaps = line_of(f"we sat on {word} near us so we", [Mark.NONE, Mark.PERIOD] * 4)
    row = (wanted, 0.9, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(NOTHING, STOP, NOTHING, row, *[NOTHING, STOP] * 2), ALL)
    assert {one.gap for one in found if one.mark is wanted and one.gap == 4} == gone


@pytest.mark.parametrize(
    ("word", "turn", "begins"),
    [("St", False, False), ("Co", False, False), ("St", True, True), ("Car", False, True)],
)
def test_a_sentence_goes_on_in_the_next_cue_behind_a_word_that_is_shortened(
    word: str, turn: bool, begins: bool
) -> None:
    words, gaps = line_of(f"It rains We left It is Oak {word} was near")
    for at in (2, 4):
        gaps[at] = replace(gaps[at], current=Mark.PERIOD)
    gaps[8] = replace(gaps[8], current=Mark.PERIOD, break_=Break.CUE, turn=turn)
    name = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
    end = (Mark.PERIOD, 0.9, Case.CAPITALISED, 0.95)
    said = says(*[NOTHING, STOP] * 2, NOTHING, NOTHING, name, end, NOTHING, STOP)
    assert (8 in {item.gap for item in suggest(words, gaps, said, ALL)}) is begins


@pytest.mark.parametrize(("turn", "gone"), [(False, set()), (True, {2})])
def test_a_full_stop_before_a_turn_shortens_nothing(turn: bool, gone: set[int]) -> None:
    words, gaps = line_of("u v m hier", [Mark.PERIOD] * 3 + [Mark.NONE])
    gaps[2] = replace(gaps[2], turn=turn)
    told = replace(says(*[NOTHING] * 4), turns=np.array([False, True, False, False]))
    assert gaps_without_marks(suggest(words, gaps, told, ALL)) == gone


def gaps_without_marks(suggestions: tuple[Suggestion, ...]) -> set[int]:
    return {one.gap for one in suggestions if one.gap and one.mark is Mark.NONE}


@pytest.mark.parametrize("break_", [Break.NONE, Break.CUE])
def test_a_full_stop_goes_where_a_cue_ends_or_sentences_begin_small(break_: Break) -> None:
    marks = [Mark.PERIOD, Mark.NONE, Mark.PERIOD, Mark.NONE]
    words, gaps = line_of("rain we stay dry", marks)
    gaps[3] = replace(gaps[3], break_=break_)
    first = NOTHING if break_ is Break.CUE else STOP
    found = suggest(words, gaps, says(first, NOTHING, NOTHING, STOP), ALL)
    assert {s.gap: s.mark for s in found}[3] is Mark.NONE


@pytest.mark.parametrize(
    ("other", "written"),
    [("we", "It rains. We stay etc. But we."), ("We", "It rains We stay etc. but we.")],
)
def test_a_sentence_may_begin_behind_a_word_with_its_own_full_stop(
    other: str, written: str
) -> None:
    marks = [Mark.NONE, Mark.PERIOD, *[Mark.NONE] * 5]
    words, gaps = line_of(f"It rains {other} stay etc. but we", marks)
    said = says(
        NOTHING, STOP, NOTHING, NOTHING, STOP, (Mark.NONE, 0.9, Case.CAPITALISED, 0.9), STOP
    )
    assert shown(words, suggest(words, gaps, said, ALL)) == written


@pytest.mark.parametrize("behind", [Mark.NONE, Mark.COMMA])
@pytest.mark.parametrize("break_", list(Break))
def test_a_name_keeps_its_exclamation_mark_where_the_sentence_goes_on(
    behind: Mark, break_: Break
) -> None:
    words, gaps = line_of("It was late Then Yahoo went on")
    gaps[3] = replace(gaps[3], current=Mark.PERIOD)
    gaps[5] = replace(gaps[5], current=Mark.EXCLAMATION, break_=break_)
    named = (behind, 0.9, Case.CAPITALISED, 0.95)
    said = says(NOTHING, NOTHING, STOP, NOTHING, named, NOTHING, STOP)
    assert {item.gap for item in suggest(words, gaps, said, ALL)} == {7}
    assert 5 in {item.gap for item in suggest(words, gaps, said, Options(Mode.ANEW))}


def test_an_exclamation_before_a_small_word_gives_way_where_all_sentences_begin_small() -> None:
    words, gaps = line_of("it was late then stop went on")
    gaps[3] = replace(gaps[3], current=Mark.PERIOD)
    gaps[5] = replace(gaps[5], current=Mark.EXCLAMATION)
    said = says(NOTHING, NOTHING, STOP, NOTHING, NOTHING, NOTHING, STOP)
    assert 5 in {item.gap for item in suggest(words, gaps, said, ALL)}


@pytest.mark.parametrize(
    ("word", "case", "written"),
    [
        ("THEN", Case.CAPITALISED, "At 3 p.m. Then we."),
        ("SHARP", Case.LOWER, "At 3 p.m. sharp we."),
    ],
)
def test_in_capitals_the_model_tells_what_a_word_with_its_own_full_stop_ends(
    word: str, case: Case, written: str
) -> None:
    words, gaps = line_of(f"GO AT 3 P.M. {word} WE")
    gaps[1] = replace(gaps[1], current=Mark.PERIOD)
    said = says(STOP, SMALL, SMALL, STOP, (Mark.NONE, 0.95, case, 0.95), STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == f"Go. {written}"


@pytest.mark.parametrize("text", ["at 3 p.m. we go", "AT 3 P.M. WE GO"])
def test_behind_a_word_with_its_own_full_stop_a_turn_begins(text: str) -> None:
    words, gaps = line_of(text)
    gaps[3] = replace(gaps[3], turn=True)
    said = says(SMALL, SMALL, STOP, SMALL, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "At 3 p.m. We go."


def test_no_sentence_begins_within_an_abbreviation() -> None:
    words, gaps = line_of("a. m. we")
    said = says(STOP, (Mark.NONE, 0.9, Case.CAPITALISED, 0.9), STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language="es")) == "A. m. we."


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
    ("current", "wanted", "put"),
    [
        (Mark.NONE, Mark.COMMA, Mark.NONE),
        (Mark.NONE, Mark.COLON, Mark.NONE),
        (Mark.PERIOD, Mark.SEMICOLON, Mark.NONE),
        (Mark.COMMA, Mark.COMMA, Mark.NONE),
        (Mark.NONE, Mark.PERIOD, Mark.PERIOD),
    ],
)
def test_no_mark_within_a_sentence_is_put_before_a_bracket(
    current: Mark, wanted: Mark, put: Mark
) -> None:
    words, gaps = line_of("The plan so", [Mark.NONE, current, Mark.PERIOD])
    gaps[2] = replace(gaps[2], bracketed=True)
    said = says(NOTHING, (wanted, 0.9, Case.LOWER, 0.95), STOP)
    found = suggest(words, gaps, said, Options(Mode.ANEW, ask=True))
    assert [s.mark for s in found if s.gap == 2] == [put] * (put is not Mark.NONE)


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


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    "gap",
    [
        Gap(0, 0, 0, Mark.QUESTION, quoted=True),
        Gap(0, 0, 0, Mark.QUESTION, aside=True),
        Gap(0, 0, 0, Mark.PERIOD, led_on=True, fixed=True),
        Gap(0, 0, 0, Mark.ELLIPSIS, led_on=True, fixed=True, turn=True),
    ],
)
def test_a_small_word_stays_where_its_sentence_goes_on(mode: Mode, gap: Gap) -> None:
    stop = Mark.PERIOD
    words, gaps = line_of("Go On Why so Go", [stop, stop, stop, Mark.NONE, stop])
    gaps[3] = gap
    ends, begins = ((mark, 0.99, Case.CAPITALISED, 0.99) for mark in (stop, Mark.NONE))
    asks = (gap.current if gap.quoted or gap.aside else stop, 0.99, Case.CAPITALISED, 0.99)
    found = suggest(words, gaps, says(ends, ends, asks, begins, ends), Options(mode))
    assert not any(s.gap == 3 for s in found)


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


def test_other_languages_may_write_large_what_a_hyphen_joins_to_a_digit() -> None:
    words, gaps = line_of("DIE 1960ER-JAHRE WAREN")
    own = (Mark.NONE, 0.95, Case.KEEP, 0.9)
    found = suggest(words, gaps, says(NOTHING, own, STOP), ALL, language="de")
    assert shown(words, found) == "Die 1960ER-JAHRE waren."


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("a 5 ms lag 3.5 ghz", "A 5 ms lag 3.5 GHz."),
        ("A 5 MS LAG 10 KG", "A 5 ms lag 10 kg."),
        ("a b ms lag mb b", "A b Ms lag Mb b."),
        ("A 5 kW lag 10 kB", "A 5 kW lag 10 kB."),
    ],
)
def test_units_behind_a_number_have_their_own_capitals(heard: str, written: str) -> None:
    words, gaps = line_of(heard)
    said = says(NOTHING, NOTHING, LETTER, NOTHING, LETTER, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == written


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


def test_the_minimum_hides_what_is_less_sure() -> None:
    words, gaps = line_of("It rains we stay")
    unsure = (Mark.COMMA, 0.6, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(NOTHING, unsure, NOTHING, STOP), Options())
    assert list(accepted(found, 0.8)) == [4]


def test_alternatives_are_ranked_and_add_up() -> None:
    words, gaps = line_of("It rains")
    (found,) = suggest(words, gaps, says(NOTHING, STOP), Options())
    odds = [odd for _, odd in found.alternatives]
    assert found.alternatives[0][0] is found.mark
    assert odds == sorted(odds, reverse=True)
    assert sum(odds) == pytest.approx(1, abs=1e-4)


def test_no_words_give_no_suggestions() -> None:
    assert suggest([], [Gap(0, 0, 0)], says(NOTHING), Options()) == ()


UNSURE = (Mark.NONE, 0.7, Case.LOWER, 0.95)


def test_a_doubtful_gap_is_asked_about_on_request() -> None:
    words, gaps = line_of("it rains we stay")
    prediction = says(NOTHING, UNSURE, NOTHING, STOP)
    asked = [s for s in suggest(words, gaps, prediction, Options(ask=True)) if s.asked]
    assert [(s.gap, s.mark, s.case) for s in asked] == [(2, Mark.COMMA, Case.KEEP)]
    assert asked[0].confidence == pytest.approx(0.7)
    assert not any(s.asked for s in suggest(words, gaps, prediction, Options()))


def test_what_is_only_asked_is_never_put_unseen() -> None:
    words, gaps = line_of("it rains we stay")
    found = suggest(words, gaps, says(NOTHING, UNSURE, NOTHING, STOP), Options(ask=True))
    assert 2 not in accepted(found, 0.0)


@pytest.mark.parametrize(
    "options",
    [
        Options(ask=True, mode=Mode.REVIEW),
        Options(ask=True, marks=frozenset({Mark.PERIOD})),
    ],
)
def test_nobody_is_asked_about_marks_that_may_not_be_put(options: Options) -> None:
    words, gaps = line_of("it rains we stay")
    found = suggest(words, gaps, says(NOTHING, UNSURE, NOTHING, STOP), options)
    assert not any(s.asked for s in found)


def test_a_mark_that_stands_is_no_question() -> None:
    words, gaps = line_of("it rains we stay", [Mark.NONE, Mark.COMMA, Mark.NONE, Mark.PERIOD])
    doubtful = (Mark.COMMA, 0.6, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(NOTHING, doubtful, NOTHING, STOP), Options(ask=True))
    assert not any(s.asked for s in found)


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


@pytest.mark.parametrize("spoken", ["The d.a.'s here", "THE D.A.'S HERE", "The D.A.'s here"])
def test_what_belongs_to_letters_with_dots_has_a_small_s(spoken: str) -> None:
    words, gaps = line_of(spoken)
    said = says(NOTHING, (Mark.NONE, 0.95, Case.UPPER, 0.9), STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "The D.A.'s here."


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
    ("first", "written"), [("'cause", "'Cause we."), ("’tis", "’Tis we."), ("'90s", "'90s we.")]
)
def test_an_apostrophe_keeps_no_sentence_from_its_capital(first: str, written: str) -> None:
    words, gaps = line_of(f"{first} we")
    assert shown(words, suggest(words, gaps, says(NOTHING, STOP), ALL)) == written


def test_a_colon_makes_no_speaker_of_what_a_turn_begins_with() -> None:
    name = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
    colon = (Mark.COLON, 0.6, Case.CAPITALISED, 0.95)
    words, gaps = line_of("yes john smith who is this")
    gaps[1] = replace(gaps[1], turn=True)
    said = says(STOP, name, colon, NOTHING, NOTHING, STOP)
    assert ":" not in shown(words, suggest(words, gaps, said, ALL))
    said = says(STOP, NOTHING, colon, NOTHING, NOTHING, STOP)
    assert ":" not in shown(words, suggest(words, gaps, said, ALL))
    said = says(STOP, name, name, colon, NOTHING, STOP)
    assert ":" not in shown(words, suggest(words, gaps, said, ALL))
    said = says(STOP, NOTHING, NOTHING, colon, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "Yes. John smith Who: is this."


def test_a_colon_behind_what_a_turn_begins_with_may_stay() -> None:
    words, gaps = line_of("Yes Note this")
    gaps[1] = replace(gaps[1], turn=True, current=Mark.PERIOD)
    gaps[2] = replace(gaps[2], current=Mark.COLON)
    colon = (Mark.COLON, 0.6, Case.LOWER, 0.95)
    assert 2 not in {item.gap for item in suggest(words, gaps, says(STOP, colon, STOP), ALL)}


def test_behind_a_link_no_sentence_begins() -> None:
    words, gaps = line_of("go there")
    gaps[0] = replace(gaps[0], fixed=True)
    assert shown(words, suggest(words, gaps, says(NOTHING, STOP), ALL)) == "go there."


def test_behind_a_link_and_its_comma_a_sentence_goes_on() -> None:
    words, gaps = line_of("See there and go", [Mark.NONE, Mark.COMMA, Mark.NONE, Mark.PERIOD])
    gaps[2] = replace(gaps[2], fixed=True)
    said = says(NAME, STOP, (Mark.NONE, 0.95, Case.CAPITALISED, 0.8), STOP)
    assert suggest(words, gaps, said, ALL) == ()


def test_the_number_of_an_item_is_no_word_of_its_sentence() -> None:
    words, gaps = line_of("we wait a go b stay", [Mark.NONE] * 6)
    for gap in (3, 5):
        gaps[gap] = replace(gaps[gap], fixed=True, item=True)
    said = says(NOTHING, STOP, STOP, NOTHING, STOP, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "We wait. a Go b stay."
    words, gaps = line_of("a go")
    gaps[1] = replace(gaps[1], fixed=True, item=True)
    assert shown(words, suggest(words, gaps, says(STOP, STOP), ALL)) == "a Go."


SMALL = (Mark.NONE, 0.95, Case.LOWER, 0.95)
NAME = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
LARGE = (Mark.NONE, 0.95, Case.UPPER, 0.95)
OWN = (Mark.NONE, 0.95, Case.KEEP, 0.95)


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


@pytest.mark.parametrize(
    ("first", "written"),
    [("e.g.", "E.g."), ("w.e.b.", "W.E.B."), ("ph.d.", "Ph.d."), ("Ph.D.", "Ph.D.")],
)
def test_letters_with_dots_can_begin_a_sentence(first: str, written: str) -> None:
    words, gaps = line_of(f"{first} yes")
    assert shown(words, suggest(words, gaps, says(SMALL, STOP), ALL)) == f"{written} yes."


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("well i'm i'm not", "Well I'm I'm not."),
        ("mean i i’ve not", "Mean I I’ve not."),
        ("for i equals zero", "For i equals zero."),
        ("this is letter i", "This is letter i."),
        ("the i-95 goes north", "The I-95 goes north."),
    ],
)
def test_the_english_i_is_a_capital_unless_it_is_a_letter(text: str, written: str) -> None:
    words, gaps = line_of(text)
    said = says(SMALL, SMALL, SMALL, STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language="en-GB")) == written


@pytest.mark.parametrize(
    ("text", "said", "written"),
    [
        ("so im here", SMALL, "So Im here."),
        ("so ive here", LARGE, "So Ive here."),
        ("so IM here", SMALL, "So IM here."),
        ("so ill here", SMALL, "So ill here."),
    ],
)
def test_the_english_i_may_lack_its_apostrophe(
    text: str, said: tuple[Mark, float, Case, float], written: str
) -> None:
    words, gaps = line_of(text)
    assert shown(words, suggest(words, gaps, says(NOTHING, said, STOP), ALL)) == written


def test_the_english_i_is_not_taken_for_the_start_of_a_sentence() -> None:
    words, gaps = line_of("it rains i think", [Mark.NONE] * 3 + [Mark.PERIOD])
    said = says(NOTHING, STOP, NAME, STOP)
    only = Options(marks=frozenset({Mark.COMMA}))
    assert shown(words, suggest(words, gaps, said, only)) == "It rains I think"
    assert shown(words, suggest(words, gaps, said, only, language="it")) == "It rains i think"


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("why said tom", "said tom?"),
        ("why he asked", "he asked?"),
        ("why he left", "He left?"),
        ("why tom asked", "Tom asked?"),
    ],
)
def test_behind_a_quoted_question_who_asked_it_begins_no_sentence(text: str, behind: str) -> None:
    words, gaps = line_of(text)
    asks = (Mark.QUESTION, 0.9, Case.LOWER, 0.95)
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    said = says(asks, SMALL, asks)
    begun = behind[0].upper() + behind[1:]
    assert shown(words, suggest(words, quoted, said, ALL)) == f"Why? {behind}"
    assert shown(words, suggest(words, gaps, said, ALL)) == f"Why? {begun}"


@pytest.mark.parametrize(
    ("mode", "current", "text", "written"),
    [
        (Mode.RESTORE, Mark.NONE, "go he said", "Go, he said."),
        (Mode.RESTORE, Mark.PERIOD, "go he said", "Go, he said."),
        (Mode.FILL, Mark.NONE, "go he said", "Go, he said."),
        (Mode.FILL, Mark.PERIOD, "go he said", "Go. He said."),
        (Mode.RESTORE, Mark.NONE, "go he left", "Go. He left."),
    ],
)
def test_what_was_quoted_goes_on_with_who_said_it(
    mode: Mode, current: Mark, text: str, written: str
) -> None:
    words, gaps = line_of(text, [current, Mark.NONE, Mark.NONE])
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    found = suggest(words, quoted, says(STOP, SMALL, STOP), Options(mode))
    assert shown(words, found) == written


def test_nobody_said_what_stands_in_a_bracket() -> None:
    words, gaps = line_of("go he said", [Mark.PERIOD, Mark.NONE, Mark.NONE])
    gaps[1] = replace(gaps[1], aside=True)
    assert shown(words, suggest(words, gaps, says(STOP, SMALL, STOP), ALL)) == "Go. He said."


@pytest.mark.parametrize(
    ("text", "mode", "written"),
    [
        ("he said we go", Mode.RESTORE, "He said, We go."),
        ("so said tom we go", Mode.FILL, "So said tom, We go."),
        ("he left we go", Mode.RESTORE, "He left, we go."),
        ("he said we go", Mode.REVIEW, "He said, we go."),
    ],
)
def test_what_somebody_says_in_quotes_begins_with_a_capital(
    text: str, mode: Mode, written: str
) -> None:
    words, gaps = line_of(text)
    at = len(words) - 2
    gaps[at] = replace(gaps[at], opened=True)
    comma, stop = (Mark.COMMA, 0.99, Case.LOWER, 0.95), (Mark.PERIOD, 0.99, Case.LOWER, 0.95)
    said = says(*[SMALL] * (at - 1), comma, SMALL, stop)
    assert shown(words, suggest(words, gaps, said, Options(mode))) == written


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("our rule is be kind it rains", Case.CAPITALISED),
        ("OUR RULE IS BE KIND IT RAINS", Case.CAPITALISED),
        ("Our rule is be kind It rains", Case.KEEP),
    ],
)
def test_what_is_quoted_behind_a_colon_begins_with_a_capital_unless_meant_small(
    text: str, case: Case
) -> None:
    words, gaps = line_of(text)
    gaps[3] = replace(gaps[3], opened=True)
    gaps[5] = replace(gaps[5], current=Mark.PERIOD)
    colon = (Mark.COLON, 0.99, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(SMALL, SMALL, colon, SMALL, STOP, SMALL, STOP), ALL)
    assert [(item.mark, item.case) for item in found if item.gap == 3] == [(Mark.COLON, case)]


@pytest.mark.parametrize("behind", [Mark.COMMA, Mark.NONE])
def test_what_somebody_goes_on_to_say_begins_small(behind: Mark) -> None:
    words, gaps = line_of("go he said and stay")
    gaps[1], gaps[3] = replace(gaps[1], quoted=True), replace(gaps[3], opened=True)
    ahead = (behind, 0.95, Case.LOWER, 0.95)
    said = says((Mark.COMMA, 0.95, Case.LOWER, 0.95), SMALL, ahead, SMALL, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == f"Go, he said{behind} and stay."


def test_a_model_without_commas_puts_none_behind_a_quote() -> None:
    words, gaps = line_of("go he said")
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    two = says(STOP, SMALL, STOP, labels=scheme_marks(2))
    assert shown(words, suggest(words, quoted, two, ALL)) == "Go. He said."


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "komm fragte er"),
        ("es", "vienes preguntó ana"),
        ("es", "vienes pregunto\u0301 ana"),
        ("fr", "viens demanda-t-il"),
        ("fr", "non lui répondit"),
        ("fr", "viens s’écria-t-il"),
        ("fr", "viens Demanda Paul"),
        ("it", "vieni chiese anna"),
        ("nl", "kom vroeg hij"),
        ("pt-BR", "vens perguntou ele"),
    ],
)
def test_who_asked_is_told_in_each_language(language: str, text: str) -> None:
    words, gaps = line_of(text, [Mark.QUESTION, *[Mark.NONE] * text.count(" ")])
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    found = suggest(words, quoted, asked(len(words)), ALL, language=language)
    assert 1 not in {suggestion.gap for suggestion in found}


@pytest.mark.parametrize(
    ("language", "text", "begins"),
    [
        ("fr", "quoi dit paul", False),
        ("de", "was meinte paul", True),
        ("de", "was fragte sie", False),
        ("de", "was rief seinen", True),
        ("en", "what said paul", True),
        ("en", "what asked Paul", False),
        ("en", "what cried all", True),
        ("es", "qué preguntó ella", False),
        ("es", "qué preguntó por", True),
    ],
)
def test_few_words_tell_who_asked_without_a_quote(language: str, text: str, begins: bool) -> None:
    words, gaps = line_of(text, [Mark.QUESTION, Mark.NONE, Mark.NONE])
    found = suggest(words, gaps, asked(3), ALL, language=language)
    assert (1 in {suggestion.gap for suggestion in found}) is begins


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("stands", "wanted", "stays"),
    [
        (Mark.QUESTION, Mark.NONE, True),
        (Mark.QUESTION, Mark.COMMA, True),
        (Mark.EXCLAMATION, Mark.PERIOD, True),
        (Mark.EXCLAMATION, Mark.QUESTION, False),
        (Mark.COMMA, Mark.NONE, True),
        (Mark.COMMA, Mark.QUESTION, False),
    ],
)
def test_a_quote_keeps_its_mark_before_who_says_it(
    stands: Mark, wanted: Mark, stays: bool, mode: Mode
) -> None:
    words, gaps = line_of("go asked tom", [stands, Mark.NONE, Mark.NONE])
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    said = says((wanted, 0.97, Case.LOWER, 0.95), SMALL, STOP)
    marks = {s.gap: s.mark for s in suggest(words, quoted, said, Options(mode))}
    kept = mode is Mode.FILL or (stays and mode is not Mode.ANEW)
    assert (marks.get(1, stands) is stands) is kept


def test_behind_a_comma_a_question_goes_on() -> None:
    words, gaps = line_of("why she left", [Mark.QUESTION, Mark.NONE, Mark.NONE])
    further = [gaps[0], replace(gaps[1], goes_on=True), *gaps[2:]]
    assert [s.gap for s in suggest(words, gaps, asked(3), ALL)] == [0, 1, 3]
    assert [s.gap for s in suggest(words, further, asked(3), ALL)] == [0, 3]


@pytest.mark.parametrize(
    ("mode", "language", "begun"),
    [("restore", "fr", [0, 1]), ("review", "fr", [0]), ("review", "en", [0, 1])],
)
def test_review_lets_a_question_go_on(mode: str, language: str, begun: list[int]) -> None:
    words, gaps = line_of("ah no", [Mark.QUESTION, Mark.PERIOD])
    found = suggest(words, gaps, asked(2), Options(Mode(mode)), language=language)
    assert [s.gap for s in found] == begun


def asked(words: int) -> Prediction:
    """Make a prediction of so many words of which the first is a question."""
    return says((Mark.QUESTION, 0.9, Case.LOWER, 0.95), *[SMALL] * (words - 2), STOP)


def test_letters_without_capitals_are_left_alone() -> None:
    words, gaps = line_of("კარგად ვარ")
    found = suggest(words, gaps, says(NOTHING, STOP), ALL, language="ka")
    assert [(s.gap, s.mark, s.case) for s in found] == [(2, Mark.PERIOD, Case.KEEP)]


@pytest.mark.parametrize(
    ("text", "written"),
    [("ja q.b. so", "Ja q.b. so."), ("ja Dhr. so", "Ja Dhr. so."), ("ja j. so", "Ja J. so.")],
)
def test_abbreviations_of_other_languages_are_no_acronyms(text: str, written: str) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(SMALL, LARGE, STOP), ALL, language="de")
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
        ("de", "JA Z.B. DAS SO", "Ja z.B. das so."),
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
    ("language", "opened", "mode", "put"),
    [
        ("de", False, Mode.RESTORE, False),
        ("de", False, Mode.REVIEW, False),
        ("de", True, Mode.RESTORE, True),
        ("de", False, Mode.ANEW, True),
        ("es", False, Mode.RESTORE, True),
    ],
)
def test_a_comma_before_german_indirect_speech_becomes_no_colon(
    language: str, opened: bool, mode: Mode, put: bool
) -> None:
    _assert_colon("sie sagte der Zug komme", language, opened, mode, put)


@pytest.mark.parametrize(
    "text", ["das stimmt er kommt bald", "sie sagte Der Zug kommt", "sie sagte komm doch her"]
)
def test_a_comma_where_a_colon_belongs_in_german_becomes_one(text: str) -> None:
    _assert_colon(text, "de", False, Mode.RESTORE, True)


def _assert_colon(text: str, language: str, opened: bool, mode: Mode, put: bool) -> None:
    words, gaps = line_of(text, [Mark.NONE, Mark.COMMA, *[Mark.NONE] * 3])
    gaps[2] = replace(gaps[2], opened=opened)
    colon = (Mark.COLON, 0.98, Case.LOWER, 0.9)
    said = says(NOTHING, colon, NOTHING, NOTHING, STOP)
    found = suggest(words, gaps, said, Options(mode), language=language)
    assert any(one.mark is Mark.COLON for one in found) is put


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


def test_behind_a_bracket_that_opens_a_sentence_it_begins() -> None:
    words, gaps = line_of("go old king bring it")
    gaps[1] = replace(gaps[1], bracketed=True)
    gaps[3] = replace(gaps[3], remarked=True, fixed=True)
    said = says(STOP, NOTHING, STOP, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "Go. Old king Bring it."
    said = says(NOTHING, NOTHING, STOP, NOTHING, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == "Go old king bring it."


def test_a_small_word_behind_a_bracket_stays_so_where_sentences_begin_large() -> None:
    words, gaps = line_of("Once we go We stay", [Mark.NONE, *[Mark.NONE, Mark.PERIOD] * 2])
    gaps[1] = replace(gaps[1], remarked=True, fixed=True)
    found = suggest(words, gaps, says(NOTHING, NOTHING, STOP, NOTHING, STOP), ALL)
    assert not found


@pytest.mark.parametrize(
    ("text", "mode", "gone"),
    [
        ("Ann Lee so we", Mode.RESTORE, False),
        ("Ann Lee so we", Mode.ANEW, True),
        ("Ann went so we", Mode.RESTORE, True),
    ],
)
def test_a_colon_stays_behind_what_reads_like_a_name(text: str, mode: Mode, gone: bool) -> None:
    words, gaps = line_of(text, [Mark.NONE, Mark.COLON, Mark.NONE, Mark.PERIOD])
    gaps[0] = replace(gaps[0], break_=Break.CUE)
    name = (Mark.NONE, 0.95, Case.CAPITALISED, 0.95)
    asked = (Mark.QUESTION, 0.99, Case.CAPITALISED, 0.95)
    found = suggest(words, gaps, says(name, asked, NOTHING, STOP), Options(mode))
    assert (2 in {item.gap for item in found}) is gone
