"""What the capitals of a text tell, and what becomes of them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from subpunct_app.decoding.evidence.written_case import (
    WrittenCase,
    ending,
    is_shouted,
    weigh_capitals,
)
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.names import Names
from subpunct_app.decoding.proposing.pipeline import accepted
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.subtitles.writing.render import render
from tests.decoding.texts import (
    TEXTS,
    bare,
    in_cues,
    proposal_for,
    proposed,
    read,
    without_marks,
    wrong_ends,
    wrong_marks,
)

LANGUAGES = tuple(TEXTS)


def in_title_case(text: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in text.split())


def other_words(text: str, right: str) -> int:
    """Return how many words are written otherwise than is right, with their marks."""
    return sum(one != other for one, other in zip(text.split(), right.split(), strict=True))


def weighed(text: str, marked: str = "") -> tuple[Prediction, Prediction]:
    """Return what a model says of a text, and that updated by its capitals."""
    words, gaps, said = read(text)
    if marked:
        gaps = read(marked)[1]
    return said, weigh_capitals(WrittenCase.of(words, gaps, said, "en"), said)


@pytest.mark.parametrize("language", ["en", "es"])
def test_capitals_that_were_kept_tell_where_sentences_begin(language: str) -> None:
    right = TEXTS[language]
    kept, small = (
        wrong_ends(proposed(text, language), right) for text in (without_marks(right), bare(right))
    )
    assert kept <= small - 2


def lost_ends_found(text: str, language: str) -> int:
    """Return how many full stops a review finds, where each by itself was lost."""
    options = Options(Mode.REVIEW, case=False)
    found = 0
    for stop in re.finditer(r"\.(?= )", text):
        proposal = proposal_for(text[: stop.start()] + text[stop.end() :], language, options)
        found += render(proposal.transcript, accepted(proposal.suggestions, 0.0)).text == text
    return found


def test_a_review_finds_more_lost_full_stops_before_capitals() -> None:
    before_capitals, before_small = (
        sum(lost_ends_found(form(text), language) for language, text in TEXTS.items())
        for form in (str, str.lower)
    )
    assert before_capitals > 2 * before_small


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_capitals_at_the_starts_of_all_cues_tell_nothing(language: str) -> None:
    small = in_cues(bare(TEXTS[language]))
    large = re.sub(r"(?m)^[^\W\d_]", lambda letter: letter[0].upper(), small)
    assert wrong_marks(proposed(large, language), proposed(small, language)) <= 2


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_names_begin_no_sentence(language: str) -> None:
    names = r"(?i)\b(robert|helen|bristol|karl|hamburg|carmen|granada)\b"
    small = bare(TEXTS[language])
    named = re.sub(names, lambda name: name[0].capitalize(), small)
    found, alone = (proposed(text, language) for text in (named, small))
    assert wrong_ends(found, alone) <= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_with_its_marks_gets_the_capitals_that_it_lost(language: str) -> None:
    right = TEXTS[language]
    assert other_words(proposed(right.lower(), language), right) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", [Mode.RESTORE, Mode.FILL])
def test_capitals_everywhere_become_small_letters_but_for_names(language: str, mode: Mode) -> None:
    right = TEXTS[language].replace("ß", "ss")
    assert other_words(proposed(right.upper(), language, mode), right) <= 2
    assert other_words(proposed(in_title_case(right), language, mode), right) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_leaves_capitals_everywhere_alone(language: str) -> None:
    for text in (TEXTS[language].upper(), in_title_case(TEXTS[language])):
        assert proposed(text, language, Mode.REVIEW) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_capitals_mean_nothing_where_nearly_all_words_have_one(language: str) -> None:
    def shouted(text: str) -> bool:
        words, gaps, _ = read(text, language)
        return is_shouted(words, gaps)

    text = bare(TEXTS[language])
    assert shouted(text.upper())
    assert shouted(in_title_case(text))
    assert not shouted(without_marks(TEXTS[language]))
    assert not shouted(f"{in_title_case(text)} {text}")
    assert not shouted(in_title_case(text).replace(" ", "\n"))


@pytest.mark.parametrize("mode", [Mode.RESTORE, Mode.FILL])
def test_the_english_pronoun_is_large_where_names_have_capitals(mode: Mode) -> None:
    small = re.sub(r"\bI\b", "i", TEXTS["en"])
    assert proposed(small, mode=mode) == TEXTS["en"]


def test_words_that_could_be_names_stay_small_but_where_the_editor_spelled_them() -> None:
    text = TEXTS["en"].replace("in Bristol", "in the mill by the old church")
    assert proposed(text) == text
    proposal = proposal_for(text, options=Options(names=Names.of(["Mill"])))
    found = render(proposal.transcript, accepted(proposal.suggestions, 0.0)).text
    assert found == text.replace("mill", "Mill")


@pytest.mark.parametrize("word", ["Honey", "Bees", "HIVES"])
def test_a_capital_stays_where_those_within_sentences_are_meant(word: str) -> None:
    text = TEXTS["en"].replace(f" {word.lower()}", f" {word}")
    assert proposed(text) == text


def test_capitals_leave_a_prediction_whole_and_less_doubtful_where_they_agree() -> None:
    said, found = weighed(without_marks(TEXTS["en"]))
    assert found.marks.sum(axis=1) == pytest.approx(1.0, abs=1e-4)
    assert np.isfinite(found.doubts).all()
    assert found.doubts.mean() < said.doubts.mean()


def test_a_text_all_small_is_judged_by_its_words_alone() -> None:
    said, found = weighed(bare(TEXTS["en"]))
    assert found is said


def test_a_capital_behind_a_full_stop_is_no_further_evidence_for_it() -> None:
    """Who puts a full stop where none belongs writes the next word large."""
    words = bare(TEXTS["en"]).split()
    wrong = range(4, len(words), 9)
    text = " ".join(word.capitalize() if at in wrong else word for at, word in enumerate(words))
    stopped = " ".join(word + "." * (at + 1 in wrong) for at, word in enumerate(text.split()))
    by_capital, by_both = (
        ending(found)[list(wrong)].sum() for _, found in (weighed(text), weighed(text, stopped))
    )
    assert by_both <= by_capital + 0.1
