from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Case, Mark
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
    Said,
    says,
    shown,
)

LISTED = (Mark.COMMA, 0.9, Case.CAPITALISED, 0.95)


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
        ("while i is less now", [NOTHING, LETTER, NOTHING, NOTHING, STOP], "While i is less now."),
        ("what i is less now", [NOTHING, LETTER, NOTHING, NOTHING, STOP], "What I is less now."),
        ("so f of x now", [NOTHING, LETTER, NOTHING, LETTER, STOP], "So f of x now."),
        ("so n of x now", [NOTHING, LETTER, NOTHING, LETTER, STOP], "So N of X now."),
    ],
)
def test_an_index_and_a_function_are_small(text: str, said: list[Said], written: str) -> None:
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
    ("text", "written"),
    [
        ("mm hmm so", "Mm hmm so."),
        ("uh well so", "Uh, well so."),
        ("etc etc so", "Etc etc so."),
        ("etc etc. so", "Etc etc. so."),
    ],
)
def test_sounds_that_are_said_as_one_are_not_parted(text: str, written: str) -> None:
    words, gaps = line_of(text)
    comma = (Mark.COMMA, 0.9, Case.LOWER, 0.95)
    assert shown(words, suggest(words, gaps, says(comma, NOTHING, STOP), ALL)) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [("oh là là non", "Oh là là, non."), ("est là là non", "Est, là, là, non.")],
)
def test_a_french_sound_of_three_words_is_not_parted(text: str, written: str) -> None:
    words, gaps = line_of(text)
    comma = (Mark.COMMA, 0.9, Case.LOWER, 0.95)
    found = suggest(words, gaps, says(comma, comma, comma, STOP), ALL, language="fr")
    assert shown(words, found) == written


def test_sounds_of_two_speakers_are_parted() -> None:
    words, gaps = line_of("mm hmm so")
    gaps[1] = replace(gaps[1], turn=True)
    assert shown(words, suggest(words, gaps, says(STOP, STOP, STOP), ALL)) == "Mm. Hmm. So."


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
