"""Review a document: the panel above, the cues below, and every decision undoable."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QVBoxLayout, QWidget

from subpunct_app.gui.background.timers import Slices, timer
from subpunct_app.gui.cues.cue_listing import CueListing
from subpunct_app.gui.cues.cue_model import Side
from subpunct_app.gui.cues.cue_table import CueTable
from subpunct_app.gui.cues.letter_places import word_at
from subpunct_app.gui.review.deciding import Decider
from subpunct_app.gui.review.page_layout import PageSplitter, TopRow
from subpunct_app.gui.review.review_panel import ReviewPanel
from subpunct_app.gui.review.review_steps import Replacing
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review.views.navigation import Route
from subpunct_app.text.decisions import says_same

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.review.deciding import Spot
    from subpunct_app.review.learning.house_style import HouseStyle
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.text.decisions import Change
    from subpunct_app.text.words import Suggestion


# Of more cues than this it is quicker to draw all that are in view.
_MANY = 50
# The budget of a long film takes longer than a key press may.
_REST_MS = 300


class ReviewPage(QWidget):
    """Hold the `review` of the open document, and the `cue` that the editor looks at.

    There is no review before the first suggestions. The page owns the undo stack.

    `reviewed` comes after decisions and when another review is shown, `suited` when suggestions
    have changed because of decisions elsewhere, `renewed` with the gaps whose suggestions a model
    has renewed, `unasked` when a mark was typed before there were any suggestions.
    """

    reviewed = Signal()
    moved = Signal()
    suited = Signal()
    renewed = Signal(object)
    unasked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.stack = QUndoStack(self)
        self.decider = Decider(self)
        self.panel = ReviewPanel(self)
        self.table = CueTable(self)
        self.listing = CueListing(self.table, self)
        self.review: Review | None = None
        self.cue = 0
        self._route = Route()
        self._going_on = False
        self._weighing = timer(self, _REST_MS, once=True)
        self._weighing.timeout.connect(self._weigh)
        self.top = TopRow(self)
        self.halves = PageSplitter(self.top, self.listing, self)
        self.replacing = Replacing(self)
        self.foresight = Slices(self)
        self.top.put(0, self.panel, stretch=1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.halves)
        self._connect()

    @property
    def current(self) -> int | None:
        """Return the gap of the suggestion the editor looks at."""
        return self.review.current if self.review else None

    @property
    def threshold(self) -> float:
        """Return the least confidence for accepting all."""
        return self.panel.budget.threshold

    @property
    def by_doubt(self) -> bool:
        """Tell whether the most doubtful suggestion comes first, or the first of the text."""
        return self._route.by_doubt

    def set_threshold(self, threshold: float) -> None:
        """Draw the line above which a suggestion need not be looked at."""
        self.panel.budget.set_threshold(threshold)

    def set_order(self, *, by_doubt: bool) -> None:
        """Go on in the order of doubt, or in the order of the text."""
        self._route.by_doubt = by_doubt
        if self.review:
            self.review.passed.clear()
        if by_doubt and self.review:
            self.select_gap(self._route.first(self.review.session))

    def set_actions(self, actions: Actions) -> None:
        """Let keys and buttons of the page trigger these actions."""
        actions.bind_review_keys(self.table, self.panel.context)
        self.panel.set_actions(actions)
        self.listing.set_actions(actions)

    def show_no_text(self) -> None:
        """Leave all the room to what is put beside the text."""
        self.panel.hide()
        self.listing.hide()

    def show_document(self, document: Document) -> None:
        """Show a document that nobody has looked at yet."""
        self.listing.show()
        self.stack.clear()
        # An empty one is not cleared, and a review that came back was never exported.
        self.stack.setClean()
        self._show(document, None)

    def put(self, review: Review | None) -> None:
        """Put a review on the page, or none; nothing here makes that a step to undo."""
        self._show(self.table.document, review)

    def renew(self, review: Review, found: Mapping[int, Suggestion | None]) -> None:
        """Show renewed suggestions for some gaps of this review, if it is still the one shown."""
        if self.review is not review:
            return
        if changed := review.renew(found):
            self._show_changed(changed)
            self._weighing.start()
            self.renewed.emit(changed)

    def suit(
        self, review: Review, style: HouseStyle | None, found: Mapping[int, Suggestion]
    ) -> int:
        """Show suggestions of this review by its editor's style, or without any as they were made.

        Return how many want something else now.
        """
        if self.review is not review:
            return 0
        before = {gap: review.session.suggestion(gap) for gap in found}
        changed = review.suit(style, found)
        self._show_changed(changed)
        return sum(not says_same(before[gap], found[gap]) for gap in changed)

    def show_left(self, document: Document, review: Review | None, cue: int) -> None:
        """Show the open document with the words and the review that were left, at a cue."""
        bar = self.table.verticalScrollBar()
        place = bar.value()
        self._show(document, review)
        bar.setValue(place)
        self.show_place(cue, None)

    def show_edited(
        self, document: Document, review: Review | None, cues: range, place: Spot
    ) -> None:
        """Show the open document with other words in some cues, at a place of it."""
        current = [] if self.current is None else [self.current]
        marked = self.review.cues_of(current) if self.review else ()
        self._hold(review)
        self.table.show_edited(document, review, cues)
        self.table.contents.refresh(marked)
        self.show_place(*place)
        self.reviewed.emit()

    def go_next(self) -> None:
        """Go to the next undecided suggestion."""
        self._go(self._route.following)

    def go_previous(self) -> None:
        """Go to the previous undecided suggestion."""
        self._go(self._route.preceding)

    def go_to_word(self, step: int) -> None:
        """Look at the gap behind the next word, or behind the one before with a step of -1."""
        review = self.review
        if review is None:
            return
        words = review.transcript.words_of(self.cue)
        start = words.start if step > 0 else words.stop + 1
        gap = (start if review.current is None else review.current) + step
        while 0 < gap < len(review.transcript.gaps) and not review.takes_mark(gap):
            gap += step
        if 0 < gap < len(review.transcript.gaps):
            self._point_at(gap)
            self.panel.announce()

    def go_to_cue(self, step: int) -> None:
        """Go to the next cue that is listed, or the previous one with a step of -1."""
        before = self.cue
        self.table.step(step)
        # At the first and the last one, too: a key that does nothing must not be silent.
        if self.cue == before:
            self.panel.announce()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Go to the next open suggestion after a decision, and draw both together."""
        self._going_on = True
        try:
            yield
        finally:
            self._going_on = False
        if self.review:
            self.select_gap(self._route.after_decision(self.review, self.cue))
            # Be it decided already, too: a key that does nothing must not be silent.
            self.panel.announce()

    def tell_unchosen(self) -> None:
        """Tell how to choose a place, since there is none to decide about."""
        if self.review is None:
            self.unasked.emit()
        else:
            self.decider.told.emit(self.panel.unchosen)

    def select_cue(self, cue: int) -> None:
        """Look at a cue and its first open suggestion, or its first one, or none."""
        if self.review:
            gaps = self.review.suggested_in(cue)
            first_open = next(iter(self.review.session.open_among(gaps)), None)
            first = gaps[0] if gaps else None
            self._make_current(first_open if first_open is not None else first)
        self._look_at(cue, scroll=False)

    def show_cue(self, cue: int) -> None:
        """Select a cue as a click on it does, and bring it into view."""
        self.select_cue(cue)
        self.table.show_cue(cue)

    def show_place(self, cue: int, gap: int | None) -> None:
        """Look at a gap in one of the cues that show it, or else at the cue."""
        self.cue = cue
        if gap is not None:
            self.select_gap(gap)
        if gap is None or self.cue != cue:
            self.show_cue(cue)

    def select_gap(self, gap: int | None) -> None:
        """Look at one gap, with a suggestion or without; with None stay at the cue."""
        if self.review is None:
            return
        if gap is None:
            self._look_at(self.cue)
            return
        self._make_current(gap)
        here = gap in self.review.suggested_in(self.cue)
        self._look_at(self.cue if here else self.review.cue_of(gap))

    def _point_behind(self, cue: int, letter: int) -> None:
        """Look at the gap behind the word that a letter of a cue belongs to, if one may stand."""
        review = self.review
        word = word_at(review.transcript, cue, letter) if review else None
        if review and word is not None and review.takes_mark(word + 1):
            self._point_at(word + 1)

    def _point_at(self, gap: int) -> None:
        # It is hidden where nothing at all is suggested.
        self.panel.show()
        self.select_gap(gap)

    def _choose_cue(self, cue: int) -> None:
        """Look at a cue, and tell what Enter would accept there."""
        self.select_cue(cue)
        if self.review:
            self.panel.announce()

    def _connect(self) -> None:
        self.decider.changed.connect(self._show_change)
        self.table.cue_chosen.connect(self._choose_cue)
        for part in (self.table, self.panel.context):
            part.gap_chosen.connect(self.select_gap)
            part.word_pointed.connect(self._point_behind)
        self.table.mark_typed.connect(self.decider.choose_mark)
        self.panel.mark_chosen.connect(self.decider.choose_mark)
        self.panel.budget.accept_above.connect(self.decider.accept_above)
        self.suited.connect(self._weigh)
        self.moved.connect(lambda: self.foresight.begin(self._foreseen_layouts()))

    def _show(self, document: Document | None, review: Review | None) -> None:
        self._hold(review)
        self.table.set_content(review.transcript.document if review else document, review)
        if review is None:
            self._look_at(0)
        else:
            gap = review.current
            if gap is None or gap not in review.session:
                gap, review.current = self._route.first(review.session), None
            self.select_gap(gap)
        self.reviewed.emit()

    def _hold(self, review: Review | None) -> None:
        """Make this the open review; hide the panel if it has no suggestions."""
        self.review = review
        self._weigh()
        self.panel.setVisible(review is not None and len(review.session) > 0)

    def _go(self, way: Callable[[Review, int], int | None]) -> None:
        """Go to an undecided suggestion; where there is none, tell the editor."""
        if self.review is None:
            return
        if not self.review.session.open_count:
            self.decider.told.emit(tr("Everything is decided"))
            return
        self.select_gap(way(self.review, self.cue))
        self.panel.announce()

    def _weigh(self) -> None:
        self.panel.budget.show_review(self.review)

    def _show_change(self, change: Change, place: Spot | None) -> None:
        # Who decides while another side of the text is listed has to see what it does.
        if self.listing.side is not Side.REVIEW:
            self.listing.show_side(Side.REVIEW)
        self._refresh(change.after)
        if change.renewed:
            self._weighing.start()
        if place is None:
            self.select_gap(min(change.after))
        else:
            self.show_place(*place)
        if not self._going_on:
            self.panel.announce()
        self.reviewed.emit()

    def _refresh(self, gaps: Collection[int]) -> None:
        if len(gaps) > _MANY:
            self.table.contents.refresh_all()
        elif self.review:
            self.table.contents.refresh(self.review.cues_of(gaps))

    def _show_changed(self, gaps: Collection[int]) -> None:
        self._refresh(gaps)
        if self.current in gaps:
            self.panel.show_cue(self.review, self.cue)

    def _make_current(self, gap: int | None) -> None:
        if self.review:
            moved = (self.review.current, gap)
            self.review.look_at(gap)
            self._refresh([changed for changed in moved if changed is not None])

    def _foreseen_layouts(self) -> Iterator[None]:
        """Lay out the cues around the suggestion that will most likely come next, one at a time.

        It may be anywhere in the text, and then the key that leads there has all cues in view to
        draw. If the editor goes elsewhere, only this work was in vain.
        """
        if self.review is None:
            return
        gap = self._route.foreseen(self.review, self.cue)
        if gap is None:
            return
        cue = self.review.cue_of(gap)
        self.panel.context.prepare(cue, gap)
        yield
        for row in self.table.rows_beside(cue):
            self.table.prepare(row, gap)
            yield

    def _look_at(self, cue: int, *, scroll: bool = True) -> None:
        self.cue = cue
        if self._going_on:
            return
        if scroll:
            self.table.show_cue(cue)
        self.panel.show_cue(self.review, cue)
        self.moved.emit()
