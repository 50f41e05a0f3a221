"""Learn while a text is reviewed how its editor punctuates, and show what is open accordingly."""

from __future__ import annotations

import time
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from subpunct_app.gui.jobs import Lane
from subpunct_app.gui.wording import followed_text
from subpunct_app.services.house_style import Reviewed, is_due

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from subpunct_app.core.errors import SubpunctError
    from subpunct_app.core.review import Change
    from subpunct_app.core.task import Task
    from subpunct_app.core.text import Suggestion
    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.jobs import Jobs
    from subpunct_app.gui.review.opened import Review
    from subpunct_app.gui.review.page import ReviewPage
    from subpunct_app.services.house_style import HouseStyle

    Taught = tuple[HouseStyle, dict[int, Suggestion]]

# What is learned shows in slices, between two key presses.
_PORTION = 50
_SLICE_SECONDS = 0.004


class StyleLearner(QObject):
    """Follow the verdicts on a page, unseen by the busy signs; one lesson at a time.

    Without the setting `learn` suggestions stay as the model makes them. `told` says how many came
    to want something else.
    """

    told = Signal(str)

    def __init__(self, page: ReviewPage, desk: Desk, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._desk = desk
        self._jobs = jobs
        self._review: Review | None = None
        self._verdicts = 0
        self._task: Task | None = None
        self._again = False
        self._learning = desk.settings.learn
        self._style: HouseStyle | None = None
        self._changed = 0
        self._waiting: Iterator[tuple[int, Suggestion]] = iter(())
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._show_some)
        page.decider.changed.connect(self._note)
        page.reviewed.connect(self._follow)
        desk.changed.connect(self._switch)

    def _note(self, change: Change) -> None:
        self._verdicts += len(change.after)
        if self._review and is_due(self._verdicts, len(self._review.session)):
            self._learn()

    def _follow(self) -> None:
        """Take up another review, with the verdicts that are in it."""
        if self._page.review is self._review:
            return
        self._review = self._page.review
        self._timer.stop()
        session = self._review.session if self._review else None
        if session is not None and session.open_count < len(session):
            self._learn()

    def _switch(self) -> None:
        """Learn at once where that is wanted now, or forget what was learned."""
        if self._desk.settings.learn is not self._learning:
            self._learning = not self._learning
            self._timer.stop()
            self._learn()
            if not self._learning and self._page.review:
                self._put(None, self._page.review.session.made_otherwise())

    def _learn(self) -> None:
        """Begin a lesson, or have one follow as soon as the last one is on screen."""
        self._verdicts = 0
        # Work that was cancelled is never heard of again.
        under_way = self._task is not None and not self._task.cancelled
        self._again = under_way or self._timer.isActive()
        review = self._page.review
        if self._again or review is None or not self._learning:
            return
        self._task = self._jobs.submit(
            Lane.MODEL,
            partial(_lesson, _reviewed(review)),
            done=partial(self._show, review),
            failed=self._give_up,
            quiet=True,
        )

    def _show(self, review: Review, taught: Taught) -> None:
        self._task = None
        if self._page.review is review and self._learning:
            self._put(*taught)
        elif self._again:
            self._learn()

    def _put(self, style: HouseStyle | None, found: Mapping[int, Suggestion]) -> None:
        self._style, self._waiting, self._changed = style, iter(found.items()), 0
        self._timer.start()

    def _show_some(self) -> None:
        review = self._page.review
        until = time.perf_counter() + _SLICE_SECONDS
        while review is not None and time.perf_counter() < until:
            portion = dict(islice(self._waiting, _PORTION))
            self._changed += self._page.suit(review, self._style, portion)
            if len(portion) < _PORTION:
                self._end()
                return

    def _end(self) -> None:
        self._timer.stop()
        self._page.suited.emit()
        if self._style and self._changed:
            self.told.emit(followed_text(self._changed))
        if self._again:
            self._learn()

    def _give_up(self, _: SubpunctError) -> None:
        self._task = None


def _reviewed(review: Review) -> Reviewed:
    return Reviewed.of(review.session, review.transcript.gaps, capitals=review.capitals)


def _lesson(reviewed: Reviewed, _: Task) -> Taught:
    style = reviewed.learn()
    return style, reviewed.open_in(style)
