from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.german_dates import bare_days
from subpunct_app.text.words import Break
from tests.decoding.conftest import line_of


def dotted(text: str, breaks: Break = Break.NONE) -> str:
    """Return a German text with the dots of its days; a slash is a break behind a word."""
    words, gaps = line_of(text.replace(" /", ""))
    parts = text.split()
    at = parts.index("/") if "/" in parts else 0
    gaps[at] = replace(gaps[at], break_=breaks if at else gaps[at].break_)
    found = set(bare_days(words, gaps, "de"))
    return " ".join(f"{word.text}{'.' if n in found else ''}" for n, word in enumerate(words, 1))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("am 4 Mai Berlin", "am 4. Mai Berlin"),
        ("am 03 Mai 2020", "am 03. Mai 2020"),
        ("Montag 5 August 2020", "Montag 5. August 2020"),
        ("vom 1 bis 5 Mai", "vom 1. bis 5. Mai"),
        ("der 1 und der 5 Mai", "der 1 und der 5. Mai"),
    ],
)
def test_days_of_dates_get_their_dots(text: str, written: str) -> None:
    assert dotted(text) == written


@pytest.mark.parametrize(
    "text",
    [
        "Die Nummer 7 Mai Ling kommt",
        "Zimmer 5 Mai Linh",
        "Auf Platz 3 August Müller",
        "nach Tor 3 August Müller",
        "Kapitel 4 April und Mai",
        "Seite 3 bis 5 Mai",
    ],
)
def test_numbers_before_names_and_headings_are_no_days(text: str) -> None:
    assert dotted(text) == text


@pytest.mark.parametrize(
    ("text", "breaks", "written"),
    [
        ("gab 5 / Mai 2020", Break.LINE, "gab 5 Mai 2020"),
        ("am 5 / Mai 2020", Break.LINE, "am 5. Mai 2020"),
        ("am 5 / Mai 2020", Break.CUE, "am 5 Mai 2020"),
    ],
)
def test_a_line_begins_with_a_month_only_behind_what_leads_to_a_day(
    text: str, breaks: Break, written: str
) -> None:
    assert dotted(text, breaks) == written
