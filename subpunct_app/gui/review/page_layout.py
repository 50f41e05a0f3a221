"""How the page shares its height between what stands above the cues and the cues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QSplitter, QWidget

if TYPE_CHECKING:
    from subpunct_app.gui.cues.cue_listing import CueListing

    pass


_COMING = frozenset({QEvent.Type.ShowToParent, QEvent.Type.HideToParent})


class TopPart(QWidget):
    """A widget that hides parts of itself while it is lower than its `ease`."""

    @property
    def ease(self) -> int:
        """Return how high it has to be to show what it should not lack."""
        return self.minimumSizeHint().height()


class TopRow(QSplitter):
    """Hold widgets that may hide, and leave no empty room when all of them have."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setChildrenCollapsible(False)
        self._parts: list[TopPart] = []

    @property
    def ease(self) -> int:
        """Return how high it has to be for all that is in it."""
        parts = (part for part in self._parts if not part.isHidden())
        return max((part.ease for part in parts), default=0)

    def add(self, widget: TopPart) -> None:
        """Put a widget at the right end, which gets the room that is left."""
        self._put(self.count(), widget, stretch=1)

    def put_first(self, widget: TopPart) -> None:
        """Put a widget at the left end, as wide as it likes to be."""
        self._put(0, widget, stretch=0)

    def eventFilter(self, _widget: QObject, event: QEvent) -> bool:  # noqa: N802
        """Come and go with what is in the row."""
        if event.type() in _COMING:
            self._follow()
        return False

    def _put(self, place: int, widget: TopPart, *, stretch: int) -> None:
        self._parts.append(widget)
        self.insertWidget(place, widget)
        self.setStretchFactor(place, stretch)
        widget.installEventFilter(self)
        self._follow()

    def _follow(self) -> None:
        self.setVisible(any(not part.isHidden() for part in self._parts))


# More pixels than that no screen has.
_DIGITS = 5
# After these there may be more room, or less.
_ROOM = frozenset({QEvent.Type.Resize, QEvent.Type.LayoutRequest})


class PageSplitter(QSplitter):
    """Let the upper half give things up before the lower one is lower than its ease.

    The upper half is as high as the editor last drew it, or as it likes to be, and so again where
    a window that was too low for that has grown.
    """

    def __init__(self, top: TopRow, below: CueListing, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._top = top
        self._below = below
        # In pixels, None where nobody has chosen.
        self._chosen: int | None = None
        self._liked: int | None = None
        self.addWidget(top)
        self.addWidget(below)
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self.choose)

    @property
    def state(self) -> str:
        """Return the height that was chosen for the upper half, nothing where none was."""
        return "" if self._chosen is None else str(self._chosen)

    def restore(self, state: str) -> None:
        """Choose a height that was kept; what is none leaves it to the upper half."""
        kept = state.isdecimal() and len(state) <= _DIGITS
        self._chosen = int(state) if kept else None
        self._share()

    def choose(self, height: int) -> None:
        """Give the upper half so many pixels, as far as the lower one can spare them."""
        self._chosen = max(0, height)
        self._share()

    def event(self, event: QEvent) -> bool:
        """Share the room anew when there is more of it, or less."""
        answer = super().event(event)
        if event.type() in _ROOM:
            self._share()
        return answer

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Ask the upper half again how high it likes to be in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._liked = None

    def _share(self) -> None:
        if self._top.isHidden() or self._below.isHidden():
            return
        top, below = self.sizes()
        spared = top + below - self._below.ease
        wanted = max(self._wanted(top), self._top.ease)
        wanted = max(min(wanted, spared), self._top.minimumSizeHint().height())
        if top != wanted:
            self.setSizes([wanted, top + below - wanted])

    def _wanted(self, present: int) -> int:
        """Return the height chosen, or what the upper half liked to have when it came into view."""
        if self._chosen is not None:
            return self._chosen
        # Asked again, it would want another height for every suggestion.
        if self._liked is None and self._top.isVisible():
            self._liked = self._top.sizeHint().height()
        return present if self._liked is None else self._liked
