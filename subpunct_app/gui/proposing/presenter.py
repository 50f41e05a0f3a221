"""Show what a model has answered, and tell what the suggestions do not say themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.parts.message_bar import Offer
from subpunct_app.gui.proposing.proposer import review_of
from subpunct_app.gui.texts.notes import given_up_note, missing_note, proposal_note, unread_note
from subpunct_app.gui.widgets.announcing import announce

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.gui.proposing.learner import Learner
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.gui.workplace import Workplace
    from subpunct_app.review.asking import Punctuated
    from subpunct_app.review.settings import Settings
    from subpunct_app.review.views.opened import Review


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
