"""A menu of values of which one at most is the present one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget


class ChoiceMenu(QMenu):
    """Offer values, the present one ticked; `chosen` carries the one that the editor wants."""

    chosen = Signal(object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        # Of such a group one is ticked at most, and drawn as one of several.
        self._values = QActionGroup(self)
        self._values.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        self._values.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Bring values and tick up to date before the menu is shown; a subclass may do so here."""

    def offer(self, title: str, value: object, *, menu: QMenu | None = None) -> None:
        """Add a value at the end of the menu, or of one inside of it."""
        action = (self if menu is None else menu).addAction(title)
        action.setCheckable(True)
        action.setData(value)
        self._values.addAction(action)

    @property
    def values(self) -> list[object]:
        """Return what is offered."""
        return [action.data() for action in self._values.actions()]

    def tick(self, present: object) -> None:
        """Tick one of the values, or none where that is not offered."""
        for action in self._values.actions():
            action.setChecked(action.data() == present)
