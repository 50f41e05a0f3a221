"""How the page shares its height between what stands above the cues and the cues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QSplitter

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


_COMING = frozenset({QEvent.Type.ShowToParent, QEvent.Type.HideToParent})


class TopRow(QSplitter):
    """Hold widgets that may hide, and leave no empty room when all of them have."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setChildrenCollapsible(False)

    def put(self, place: int, widget: QWidget, *, stretch: int) -> None:
        """Put a widget at a place; those with a stretch get the room that is left."""
        self.insertWidget(place, widget)
        self.setStretchFactor(place, stretch)
        widget.installEventFilter(self)
        self._follow()

    def eventFilter(self, _widget: QObject, event: QEvent) -> bool:  # noqa: N802
        """Come and go with what is in the row."""
        if event.type() in _COMING:
            self._follow()
        return False

    def _follow(self) -> None:
        widgets = (self.widget(at) for at in range(self.count()))
        self.setVisible(any(widget is not None and not widget.isHidden() for widget in widgets))


# More pixels than that no screen has.
_DIGITS = 5


class PageSplitter(QSplitter):
    """Keep the upper half as high as the editor last drew it, or as it likes to be."""

    def __init__(self, top: TopRow, below: QWidget, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._top = top
        # In pixels, None where nobody has chosen.
        self._chosen: int | None = None
        self.addWidget(top)
        self.addWidget(below)
        self.setStretchFactor(1, 1)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self.choose)

    @property
    def state(self) -> str:
        """Return the height that was chosen for the upper half, nothing where none was."""
        return "" if self._chosen is None else str(self._chosen)

    def restore(self, state: str) -> None:
        """Choose a height that was kept; what is none leaves it to the upper half."""
        if state.isdecimal() and len(state) <= _DIGITS:
            self.choose(int(state))
        else:
            self.choose(self._top.sizeHint().height())
            self._chosen = None

    def choose(self, height: int) -> None:
        """Give the upper half so many pixels, as far as the lower one can spare them."""
        self._chosen = max(0, height)
        self.setSizes([self._chosen, max(1, self.height() - self._chosen)])
