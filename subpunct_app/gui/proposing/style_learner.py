"""Learn while a text is reviewed how its editor punctuates, and show what is open accordingly."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.timers import Slices
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review.learning.house_style import (
    StyleEstimator,
    enough_verdicts,
    following,
    verdicts_in,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.learning.house_style import HouseStyle
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.text.decisions import Change
    from subpunct_app.text.words import Suggestion

    _Portion = tuple[HouseStyle | None, Mapping[int, Suggestion]]

_AT_ONCE = 50


class StyleLearner(QObject):
    """Follow the verdicts on a page; one lesson at a time.

    Without the setting `learn` suggestions stay as the model makes them. A lesson does not change
    the suggestion that the editor is reading, unless the last step was about it. `told` says how
    many suggestions have changed.
    """

    told = Signal(str)

    def __init__(self, page: ReviewPage, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._desk = desk
        self._review: Review | None = None
        self._verdicts = 0
        self._last_step: Collection[int] = ()
        self._again = False
        self._learning = desk.settings.learn
        self._changed = 0
        self._slices = Slices(self)
        self._connect()

    @property
    def under_way(self) -> bool:
        """Tell whether a lesson is not yet all on screen."""
        return self._slices.under_way

    def _connect(self) -> None:
        self._slices.done.connect(self._end)
        self._page.decider.changed.connect(self._note)
        self._page.reviewed.connect(self._follow)
        self._desk.changed.connect(self._switch)

    def _note(self, change: Change) -> None:
        self._last_step = change.after
        if not self._review:
            return
        enough = enough_verdicts(len(self._review.session))
        self._verdicts += verdicts_in(change, enough)
        if self._learning and self._verdicts >= enough:
            self._learn()

    def _follow(self) -> None:
        """Take up another review, with the verdicts that are in it, and what was learned then."""
        if self._page.review is self._review:
            return
        self._review = self._page.review
        self._verdicts, self._last_step = 0, ()
        self._slices.stop()
        if self._review is None:
            return
        session = self._review.session
        decided = self._learning and session.open_count < len(session)
        if decided or self._review.style is not None or session.made_otherwise():
            self._learn()

    def _switch(self) -> None:
        """Learn at once where that is wanted now, or forget what was learned."""
        if self._desk.settings.learn is not self._learning:
            self._learning = not self._learning
            self._slices.stop()
            self._learn()

    def _learn(self) -> None:
        """Begin a lesson, or have one follow as soon as the last one is on screen."""
        self._verdicts = 0
        self._again = self._slices.under_way
        review = self._page.review
        if review and not self._again:
            self._changed = 0
            lesson = _by_style(review) if self._learning else _unlearned(review)
            self._slices.begin(self._show(review, lesson))

    def _show(self, review: Review, lesson: Iterator[_Portion]) -> Iterator[None]:
        for style, found in lesson:
            here = self._page.current
            # What the last step was about may change under the eyes of the editor.
            read = here if style and here not in self._last_step else None
            others = {gap: suggestion for gap, suggestion in found.items() if gap != read}
            self._changed += self._page.suit(review, style, others)
            yield

    def _end(self) -> None:
        self._page.suited.emit()
        if self._learning and self._changed:
            self.told.emit(
                tr(
                    "{n} suggestion adjusted to your decisions",
                    "{n} suggestions adjusted to your decisions",
                    self._changed,
                )
            )
        if self._again:
            self._learn()


def _by_style(review: Review) -> Iterator[_Portion]:
    """Learn, then yield what is to be shown otherwise from the current gap on, and before it."""
    session, gaps = review.session, review.transcript.gaps
    estimator = StyleEstimator(session, gaps, capitals=review.capitals)
    for some in _portions(session.gaps):
        estimator.take(some)
        yield review.style, {}
    style, here = estimator.style(), review.current or 0
    later, earlier = (session.gaps_within(part) for part in (range(here, len(gaps)), range(here)))
    for some in chain(_portions(later), _portions(earlier)):
        yield style, following(session, some, style, gaps)


def _unlearned(review: Review) -> Iterator[_Portion]:
    """Forget what was learned, and yield what the model made of what is shown otherwise."""
    session = review.session
    yield None, {}
    for some in _portions(list(session.made_otherwise())):
        yield None, {gap: session.latest(gap).original for gap in some}


def _portions(gaps: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(gaps), _AT_ONCE):
        yield gaps[first : first + _AT_ONCE]
