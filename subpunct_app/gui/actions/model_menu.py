"""The models that can be asked, as a menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from subpunct_app.core.places import DEFAULT_MODEL


class ModelMenu(QMenu):
    """Offer the models at hand by their names, the chosen one ticked.

    `chosen` is the id of a model, empty for the one that comes first. What is at hand is looked up
    whenever the menu opens.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Mo&del", parent)
        self.chosen = ""
        self._group = QActionGroup(self)
        self.aboutToShow.connect(self._list)

    def _list(self) -> None:
        from subpunct_app.punctuation.registry import cards

        self.clear()
        for card in cards():
            action = self.addAction(card.name, partial(self._choose, card.id))
            action.setCheckable(True)
            action.setChecked(card.id == (self.chosen or DEFAULT_MODEL))
            self._group.addAction(action)

    def _choose(self, model: str) -> None:
        self.chosen = model
