from __future__ import annotations

import numpy as np
import pytest

from subpunct_app.decoding.inference.doubt import unlikely
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.proposing.pipeline import accepted
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.words import Mark
from tests.decoding.suggestions.said import suggested
from tests.growth import check_linear

KEPT = (Mode.FILL, Mode.RESTORE, Mode.REVIEW)


def said(words: list[str], ends: tuple[str, ...], sure: float, asked: float) -> Prediction:
    """Make a prediction that sees a full stop behind some words, or less likely another end."""
    marks = np.zeros((len(words), len(MARKS)), dtype=np.float32)
    for at, word in enumerate(words):
        stop, question = (sure, asked) if word in ends else (0.001, 0.001)
        marks[at, MARKS.index(Mark.PERIOD)] = stop
        for mark in (Mark.QUESTION, Mark.EXCLAMATION):
            marks[at, MARKS.index(mark)] = question
    marks[:, 0] = 1 - marks.sum(axis=1)
    cases = np.tile(np.array([0.97, 0.01, 0.01, 0.01], dtype=np.float32), (len(words), 1))
    bias = np.zeros_like(marks)
    return Prediction(MARKS, marks, cases, bias, unlikely(marks, bias))


def proposed(
    text: str,
    *ends: str,
    mode: Mode = Mode.FILL,
    sure: float = 0.9,
    asked: float = 0.04,
    language: str = "es",
) -> str:
    """Return a text with all that is proposed, by a model that takes all for statements."""
    transcript = read_words(parse(text.encode()), language)
    prediction = said([word.text for word in transcript.words], ends, sure, asked)
    options = Options(mode, case=False)
    found = suggested(transcript.words, transcript.gaps, prediction, options, language=language)
    return render(transcript, accepted(found, 0.0)).text


@pytest.mark.parametrize("mode", KEPT)
def test_a_sentence_behind_a_standing_sign_ends_with_its_mark(mode: Mode) -> None:
    text = "¿puedes ver los números\n\n¡qué bonito\n\nbien."
    found = proposed(text, "números", "bonito", "bien", mode=mode)
    assert found == "¿puedes ver los números?\n\n¡qué bonito!\n\nbien."


@pytest.mark.parametrize("mode", KEPT)
def test_only_the_first_end_behind_a_sign_is_that_of_its_sentence(mode: Mode) -> None:
    found = proposed("sí ¿vienes yo no voy.", "vienes", "voy", mode=mode)
    assert found == "sí ¿vienes? yo no voy."


def test_a_sign_asks_for_a_mark_of_its_own_before_the_next_one() -> None:
    assert proposed("¿vienes ¿y tú", "vienes", "tú") == "¿vienes? ¿y tú?"


@pytest.mark.parametrize("mode", [Mode.FILL, Mode.RESTORE])
def test_a_sign_tells_that_a_mark_was_lost_where_others_stand(mode: Mode) -> None:
    def put(text: str) -> str:
        full = "ya es tarde. " * 40
        found = proposed(full + text, "tarde", "ahora", "voy", mode=mode, sure=0.82, asked=0.01)
        return found.removeprefix(full)

    assert put("vienes ahora yo no voy.") == "vienes ahora yo no voy."
    assert put("¿vienes ahora yo no voy.") == "¿vienes ahora? yo no voy."


def test_a_full_stop_behind_a_standing_sign_becomes_its_mark_where_all_is_open() -> None:
    assert proposed("¿qué haces aquí.", "aquí", mode=Mode.RESTORE) == "¿qué haces aquí?"
    assert proposed("¿qué haces aquí.", "aquí") == "¿qué haces aquí."


def test_a_sign_gives_way_to_a_model_that_is_very_sure() -> None:
    def named(mode: Mode) -> str:
        return proposed("¿me llamo Juan", "Juan", mode=mode, sure=0.9989, asked=0.00001)

    assert named(Mode.RESTORE) == "me llamo Juan."
    assert named(Mode.FILL) == "¿me llamo Juan?"


@pytest.mark.parametrize("mode", KEPT)
@pytest.mark.parametrize(
    "text",
    [
        "¡vienes hoy o no?",
        "¿y hoy...\n\nNo.",
        "¿y...\n\nNo hoy",
    ],
)
def test_a_sign_that_is_closed_tells_nothing(text: str, mode: Mode) -> None:
    signs = str.maketrans("", "", "¿¡")
    found = proposed(text, "hoy", "no", mode=mode)
    bare = proposed(text.translate(signs), "hoy", "no", mode=mode)
    assert found.translate(signs) == bare.translate(signs)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("¿vienes hoy? sí hoy?", "¿vienes hoy? sí hoy."),
        ("¡ven hoy! ¿y no?", "¡ven hoy! ¿y no?"),
        ("¡ven hoy?", "ven hoy."),
        ("¿y\n\n-Sí hoy?", "¿y?\n\n-Sí hoy."),
    ],
)
def test_a_review_lets_a_mark_be_that_stands_with_its_sign(text: str, written: str) -> None:
    found = proposed(text, "hoy", "no", mode=Mode.REVIEW, sure=0.99, asked=0.001)
    assert found == written


@pytest.mark.parametrize("mode", KEPT)
def test_marks_with_their_signs_stay_in_a_text_of_questions(mode: Mode) -> None:
    text = "¿vienes hoy?\n\n¡ven no!\n\n" * 40
    assert proposed(text, "hoy", "no", mode=mode, sure=0.99, asked=0.001) == text


def test_a_sign_tells_nothing_where_all_is_made_anew() -> None:
    assert proposed("¿vienes hoy", "hoy", mode=Mode.ANEW) == "vienes hoy."


@pytest.mark.parametrize("language", ["ca", "gl", "ast"])
def test_a_sign_tells_the_same_in_languages_that_seldom_have_one(language: str) -> None:
    assert proposed("¿vens a casa", "casa", language=language) == "¿vens a casa?"


def test_many_signs_take_no_longer_than_their_words() -> None:
    check_linear(lambda size: "¿vienes hoy " * size, lambda text: proposed(text, "hoy"), 400)
