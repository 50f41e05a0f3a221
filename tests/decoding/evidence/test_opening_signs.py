"""What opening signs, as in ¿Vienes?, tell of the ends of their sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from subpunct_app.decoding.evidence.opening_signs import (
    closed_signs,
    unclosed_signs,
    weigh_closed,
    weigh_signs,
)
from subpunct_app.decoding.suggestions.options import Mode
from tests.decoding.texts import TEXTS, bare, proposed, read, wrong_marks
from tests.growth import check_linear

KEPT = (Mode.FILL, Mode.RESTORE, Mode.REVIEW)
SPANISH = TEXTS["es"]
EXCLAIMED = SPANISH.replace("¿Quieres venir conmigo?", "¡Qué frío hace hoy!")


@pytest.mark.parametrize("mode", KEPT)
@pytest.mark.parametrize("text", [SPANISH, EXCLAIMED])
def test_a_sentence_behind_a_sign_gets_its_mark_back(text: str, mode: Mode) -> None:
    assert proposed(text.replace("?", "").replace("!", ""), "es", mode) == text


@pytest.mark.parametrize("text", [SPANISH, EXCLAIMED])
def test_a_full_stop_behind_a_sign_becomes_its_mark_where_all_is_open(text: str) -> None:
    stopped = text.replace("?", ".").replace("!", ".")
    assert wrong_marks(proposed(stopped, "es"), text) <= 2
    assert proposed(stopped, "es", Mode.FILL) == stopped


def test_signs_without_their_marks_help_where_all_else_was_lost() -> None:
    text = SPANISH.lower().translate(str.maketrans("", "", ".,?"))
    with_signs, without = proposed(text, "es"), proposed(bare(SPANISH), "es")
    asked = ("conmigo?", "tanto?", "ayudó?")
    assert sum(end in with_signs for end in asked) >= sum(end in without for end in asked)
    assert with_signs.count("¿") == with_signs.count("?") >= 3


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("¿vienes ¿y tú", "¿Vienes? ¿Y tú?"),
        ("sí, ¿vienes mañana yo no voy.", "Sí, ¿vienes mañana? Yo no voy."),
        (
            "¿puedes ver los números\n\nyo no veo nada",
            "¿Puedes ver los números?\n\nYo no veo nada.",
        ),
    ],
)
def test_only_the_first_end_behind_a_sign_is_that_of_its_sentence(text: str, found: str) -> None:
    assert proposed(text, "es") == found


@pytest.mark.parametrize("mode", KEPT)
def test_marks_with_their_signs_stay_in_a_text_of_questions(mode: Mode) -> None:
    text = "¿Vienes hoy?\n\n¡Ven ahora!\n\n¿Quién eres?\n\n" * 12
    assert proposed(text, "es", mode) == text


@pytest.mark.parametrize("language", ["ca", "gl", "ast"])
def test_a_sign_tells_the_same_in_languages_that_seldom_have_one(language: str) -> None:
    found = proposed("¿vienes a casa\n\nno", language)
    assert found.startswith("¿Vienes a casa?")


def test_signs_leave_a_prediction_whole() -> None:
    words, gaps, said = read(SPANISH.replace("tanto?", "tanto"), "es")
    unclosed, closed = unclosed_signs(words, gaps), closed_signs(gaps)
    assert (len(unclosed), len(closed)) == (1, 2)
    sure = replace(said, marks=np.eye(len(said.labels), dtype=np.float32)[[0] * len(words)])
    for before in (said, sure):
        for mode in Mode:
            found = weigh_signs(unclosed, gaps, weigh_closed(closed, gaps, before), before, mode)
            assert found.marks.sum(axis=1) == pytest.approx(1.0, abs=1e-4)


def test_many_signs_take_no_longer_than_their_words() -> None:
    def weigh(text: str) -> None:
        words, gaps, said = read(text, "es")
        weigh_signs(unclosed_signs(words, gaps), gaps, said, said, Mode.FILL)

    check_linear(lambda size: "¿vienes hoy " * size, weigh, 400)
