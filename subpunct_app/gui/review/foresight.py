"""Lay out what the editor will see next, while nothing else is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.background.slices import Slices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.gui.review.page import ReviewPage


class Foresight(QObject):
    """Get the cues around the next suggestion ready each time that the editor goes on.

    The most doubtful suggestion may be anywhere, so that the key that leads there has all cues in
    view to draw anew. Where something else comes, nothing is lost but this work.
    """

    def __init__(self, page: ReviewPage) -> None:
        super().__init__(page)
        self._page = page
        self._slices = Slices(self)
        page.moved.connect(self._begin)

    @property
    def under_way(self) -> bool:
        """Tell whether there is more to get ready."""
        return self._slices.under_way

    def _begin(self) -> None:
        self._slices.begin(self._steps())

    def _steps(self) -> Iterator[None]:
        page, review = self._page, self._page.review
        gap = page.foreseen()
        if review is None or gap is None:
            return
        for row in page.table.rows_beside(review.cue_of(gap)):
            page.table.prepare(row, gap)
            yield
