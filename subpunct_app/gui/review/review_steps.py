"""Steps of the undo stack, among them those that put one review in the place of another."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand
from PySide6.QtWidgets import QLineEdit

from subpunct_app.gui.texts.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.views.open_review import Review


class Step(QUndoCommand):
    """Call one thing whenever the step is done, also when it is pushed, and another to undo it."""

    def __init__(
        self, label: str, do: Callable[[], object], take_back: Callable[[], object]
    ) -> None:
        super().__init__(label)
        self._do = do
        self._take_back = take_back

    def redo(self) -> None:
        """Do it, for the first time or again."""
        self._do()

    def undo(self) -> None:
        """Take it back."""
        self._take_back()


class Replacing:
    """Replace the review of a page: by new suggestions, by other confidences, by none."""

    def __init__(self, page: ReviewPage) -> None:
        self._page = page

    def show(self, review: Review, only: Collection[int] | None = None) -> Review:
        """Show suggestions and return what is under review now.

        Decisions made before are in it too, and undo leads back to the suggestions before, which
        stay where the new ones are about `only` some words.
        """
        # The keys decide from now on, unless they would have gone into a text.
        if not isinstance(self._page.window().focusWidget(), QLineEdit):
            self._page.table.setFocus()
        before = self._page.review
        if only is not None and before is not None:
            review = review.beside(before, only)
        if not self._page.stack.count() and not _decided(before):
            self._page.stack.clear()
            self._page.put(review)
            return review
        renewed = review.continuing(before) if before else review
        self._push(tr("Punctuate again"), renewed)
        return renewed

    def weigh_anew(self, temperature: float) -> None:
        """Show the confidences of the model at another temperature."""
        before = self._page.review
        if before is not None and before.temperature != temperature:
            self._push(tr("Adjust confidences"), before.at_temperature(temperature))

    def start_anew(self) -> None:
        """Put suggestions and decisions away."""
        if self._page.review:
            self._push(tr("Discard the review"), None)
            self._page.decider.told.emit(tr("Review discarded. Undo brings your decisions back."))

    def _push(self, label: str, after: Review | None) -> None:
        """Put another review on the page, or none; what was exported and reads alike stays so."""
        before, stack = self._page.review, self._page.stack
        alike = _reads_alike(after, before) if after else not _decided(before)
        exported = alike and stack.isClean()
        stack.push(Step(label, partial(self._page.put, after), partial(self._put_back, before)))
        if exported:
            stack.setClean()

    def _put_back(self, review: Review | None) -> None:
        self._page.put(review)
        self._page.panel.announce()


def _decided(review: Review | None) -> bool:
    """Tell whether anything was decided in a review, if there is one."""
    return review is not None and review.session.open_count < len(review.session)


def _reads_alike(new: Review, old: Review | None) -> bool:
    """Tell whether the text would be written as it was before."""
    edits = old.session.edits() if old else {}
    if old is None or new.session.edits() != edits:
        return new.session.edits() == edits
    was, now = old.transcript.language_at, new.transcript.language_at
    return all(was(word) == now(word) for gap in edits for word in {max(0, gap - 1), gap})
