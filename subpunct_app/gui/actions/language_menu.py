"""The languages that a text can be treated in, as a menu: those that are punctuated, and others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from subpunct_app.gui.actions.choice_menu import ChoiceMenu
from subpunct_app.languages.codes import language_name
from subpunct_app.languages.typography import listed_languages
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.desk import Desk

_GROUP = 16


class LanguageMenu(ChoiceMenu):
    """Offer the languages, the present one ticked; an empty choice means: as guessed.

    Those that a model at hand knows come first, the others in groups by initials. What is at hand
    is looked up when the menu first opens.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("Text lan&guage", parent)
        self._desk = desk

    def refresh(self) -> None:
        """List the languages and tick that of the open file."""
        if not self.values:
            self._fill()
        language = self._desk.file.language if self._desk.file else None
        code = language.code if language else ""
        self.tick(code if code in self.values else base_of(code))

    def _fill(self) -> None:
        from subpunct_app.models.registry import languages_of, readable_cards

        self.addAction("&Guess", partial(self.chosen.emit, ""))
        self.addSeparator()
        found = languages_of(readable_cards())
        known = [*found[:1], *sorted(found[1:], key=title_of)]
        for code in known:
            self.offer(title_of(code), code)
        self.addSeparator()
        codes = sorted(set(listed_languages()) - set(known), key=title_of)
        for start in range(0, len(codes), _GROUP):
            group = codes[start : start + _GROUP]
            menu = self.addMenu(f"{language_name(group[0])} - {language_name(group[-1])}")
            for code in group:
                self.offer(title_of(code), code, menu=menu)


def title_of(code: str) -> str:
    """Return the name of a language with its region, as in `French (CA)`."""
    region = code.partition("-")[2]
    return f"{language_name(code)} ({region})" if region else language_name(code)
