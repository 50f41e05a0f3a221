"""Change the words of cues as steps that can be undone, in place or by find and replace."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.review.review_steps import Step
from subpunct_app.gui.words.cue_editor import InPlaceEdit
from subpunct_app.gui.words.cue_search import Search
from subpunct_app.gui.words.editing_bars import FindBar, GoToBar
from subpunct_app.review.editing.rewording import edited
from subpunct_app.review.editing.sheet import Sheet
from subpunct_app.review.editing.typed_marks import decisions
from subpunct_app.runtime.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.panels.message_bar import MessageBar
    from subpunct_app.gui.review.deciding import Spot
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.editing.sheet import CueEdit
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.subtitles.formats.document import Document


class Rewriter:
    """Edit the open document; a message says why a text can be in no cue."""

    def __init__(self, desk: Desk, page: ReviewPage, message: MessageBar) -> None:
        self._desk = desk
        self._page = page
        self._message = message
        self._refusal: SubpunctError | None = None

    @property
    def sheet(self) -> Sheet | None:
        """Return the open document with its words and decisions, None where nothing is open."""
        file, review = self._desk.file, self._page.review
        if review is not None:
            return Sheet(review.transcript.document, review.transcript, review.session)
        return Sheet(file.document) if file is not None else None

    def snapshot(self) -> Sheet | None:
        """Return the same for a worker, with decisions that nobody changes meanwhile."""
        sheet = self.sheet
        if sheet is None or sheet.session is None:
            return sheet
        return replace(sheet, session=sheet.session.copied())

    @property
    def ready(self) -> bool:
        """Tell whether words may change: not before all of them were read."""
        return self._desk.file is not None and self._desk.file.read

    def edit(self, edits: Sequence[CueEdit], label: str) -> bool:
        """Have some cues read otherwise, as one step; False where that cannot be."""
        sheet = self.sheet
        if sheet is None or not edits or not self.ready:
            return False
        try:
            new = edited(sheet, edits)
        except FileError as error:
            self._refusal = error
            self._message.show_error(error)
            return False
        self.put(edits, sheet, new, label)
        self.forgive()
        return True

    def forgive(self) -> None:
        """Say no more of a text that could be in no cue."""
        if self._refusal is not None:
            self._message.take_back(self._refusal)
            self._refusal = None

    def put(self, edits: Sequence[CueEdit], old: Sheet, new: Sheet, label: str) -> None:
        """Take a sheet with edits made in the place of the present one, as one step.

        Where marks and case alone are others in a cue, the step is what that decides.
        """
        if new is old or self._decided(edits, old, new, label):
            return
        review, cue = self._page.review, self._page.cue
        renewed = None
        if review and new.transcript and new.session and new.splice:
            renewed = review.edited(new.transcript, new.session, new.splice)
        stays = cue in {edit.cue for edit in edits}
        here = review.current if stays and review else None
        there = review.place_in(renewed, cue) if stays and review and renewed else None
        cue = cue if stays else edits[0].cue
        cues = new.unlike(old, edits)
        after = partial(self._show, new.document, renewed, cues, (cue, there))
        before = partial(self._show, old.document, review, cues, (cue, here))
        self._page.stack.push(Step(label, after, before))

    def _decided(self, edits: Sequence[CueEdit], old: Sheet, new: Sheet, label: str) -> bool:
        page, review = self._page, self._page.review
        if review is None or len(edits) > 1:
            return False
        cue, gap = page.cue, review.current
        change = decisions(old, new, edits[0].cue, label, capitals=review.capitals)
        page.decider.push(review, change)
        if change and cue == edits[0].cue:
            page.show_place(cue, gap)
        return bool(change)

    def _show(self, document: Document, review: Review | None, cues: range, place: Spot) -> None:
        file = self._desk.file
        if file is not None:
            self._desk.put(replace(file, document=document))
            self._page.show_edited(document, review, cues, place)


class TextEditing(QObject):
    """Put the bars under the cues of a page and the field into its table.

    `changed` says that other actions can be done now.
    """

    changed = Signal()

    def __init__(self, desk: Desk, page: ReviewPage, message: MessageBar) -> None:
        super().__init__(page)
        self._page = page
        self.rewriter = Rewriter(desk, page, message)
        self.manual = InPlaceEdit(page, self.rewriter)
        self.search = Search(page, self.rewriter)
        self.find_bar = FindBar(self.search, page)
        self.go_to_bar = GoToBar(page)
        column = page.layout()
        assert column is not None
        for bar in (self.find_bar, self.go_to_bar):
            column.addWidget(bar)
            bar.left.connect(page.table.setFocus)
            bar.left.connect(self.changed)
        self.search.changed.connect(self._show_hits)
        self.search.changed.connect(self.changed)

    def set_actions(self, actions: Actions) -> None:
        """Let the buttons of the bars trigger these actions."""
        self.find_bar.set_actions(actions)

    def close(self) -> None:
        """Stop searching."""
        self.search.close()

    def find(self, *, replacing: bool) -> None:
        """Open the bar to look for something, and to replace it where that is wanted."""
        self.go_to_bar.hide()
        self.find_bar.begin(replacing=replacing)
        self.changed.emit()

    def go_to(self) -> None:
        """Open the bar to go somewhere."""
        if not self.find_bar.isHidden():
            self.find_bar.leave()
        self.go_to_bar.begin()

    def go_on(self, step: Callable[[], None]) -> None:
        """Go to another hit, or ask what to look for."""
        if self.find_bar.isHidden():
            self.find(replacing=False)
        else:
            step()

    def _show_hits(self) -> None:
        self._page.table.show_hits(self.search.by_cue, self.search.hit)
