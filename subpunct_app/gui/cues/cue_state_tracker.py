"""Keep the states of the cues up to date while decisions are made and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.timers import Slices
from subpunct_app.review.views.cue_states import CueStates, cues_within
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.encoding import UTF8
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.subtitles.bare_stretches import BareRun

_MANY = 50
_NOTHING = Document(PLAIN_TEXT, "", UTF8)


class CueStateTracker(QObject):
    """Follow the review of a page; what takes long is done in slices.

    The `original` is the document as it was in the file; `states` are those of some moments ago
    while `counting`. `told` carries the cues that may be in another state now, None where it may be
    any of them.
    """

    told = Signal(object)

    def __init__(self, page: ReviewPage) -> None:
        super().__init__(page)
        self._page = page
        self.original = _NOTHING
        self._bare: Collection[int] = ()
        self.states = self._fresh = CueStates(_NOTHING, _NOTHING)
        self._missed: set[int] = set()
        self._slices = Slices(self)
        self._slices.done.connect(self._show)
        page.decider.changed.connect(lambda change: self._look_at(change.after))
        page.renewed.connect(self._look_at)
        page.suited.connect(self._restart)
        page.panel.budget.moved.connect(self._draw_line)
        page.table.contents.shown.connect(self._restart)

    @property
    def counting(self) -> bool:
        """Tell whether cues are still being looked at."""
        return self._slices.under_way

    def begin(self, original: Document) -> None:
        """Follow another file, which is about to be shown."""
        self.original = original
        self._bare = ()
        self.states = CueStates(original, original)

    def show_runs(self, runs: Sequence[BareRun]) -> None:
        """Take the stretches of the file that had lost their marks."""
        self._bare = cues_within(runs)
        self._restart()

    def _restart(self) -> None:
        self._fresh = CueStates(
            self.original,
            self._page.table.document or self.original,
            self._page.review,
            bare=self._bare,
            line=self._page.threshold,
        )
        self._missed.clear()
        self._slices.begin(self._fresh.recount())

    def _show(self) -> None:
        self._fresh.refresh(self._missed)
        self.states = self._fresh
        self.told.emit(None)

    def _look_at(self, gaps: Collection[int]) -> None:
        review = self._page.review
        if review is None or len(gaps) > _MANY:
            self._restart()
            return
        cues = review.cues_of(gaps)
        if self.counting:
            self._missed |= cues
            return
        self.states.refresh(cues)
        self.told.emit(cues)

    def _draw_line(self) -> None:
        self.states.draw_line(self._page.threshold)
        self._fresh.draw_line(self._page.threshold)
        self.told.emit(None)
