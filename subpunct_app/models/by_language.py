"""The models that texts are punctuated with, chosen by language and loaded when one is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from subpunct_app.languages.language_data import language_name
from subpunct_app.models.card import first_knowing
from subpunct_app.models.model_registry import (
    card_of,
    damage,
    find,
    languages_of,
    load,
    readable_cards,
)
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.reading.document_language import detect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from subpunct_app.models.card import ModelCard
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.document_language import Language


class Choice(NamedTuple):
    """The model for a text, and the language that it is in, or is said to be in.

    It is `guessed` where nothing told the language and several models were at hand.
    """

    punctuator: Punctuator
    language: str
    guessed: bool = False


class Models:
    """Give each text a model that knows its language; one that was loaded is kept.

    Of several `cards` the first that knows a language is taken, and the first of all where
    nothing tells a text's language.
    """

    def __init__(self, cards: Sequence[ModelCard], load: Callable[[ModelCard], Punctuator]) -> None:
        self._cards = cards
        self._load = load
        self._loaded: dict[str, Punctuator] = {}

    @classmethod
    def only(cls, punctuator: Punctuator) -> Models:
        """Return the one model that is loaded already."""
        return cls((punctuator.card,), lambda _: punctuator)

    @property
    def first(self) -> ModelCard:
        """Return the card of the model that comes first."""
        return self._cards[0]

    def knowing(self, language: str) -> Punctuator | None:
        """Return the model that knows a language, None where there is none."""
        found = first_knowing(self._cards, language)
        return self._of(found) if found else None

    def lack(self, language: str) -> str:
        """Return the beginning of a sentence that says that none of them knows a language."""
        who = "No model here knows" if len(self._cards) > 1 else f"{self.first.id} does not know"
        return f"{who} {language_name(language)}"

    def for_text(self, document: Document, name: str, language: str | None = None) -> Choice:
        """Return the model for a document, and its language.

        Where nothing tells it for sure it is the first of the first model. Raise FileError where
        no model knows the language.
        """
        if language is not None:
            return Choice(self.knowing(language) or self._of(self.first), language)
        found = detect(document, name)
        if found is None:
            guessed = len(self._cards) > 1 and bool(document.cues)
            return Choice(self._of(self.first), self.first.languages[0], guessed)
        able = self.knowing(found.code)
        if able is None:
            raise self.refusal(name, found)
        return Choice(able, found.code)

    def refusal(self, name: str, found: Language) -> FileError:
        """Return what is to be said of a text in a language that no model knows, and what to do."""
        *others, last = languages_of(self._cards)
        known = f"{', '.join(others)} or {last}" if others else last
        language = "another language" if others else language_name(last)
        hint = (
            f"If it is in {language} all the same, use --language {known}; "
            "in the window, open it and say so there."
        )
        told = f"{name} is in {found.name} by its {found.source}, which"
        able = first_knowing(readable_cards(), found.code)
        # One that cannot be read may be the one that knows it.
        other = f"Use --model {able.id}. {hint}" if able else f"{damage()} {hint}".lstrip()
        if len(self._cards) > 1:
            return FileError(f"{told} no model here knows.", other)
        return FileError(f"{told} {self.first.id} does not know.", other)

    def _of(self, card: ModelCard) -> Punctuator:
        if card.id not in self._loaded:
            self._loaded[card.id] = self._load(card)
        return self._loaded[card.id]


def models_of(names: Iterable[str], *, device: str = "auto", threads: int = 0) -> Models:
    """Return models by id or folder, loaded at once where there is no choice.

    Raise ModelError where there is no such one, or the only one cannot be loaded.
    """
    named = [(card_of(find(name)), name) for name in names]
    by_id = {card.id: name for card, name in named}
    if len(by_id) == 1:
        return Models.only(load(*by_id.values(), device=device, threads=threads))
    return Models(
        [card for card, _ in named],
        lambda card: load(by_id[card.id], device=device, threads=threads),
    )
