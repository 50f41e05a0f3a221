from __future__ import annotations

import pytest

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.evidence.written_case import is_shouted
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Break, Case, Gap, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import says, shown, suggested

TITLED = "It Rains We Stay " * 6
SENTENCES = "It rains. We stay. " * 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TITLED, True),
        (f"{TITLED} of a 9 and I", True),
        (TITLED.upper(), True),
        ("It Rains We Stay", False),
        (TITLED + "we stay by it " * 2, False),
        ("Wir sehen Hunde und Katzen " * 6, False),
    ],
)
def test_capitals_mean_nothing_where_nearly_all_words_have_one(text: str, expected: bool) -> None:
    assert is_shouted(*line_of(text)) is expected


@pytest.mark.parametrize(
    "begins",
    [Gap(0, 0, 0, break_=Break.LINE), Gap(0, 0, 0, Mark.PERIOD), Gap(0, 0, 0, turn=True)],
)
def test_capitals_of_sentences_and_lines_do_not_tell_of_title_case(begins: Gap) -> None:
    words, gaps = line_of(TITLED)
    assert not is_shouted(words, [begins] * len(gaps))


@pytest.mark.parametrize(
    ("mode", "written"),
    [
        (Mode.RESTORE, SENTENCES),
        (Mode.FILL, SENTENCES),
        (Mode.REVIEW, "It Rains. We Stay. " * 6),
    ],
)
def test_title_case_is_written_in_sentences_but_by_a_review(mode: Mode, written: str) -> None:
    words, gaps = line_of(TITLED)
    unsure = (Mark.NONE, 0.99, Case.LOWER, 0.6)
    said = says(*[unsure, (Mark.PERIOD, 0.99, Case.LOWER, 0.6)] * 12)
    assert shown(words, suggested(words, gaps, said, Options(mode))) == written.strip()


def test_credits_are_no_text_in_title_case() -> None:
    words, gaps = line_of("it rains we stay " * 9 + TITLED)
    unsure = (Mark.NONE, 0.99, Case.CAPITALISED, 0.4)
    said = says(*[unsure, (Mark.PERIOD, 0.99, Case.CAPITALISED, 0.4)] * (len(words) // 2))
    names = slice(36, len(words))
    part = (words[names], gaps[36:], said.part(names), Options())
    whole = Habits.of(words, gaps, said, "en")
    as_it_is = " ".join(["It Rains. We Stay."] * 6)
    assert shown(words[names], suggested(*part)) == SENTENCES.strip()
    assert shown(words[names], suggested(*part, habits=whole)) == as_it_is
