"""Species are known by the letter of their genus, with its dot or without."""

from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, DOTTED, NAME, SMALL, STOP, says, shown


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("so e coli grows", "So E. coli grows."),
        ("so E coli grows", "So E coli grows."),
        ("so e collie grows", "So E. Collie grows."),
        ("SO C ELEGANS GROWS", "So C. elegans grows."),
    ],
)
def test_a_species_is_small_behind_the_dot_of_its_genus(text: str, written: str) -> None:
    words, gaps = line_of(text)
    found = suggest(words, gaps, says(SMALL, DOTTED, NAME, STOP), ALL)
    assert shown(words, found) == written


def test_a_species_stays_small_behind_the_dot_that_stands() -> None:
    words, gaps = line_of("so E coli grows")
    gaps[2] = replace(gaps[2], current=Mark.PERIOD)
    for mode in (Mode.REVIEW, Mode.RESTORE):
        found = suggest(words, gaps, says(SMALL, DOTTED, NAME, STOP), Options(mode))
        assert not [one for one in found if one.gap in (2, 3)], mode
