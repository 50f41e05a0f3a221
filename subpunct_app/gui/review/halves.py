"""What stands above the cues and the cues themselves, one above the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QSplitter

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.review.cues.cue_listing import CueListing
    from subpunct_app.gui.review.top_row import TopRow

# After these there may be more room, or less.
_ROOM = frozenset({QEvent.Type.Resize, QEvent.Type.LayoutRequest})


class Halves(QSplitter):
    """Let the upper half give things up before the lower one is lower than its ease."""

    def __init__(self, top: TopRow, below: CueListing, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._top = top
        self._below = below
        self.addWidget(top)
        self.addWidget(below)
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._share)

    def event(self, event: QEvent) -> bool:
        """Share the room anew when there is more of it, or less."""
        answer = super().event(event)
        if event.type() in _ROOM:
            self._share()
        return answer

    def _share(self) -> None:
        if self._top.isHidden() or self._below.isHidden():
            return
        top, below = self.sizes()
        spared = top + below - self._below.ease
        wanted = max(min(max(top, self._top.ease), spared), self._top.minimumSizeHint().height())
        if top != wanted:
            self.setSizes([wanted, top + below - wanted])
