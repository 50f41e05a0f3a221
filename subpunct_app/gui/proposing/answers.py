"""Show what a model has answered, and offer to ask again in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.actions.menus import title_of
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.proposing.proposer import review_of
from subpunct_app.gui.texts.notes import SOURCES, proposal_note
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.languages.language_data import language_name
from subpunct_app.runtime.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.gui.actions.menus import LanguageMenu
    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.proposing.learner import Learner
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.model_queries import Punctuated, Refused
    from subpunct_app.review.settings import Settings
    from subpunct_app.review.views.open_review import Review


class Answers(QObject):
    """Put answers under review, and say what their suggestions do not say themselves.

    What the message bar says goes with the suggestions that it is about. Where these are in another
    language than the text, the editor is offered to ask again.
    """

    def __init__(
        self, place: Workplace, proposer: Proposer, learner: Learner, languages: LanguageMenu
    ) -> None:
        super().__init__(place.window)
        self._place = place
        self._desk = place.desk
        self._page = place.page
        self._message = place.message
        self._proposer = proposer
        self._learner = learner
        # What the message bar was told, and the review of that moment.
        self._noted: tuple[str, Review | None] = ("", None)
        self._connect(languages)

    def _connect(self, languages: LanguageMenu) -> None:
        self._proposer.asking.connect(self._begin)
        self._proposer.answered.connect(self._show)
        self._proposer.outdated.connect(self._show_outdated)
        self._proposer.refused.connect(self._show_refusal)
        self._page.reviewed.connect(self._follow)
        languages.chosen.connect(self._choose)

    def _begin(self) -> None:
        self._message.hide()
        announce(self._page, tr("Asking the model"))

    def _show(self, answer: Punctuated, wanted: Settings) -> None:
        review = self._page.replacing.show(review_of(answer, wanted), answer.words)
        note, offer = proposal_note(review.session, answer), None
        # What has been written already is not begun anew.
        begins = self._desk.file is not None and self._desk.file.written is None
        if begins and not note and (note := _given_up_note(answer)):
            offer = Offer(tr("Fill instead"), self._proposer.fill)
        taught = self._learner.show_answer(answer)
        if answer.missing or (note and not taught):
            if answer.missing:
                asked = answer.model.card.id
                missing = tr(
                    "{model} is not installed, so {asked} was used.",
                    model=answer.missing,
                    asked=asked,
                )
                note = f"{missing} {note}".rstrip()
            self._message.show_note(note, offer)
            self._note(note)
        elif not taught:
            self._page.panel.announce()
        self._desk.proposed.emit()

    def _show_outdated(self, ask_again: Callable[[], None]) -> None:
        note = tr("You edited the text while the model was reading it.")
        if self._page.review:
            left = tr("The previous suggestions are still shown.")
        else:
            left = tr("There are no suggestions yet.")
        self._message.show_note(f"{note} {left}", Offer(tr("Punctuate again"), ask_again))

    def _show_refusal(self, refused: Refused, ask_again: Callable[[], None]) -> None:
        if self._desk.file is None:
            return
        error = _refusal(self._desk.file.path.name, refused)
        self._note(str(error))
        known = title_of(refused.model.card.languages[0])
        offer = Offer(tr("Punctuate as {language}", language=known), ask_again)
        self._message.show_error(error, offer)
        self._desk.failed.emit()

    def _choose(self, language: str) -> None:
        """Offer to ask again where the suggestions are in another language than the text is."""
        self._message.take_back(self._noted[0])
        self._desk.treat_as(language)
        file, review = self._desk.file, self._page.review
        if self._place.jobs.engaged or review is None or file is None or file.language is None:
            return
        chosen, asked = file.language.code, review.transcript
        if chosen == asked.language or chosen in asked.passages.values():
            return
        note = tr("The suggestions were made for text in {name}.", name=title_of(asked.language))
        offer = tr("Punctuate as {language}", language=title_of(chosen))
        self._note(note)
        self._message.show_note(note, Offer(offer, self._proposer.punctuate))

    def _follow(self) -> None:
        """Say no more of suggestions that are shown no more."""
        note, review = self._noted
        if review is not self._page.review:
            self._message.take_back(note)
            self._note("")

    def _note(self, text: str) -> None:
        self._noted = text, self._page.review


def _given_up_note(answer: Punctuated) -> str:
    """Return how many of a text's own marks its suggestions change, empty where few do."""
    from subpunct_app.decoding.proposing.pipeline import own_marks

    found = own_marks(answer.proposal)
    if not found.worth_keeping:
        return ""
    return tr(
        "The only mark in the text would be changed or removed. “Fill” keeps it.",
        "{some:,} of the {n} marks in the text would be changed or removed. “Fill” keeps them all.",
        found.standing,
        some=found.given_up,
    )


def _refusal(name: str, refused: Refused) -> FileError:
    """Return why a model makes no suggestions for a file, and what to do all the same."""
    card, language = refused.model.card, refused.language
    known = language_name(card.languages[0])
    return FileError(
        tr(
            "{name} is in {language} ({why}), which {model} does not support.",
            name=name,
            language=language.name,
            why=SOURCES[language.source],
            model=card.id,
        ),
        tr(
            "If the text is in {known}, punctuate it as {known}. You can choose any other language "
            "in the status bar.",
            known=known,
        ),
    )
