"""Show what a model has answered, and offer to ask again in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.actions.choice_menus import title_of
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.proposing.proposer import review_of
from subpunct_app.gui.texts.notes import (
    given_up_note,
    language_note,
    missing_note,
    proposal_note,
    refusal,
    unread_note,
)
from subpunct_app.gui.widgets.label_texts import announce

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.gui.actions.choice_menus import LanguageMenu
    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.proposing.learner import Learner
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.model_queries import Punctuated, Refused
    from subpunct_app.review.settings import Settings
    from subpunct_app.review.views.open_review import Review


class Presenter(QObject):
    """Put answers under review; what the message bar says of one goes with its suggestions."""

    def __init__(self, place: Workplace, proposer: Proposer, learner: Learner) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._page = place.page
        self._message = place.message
        self._proposer = proposer
        self._learner = learner
        # The review that the message bar last told how it came about, and what it said.
        self._noted: tuple[Review | None, str] = (None, "")
        self._connect()

    def _connect(self) -> None:
        self._proposer.asking.connect(self._begin)
        self._proposer.answered.connect(self._show)
        self._proposer.outdated.connect(self._show_outdated)
        self._page.reviewed.connect(self._hide_outdated)

    def _begin(self) -> None:
        self._message.hide()
        announce(self._page, "Asking the model")

    def _show(self, answer: Punctuated, wanted: Settings) -> None:
        review = self._page.replacing.show(review_of(answer, wanted), answer.words)
        note, offer = proposal_note(review.session, answer), None
        # What has been written already is not begun anew.
        begins = self._desk.file is not None and self._desk.file.written is None
        if begins and not note and (note := given_up_note(answer)):
            offer = Offer("Fill instead", self._proposer.fill)
        missing, taught = missing_note(answer), self._learner.show_answer(answer)
        if missing or (note and not taught):
            note = " ".join(filter(None, (missing, note)))
            self._message.show_note(note, offer)
            self._noted = (review, note)
        elif not taught:
            self._page.panel.announce()
        self._desk.proposed.emit()

    def _show_outdated(self, ask_again: Callable[[], None]) -> None:
        note = unread_note(self._page.review)
        self._message.show_note(note, Offer("Punctuate again", ask_again))

    def _hide_outdated(self) -> None:
        """Say no more of suggestions that are shown no more."""
        review, note = self._noted
        if review is not None and review is not self._page.review:
            self._noted = (None, "")
            self._message.take_back(note)


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
