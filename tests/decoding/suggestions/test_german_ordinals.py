from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.german_ordinals import bare_ordinals
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Break
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, NAME, NOTHING, STOP, says, shown


def dotted(text: str, language: str = "de") -> str:
    """Return a text with the dots of its ordinals."""
    words, gaps = line_of(text)
    found = set(bare_ordinals(words, gaps, language))
    return " ".join(f"{word.text}{'.' if n in found else ''}" for n, word in enumerate(words, 1))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("im 19 Jahrhundert", "im 19. Jahrhundert"),
        ("der 2 Weltkrieg", "der 2. Weltkrieg"),
        ("IM 1 WELTKRIEG", "IM 1. WELTKRIEG"),
        ("die 90 Minute läuft", "die 90. Minute läuft"),
        ("mein 40 Geburtstag", "mein 40. Geburtstag"),
        ("zum 3 Mal im 5 Stock", "zum 3. Mal im 5. Stock"),
    ],
)
def test_a_number_before_a_noun_in_the_singular_is_an_ordinal(text: str, written: str) -> None:
    assert dotted(text) == written
    assert dotted(text, "nl") == text


@pytest.mark.parametrize(
    "text",
    [
        "1 Jahrhundert lang",
        "vor 90 Minuten",
        "Folge 3 Staffel 2",
        "Gruppe 3 Runde zwei",
        "nach 10 Mal",
        "die 3 Kapitel",
        "im 100 Jahr",
    ],
)
def test_what_only_counts_is_no_ordinal(text: str) -> None:
    assert dotted(text) == text


def test_a_number_at_the_end_of_a_cue_is_no_ordinal() -> None:
    words, gaps = line_of("im 19 Jahrhundert")
    gaps[2] = replace(gaps[2], break_=Break.CUE)
    assert list(bare_ordinals(words, gaps, "de")) == []


def test_an_ordinal_gets_a_dot_that_ends_no_sentence_but_in_a_review() -> None:
    words, gaps = line_of("der 2 weltkrieg endet")
    said = says(NOTHING, NOTHING, NAME, STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language="de")) == (
        "Der 2. Weltkrieg endet."
    )
    review = suggest(words, gaps, said, Options(Mode.REVIEW), language="de")
    assert 2 not in {item.gap for item in review}
