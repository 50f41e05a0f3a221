"""A good part of a text in another language is told, a short one is not."""

from __future__ import annotations

import pytest

from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading import foreign_part as module
from subpunct_app.subtitles.reading.foreign_part import foreign_note, foreign_part
from subpunct_app.subtitles.reading.reading import read_words

ENGLISH = "and then we went to the market where they sell the bread that my mother likes best\n"
SPOKEN = "so now we are going to see how some of these models work and when it should be used\n"
GERMAN = "und dann sind wir auf den markt gegangen wo sie das brot verkaufen das ich so gern mag\n"


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        (ENGLISH * 40 + GERMAN * 20, "en", "de"),
        (ENGLISH * 12 + GERMAN * 40, "de", "en"),
        (GERMAN * 20, "en", "de"),
        (ENGLISH * 40, "en-GB", ""),
        ((SPOKEN + GERMAN * 3) * 10, "en", "de"),
        (ENGLISH * 40 + GERMAN * 8, "en", ""),
        (ENGLISH * 400 + GERMAN * 60, "en", ""),
        (ENGLISH * 400 + GERMAN * 200, "en", "de"),
        ("hello", "de", ""),
    ],
)
def test_the_language_of_a_good_part_is_told(text: str, language: str, told: str) -> None:
    assert foreign_part(read_words(parse(text.encode()), language)) == told


def test_where_no_language_can_be_told_none_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: str) -> str:
        raise FileError("The language of a text cannot be told: no space left.", "Make room.")

    monkeypatch.setattr(module, "identify", refuse)
    assert foreign_part(read_words(parse((GERMAN * 20).encode()), "en")) == ""


@pytest.mark.parametrize("text", [ENGLISH * 40, ENGLISH * 40 + GERMAN * 4, GERMAN * 8, SPOKEN * 40])
def test_what_tells_languages_apart_is_not_read_in_where_it_could_not_tell_enough(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(module, "identify", asked.append)
    assert foreign_part(read_words(parse(text.encode()), "en")) == ""
    assert asked == []


def test_both_languages_are_named() -> None:
    assert (
        foreign_note("de", "en") == "Much of it reads like German, but was punctuated as English."
    )
