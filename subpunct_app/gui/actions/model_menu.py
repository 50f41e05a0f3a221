"""The models that can be asked, as a menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget


class ModelMenu(QMenu):
    """Offer the models at hand by their names, the chosen one ticked.

    `chosen` is the id of a model, empty where the language of each text decides. What is at hand
    is looked up whenever the menu opens.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Mo&del", parent)
        self.chosen = ""
        self._group = QActionGroup(self)
        self.aboutToShow.connect(self._list)

    def _list(self) -> None:
        from subpunct_app.punctuation.registry import readable_cards

        self.clear()
        self._offer("By the &language of the text", "")
        for card in readable_cards():
            self._offer(card.name.replace("&", "&&"), card.id)

    def _offer(self, title: str, model: str) -> None:
        action = self.addAction(title, partial(self._choose, model))
        action.setCheckable(True)
        action.setChecked(model == self.chosen)
        self._group.addAction(action)

    def _choose(self, model: str) -> None:
        self.chosen = model
