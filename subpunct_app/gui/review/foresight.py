"""Lay out what the editor will see next, while nothing else is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.background.slices import Slices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from subpunct_app.gui.review.context_view import ContextView
    from subpunct_app.gui.review.cues.cue_table import CueTable


class Foresight(QObject):
    """Get the cues around the next suggestion ready each time that the editor goes on.

    The most doubtful suggestion may be anywhere in the text, and then the key that leads there
    has all cues in view to draw. If the editor goes elsewhere, only this work was in vain.
    """

    def __init__(
        self,
        context: ContextView,
        table: CueTable,
        foreseen: Callable[[], tuple[int, int] | None],
        parent: QObject,
    ) -> None:
        """`foreseen` returns the cue and the gap that will most likely come next, if any."""
        super().__init__(parent)
        self._context = context
        self._table = table
        self._foreseen = foreseen
        self._slices = Slices(self)

    @property
    def under_way(self) -> bool:
        """Tell whether there is more to get ready."""
        return self._slices.under_way

    def begin(self) -> None:
        """Prepare the next cue and those around it, one at a time."""
        self._slices.begin(self._steps())

    def _steps(self) -> Iterator[None]:
        place = self._foreseen()
        if place is None:
            return
        cue, gap = place
        self._context.prepare(cue, gap)
        yield
        for row in self._table.rows_beside(cue):
            self._table.prepare(row, gap)
            yield
