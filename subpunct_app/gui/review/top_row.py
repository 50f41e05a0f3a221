"""What stands above the cues, side by side; gone while there is nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QSplitter, QWidget

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
