"""What stands above the cues, side by side; gone while there is nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QSplitter, QWidget

_COMING = frozenset({QEvent.Type.ShowToParent, QEvent.Type.HideToParent})


class TopRow(QSplitter):
    """Hold widgets that may hide, and leave no empty room when all of them have."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setChildrenCollapsible(False)
        self._widgets: list[QWidget] = []

    def add(self, widget: QWidget, *, stretch: int) -> None:
        """Put a widget at the right end, which gets so much of the room that is left."""
        self._watch(widget)
        self.addWidget(widget)
        self.setStretchFactor(self.indexOf(widget), stretch)
        self._follow()

    def put_first(self, widget: QWidget) -> None:
        """Put a widget at the left end, as wide as it likes to be."""
        self._watch(widget)
        self.insertWidget(0, widget)
        self.setStretchFactor(0, 0)
        self._follow()

    def eventFilter(self, _widget: QObject, event: QEvent) -> bool:  # noqa: N802
        """Come and go with what is in the row."""
        if event.type() in _COMING:
            self._follow()
        return False

    def _watch(self, widget: QWidget) -> None:
        self._widgets.append(widget)
        widget.installEventFilter(self)

    def _follow(self) -> None:
        self.setVisible(any(not widget.isHidden() for widget in self._widgets))
