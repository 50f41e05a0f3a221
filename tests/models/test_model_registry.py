from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.models import model_registry as registry
from subpunct_app.models.card import AUTO, DEFAULT_MODEL, ModelCard, write_card
from subpunct_app.models.model_registry import Models
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.text.words import Mark
from tests.decoding.proposing.test_pipeline import SRT, Greeter

ENGLISH = Greeter.card
CONTINENTAL = replace(ENGLISH, id="continental", languages=("de", "fr"))


class Shelf:
    """Load models, and remember which."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    def load(self, card: ModelCard) -> Punctuator:
        self.taken.append(card.id)
        greeter = Greeter()
        greeter.card = card
        return greeter


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def models(shelf: Shelf) -> Models:
    return Models([ENGLISH, CONTINENTAL], shelf.load)


def test_a_language_that_is_lacked_is_lacked_by_all_or_by_the_only_one(models: Models) -> None:
    assert models.lack("tg") == "No model here knows Tajik"
    assert Models.only(Greeter()).lack("tg") == "greeter does not know Tajik"


@pytest.mark.parametrize(
    ("name", "language", "expected"),
    [
        ("a.srt", None, ("greeter", "en")),
        ("a.fr.srt", None, ("continental", "fr")),
        ("a.de-AT.srt", None, ("continental", "de-AT")),
        ("a.fr.srt", "en", ("greeter", "en")),
        ("a.pl.srt", "de", ("continental", "de")),
    ],
)
def test_a_text_gets_the_model_that_knows_its_language(
    models: Models, name: str, language: str | None, expected: tuple[str, str]
) -> None:
    punctuator, found, _ = models.for_text(parse(SRT), name, language)
    assert (punctuator.card.id, found) == expected


@pytest.mark.parametrize(("name", "guess"), [("a.srt", True), ("a.fr.srt", False)])
def test_a_language_is_guessed_where_nothing_tells_it_and_models_differ(
    models: Models, name: str, guess: bool
) -> None:
    document = parse(SRT)
    assert models.for_text(document, name).guessed is guess
    assert not models.for_text(parse(b""), name).guessed
    assert not Models.only(Greeter()).for_text(document, "a.srt").guessed


def test_a_model_is_loaded_once_and_only_if_it_is_needed(models: Models, shelf: Shelf) -> None:
    assert shelf.taken == []
    for name in ("a.de.srt", "b.de.srt", "c.fr.srt"):
        models.for_text(parse(SRT), name)
    assert shelf.taken == ["continental"]


def test_a_language_that_no_model_knows_is_refused_by_name(models: Models) -> None:
    with pytest.raises(FileError, match=r"Polish by its name, which no model here knows"):
        models.for_text(parse(SRT), "a.pl.srt")


def test_who_is_refused_is_told_all_languages_that_a_model_knows(models: Models) -> None:
    with pytest.raises(FileError) as refused:
        models.for_text(parse(SRT), "talk.pl.srt")
    assert refused.value.hint.startswith(
        "If it is in another language all the same, use --language en, de or fr;"
    )
    with pytest.raises(FileError) as refused:
        Models.only(Greeter()).for_text(parse(SRT), "talk.pl.srt")
    assert refused.value.hint.startswith("If it is in English all the same, use --language en;")


def test_a_model_that_was_named_takes_no_other_language() -> None:
    with pytest.raises(FileError, match="which greeter does not know"):
        Models.only(Greeter()).for_text(parse(SRT), "a.de.srt")


def test_of_the_models_at_hand_the_first_one_that_knows_a_language_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {
        "all": ("de", "fr", "en"),
        DEFAULT_MODEL: ("en",),
        "german": ("de",),
        "other-english": ("en-GB",),
    }
    for name, languages in known.items():
        (tmp_path / name).mkdir()
        write_card(ModelCard(name, name, languages, (Mark.NONE,)), tmp_path / name)
    monkeypatch.setattr(registry, "shipped_folder", lambda _: tmp_path)
    assert registry.choice(AUTO) == (DEFAULT_MODEL, "all")
    assert registry.choice("german") == ("german",)
    assert [registry.knowing(code) for code in ("en-US", "de", "pl")] == [
        DEFAULT_MODEL,
        "all",
        None,
    ]
