"""The language that a text is treated in, and what to do where the suggestions are in another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.actions.language_menu import title_of
from subpunct_app.gui.parts.message_bar import Offer
from subpunct_app.gui.texts.notes import language_note, refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.gui.actions.language_menu import LanguageMenu
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.gui.workplace import Workplace
    from subpunct_app.review.asking import Refused
    from subpunct_app.review.views.opened import Review


class Treatment(QObject):
    """Take the choice of the editor, and offer to ask again in a language that fits."""

    def __init__(self, place: Workplace, proposer: Proposer, languages: LanguageMenu) -> None:
        super().__init__(place.window)
        self._place = place
        self._proposer = proposer
        # What the message bar was told, and the review of that moment.
        self._told = ""
        self._review: Review | None = None
        # The languages of the text and of its suggestions when they were compared.
        self._compared: tuple[str, str] | None = None
        self._connect(languages)

    def _connect(self, languages: LanguageMenu) -> None:
        languages.chosen.connect(self._choose)
        self._proposer.refused.connect(self._refuse)
        self._place.desk.proposed.connect(self._compare)
        self._place.page.reviewed.connect(self._follow)

    def _choose(self, language: str) -> None:
        self._place.message.take_back(self._told)
        self._place.desk.treat_as(language)
        if not self._place.jobs.engaged:
            self._compare()

    def _compare(self) -> None:
        """Offer to ask again where the suggestions are in another language than the text is."""
        self._compared = self._languages()
        if self._compared is None:
            return
        text, suggestions = self._compared
        if text == suggestions:
            return
        self._note(language_note(title_of(suggestions)))
        offer = Offer(f"Punctuate as {title_of(text)}", self._proposer.punctuate)
        self._place.message.show_note(self._told, offer)

    def _refuse(self, refused: Refused, ask_again: Callable[[], None]) -> None:
        desk = self._place.desk
        if desk.file is None:
            return
        error = refusal(desk.file.path.name, refused)
        self._note(str(error))
        offer = Offer(f"Punctuate as {title_of(refused.model.card.languages[0])}", ask_again)
        self._place.message.show_error(error, offer)
        desk.failed.emit()

    def _note(self, text: str) -> None:
        self._told, self._review = text, self._place.page.review

    def _follow(self) -> None:
        """Say no more of suggestions that are shown no more, but what is true of the present."""
        if self._review is self._place.page.review:
            return
        self._place.message.take_back(self._told)
        self._note("")
        if not self._place.jobs.engaged and self._languages() != self._compared:
            self._compare()

    def _languages(self) -> tuple[str, str] | None:
        """Return the language of the text and that of its suggestions: the same if of some."""
        file, review = self._place.desk.file, self._place.page.review
        if file is None or file.language is None or review is None:
            return None
        language, asked = file.language.code, review.transcript
        return language, language if language in asked.passages.values() else asked.language
