"""Keep what is decided in a project, weigh confidences by it, and tell the editor what it says."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.notes import learned_note, taught_note
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review import model_queries as asking
from subpunct_app.review.learning import lessons
from subpunct_app.review.learning.recalibration import lessons_from
from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.subtitles import files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.learning.decided_text import DecidedText
    from subpunct_app.review.learning.recalibration import Learned, Taught
    from subpunct_app.review.model_queries import Punctuated
    from subpunct_app.review.views.open_review import Review

log = logging.getLogger(__name__)


class Learner(QObject):
    """Follow the decisions of a page; a project is the folder of the open file.

    `told` says whether decisions are learned from when that is switched.
    """

    told = Signal(str)

    def __init__(self, place: Workplace, proposer: Proposer) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._jobs = place.jobs
        self._page = place.page
        self._message = place.message
        self._finish_typing = place.finish_typing
        self._unwanted: Review | None = None
        proposer.asking.connect(self.store)
        place.opener.leaving.connect(self.store)
        place.opener.discarded.connect(self._discard)

    @property
    def precision(self) -> float:
        """Return how much of what is above the line shall be right."""
        return self._desk.settings.precision

    def set_precision(self, precision: float) -> None:
        """Draw the line for another share of right ones."""
        self._desk.remember(replace(self._desk.settings, precision=precision))
        self.weigh()

    def show_answer(self, answer: Punctuated) -> bool:
        """Tell what was learned where all of a text was asked about; False for nothing to tell."""
        return answer.words is None and self._show(answer.learned)

    def close(self) -> None:
        """Keep what was decided when the window closes."""
        self.store()

    def _show(self, learned: Learned | None) -> bool:
        """Draw the line that was learned and tell of it; False where there is none."""
        if learned is None:
            return False
        self._page.set_threshold(learned.line)
        self._message.show_note(learned_note(learned), Offer(tr("Do not use this"), self.toggle))
        return True

    def store(self) -> None:
        """Keep what was decided about the open file for the next time."""
        file, review = self._desk.file, self._page.review
        if file is None or review is None or review is self._unwanted:
            return
        session, gaps = review.session.as_made(), review.transcript.gaps
        found = lessons_from(
            gaps,
            session.suggestions,
            session.verdicts(),
            review.model,
            temperature=review.temperature,
        )
        try:
            lessons.store(file.path, found)
        except SubpunctError as error:
            log.warning("What was decided is not kept: %s", error)

    def toggle(self) -> None:
        """Learn from decisions, or take suggestions and confidences as the model gives them."""
        learn = not self._desk.settings.learn
        self._desk.remember(replace(self._desk.settings, learn=learn))
        self.told.emit(tr("Learn from decisions: on") if learn else tr("Learn from decisions: off"))
        self.weigh()

    def weigh(self) -> None:
        """Weigh the suggestions under review anew."""
        self._learn(self._apply)

    def tell(self) -> None:
        """Tell what was learned in this project so far."""
        self._learn(self._tell)

    def forget(self) -> None:
        """Forget what was decided in this project, and offer it back; the review stays."""
        if self._desk.file is None:
            return
        folder = self._desk.file.path.parent
        try:
            forgotten = lessons.forget(folder)
        except SubpunctError as error:
            self._message.show_error(error)
            return
        offer = Offer(tr("Undo"), partial(self._bring_back, folder, forgotten))
        note = tr("Nothing is learned any more from the decisions made in {folder}.", folder=folder)
        self._message.show_note(note, offer if forgotten else None)

    def _bring_back(self, folder: Path, forgotten: Mapping[Path, bytes]) -> None:
        try:
            lessons.bring_back(forgotten)
        except SubpunctError as error:
            self._message.show_error(error)
            return
        self._message.show_note(
            tr(
                "The decisions made in {folder} count again, from the next time you punctuate.",
                folder=folder,
            )
        )

    def export_decided(self) -> None:
        """Ask for a name and write what was decided as text to train a model with."""
        file = self._desk.file if self._finish_typing() else None
        review = self._page.review
        if file is None or review is None:
            return
        # Never that of an export, which may be such a text itself.
        proposed = str(file.proposed_with(".decided.txt"))
        title = tr("Export decided text for training")
        name, _ = QFileDialog.getSaveFileName(
            self._page.window(), title, proposed, tr("Text (*.txt)")
        )
        if name:
            self._write_decided(review, Path(name))

    def _discard(self) -> None:
        self._unwanted = self._page.review

    def _write_decided(self, review: Review, target: Path) -> None:
        from subpunct_app.review.learning.decided_text import decided_text

        found = decided_text(review.transcript, review.session)
        try:
            if found.paragraphs:
                files.write(found.to_bytes(), target, overwrite=True)
        except SubpunctError as error:
            self._message.show_error(error)
            return
        self._message.show_note(_decided_note(found, target))

    def _learn(self, done: Callable[[Taught], None]) -> None:
        file, review = self._desk.file, self._page.review
        if file is None or review is None:
            return
        self.store()
        job = partial(asking.taught_in, file.path.parent, review.model, self.precision)
        self._jobs.submit(Lane.FILES, job, done=done, failed=self._message.show_error)

    def _apply(self, taught: Taught) -> None:
        learned = taught.learned if self._desk.settings.learn else None
        review = self._page.review
        if review is not None:
            temperature = learned.temperature if learned else 1.0
            self._page.replacing.weigh_anew(temperature)
        if not self._show(learned):
            self._message.hide()

    def _tell(self, taught: Taught) -> None:
        self._message.show_note(taught_note(taught, used=self._desk.settings.learn))


def _decided_note(found: DecidedText, target: Path) -> str:
    """Return how much was written for training, and why not more."""
    left = tr(
        "{n} was left out: undecided, unread, or shared by two speakers.",
        "{n} were left out: undecided, unread, or shared by two speakers.",
        found.left_out,
    )
    if not found.paragraphs:
        return f"{tr('No sentence is fully decided yet.')} {left}"
    count = tr("{n} sentence", "{n} sentences", found.sentences)
    return f"{tr('Exported {count} to {target}.', count=count, target=target)} {left}"
