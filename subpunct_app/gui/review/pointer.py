"""Point at any gap or cue of the text, be anything suggested there or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.gui.review.drawing.letters import word_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from subpunct_app.gui.review.page import ReviewPage
    from subpunct_app.review.views.opened import Review


class Pointer:
    """Take the editor of a page from word to word, or to the word that was clicked on.

    What is pointed at is the gap behind the word; where none may stand, nothing happens.
    """

    def __init__(self, page: ReviewPage) -> None:
        self._page = page
        context = page.panel.context
        context.gap_chosen.connect(page.select_gap)
        context.word_pointed.connect(self.point_behind)
        page.table.word_pointed.connect(self.point_behind)

    def slots(self) -> Mapping[str, Callable[[], object]]:
        """Return what to call for each action of this part, by its name."""
        return {
            "next_cue": lambda: self.go_to_cue(1),
            "previous_cue": lambda: self.go_to_cue(-1),
            "next_word": lambda: self.go(1),
            "previous_word": lambda: self.go(-1),
        }

    def go(self, step: int) -> None:
        """Go one word on, or one back with a step of -1."""
        page, review = self._page, self._page.review
        if review is None:
            return
        gap = self._start(review, step) + step
        while 0 < gap < len(review.transcript.gaps) and not review.takes_mark(gap):
            gap += step
        if 0 < gap < len(review.transcript.gaps):
            self._point_at(gap)
            page.panel.announce()

    def go_to_cue(self, step: int) -> None:
        """Go to the next cue that is listed, or the previous one with a step of -1."""
        page, before = self._page, self._page.cue
        page.table.step(step)
        # At the first and the last one, too: a key that does nothing must not be silent.
        if page.cue == before:
            page.panel.announce()

    def point_behind(self, cue: int, letter: int) -> None:
        """Point at the gap behind the word that a letter of a cue belongs to."""
        review = self._page.review
        word = word_at(review.transcript, cue, letter) if review else None
        if review and word is not None and review.takes_mark(word + 1):
            self._point_at(word + 1)

    def _point_at(self, gap: int) -> None:
        # It is hidden where nothing at all is suggested.
        self._page.panel.show()
        self._page.select_gap(gap)

    def _start(self, review: Review, step: int) -> int:
        """Return the current gap, or that before or behind all words of the cue."""
        if review.current is not None:
            return review.current
        words = review.transcript.words_of(self._page.cue)
        return words.start if step > 0 else words.stop + 1
