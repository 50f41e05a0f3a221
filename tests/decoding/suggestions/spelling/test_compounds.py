from __future__ import annotations

import pytest

from subpunct_app.decoding.suggestions.spelling.compounds import english_compound


@pytest.mark.parametrize(
    "written",
    [
        *("API-first", "AI-integrated", "UK-wide", "HTML-esque", "GitHub-hosted", "OpenJDK-based"),
        *("CSS-in-JS", "JSON-to-SQL", "US-China", "NASA-led"),
    ],
)
def test_words_behind_an_acronym_are_small(written: str) -> None:
    assert english_compound(written.lower(), starts=False) == written


@pytest.mark.parametrize(
    "written",
    [
        *("McCarthy-era", "McKinsey-inspired", "O'Reilly-published", "McDonald's-themed"),
        *("US-educated", "pre-McCarthy-era", "Mao-era", "McGregor-Reed"),
    ],
)
def test_what_tells_of_a_family_or_a_nation_is_small(written: str) -> None:
    assert english_compound(written.lower(), starts=False) == written


@pytest.mark.parametrize(
    "written", ["pro-AI", "pre-COVID", "non-EU", "ex-CIA", "anti-GitHub", "un-American", "co-CEO"]
)
def test_what_stands_before_an_acronym_or_a_name_is_small(written: str) -> None:
    assert english_compound(written.lower(), starts=False) == written
    large = written[0].upper() + written[1:]
    assert english_compound(written.lower(), starts=True) == large


@pytest.mark.parametrize(
    "written",
    [
        "Jean-Luc",
        "Wu-Pei-Fu",
        "Zia-ul-Haq",
        "Al-Assad",
        "St-Denis",
        "Peer-to-Peer",
        "Domain-driven",
        "McCarran-Ferguson",
        "Smith-McDonald",
    ],
)
def test_names_of_several_parts_are_no_acronyms(written: str) -> None:
    assert english_compound(written.lower(), starts=False) == written
