"""How much of what is accepted unread shall be right, as a menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from subpunct_app.services.settings import PRECISIONS

if TYPE_CHECKING:
    from subpunct_app.gui.learner import Learner


class PrecisionMenu(QMenu):
    """Tick the share of the sure ones that shall be right, once decisions taught which they are."""

    def __init__(self, learner: Learner, parent: QWidget | None = None) -> None:
        super().__init__("Sure &means", parent)
        self._learner = learner
        group = QActionGroup(self)
        self._actions = {}
        for precision in PRECISIONS:
            action = self.addAction(f"{precision:.0%} right".replace("%", " %"))
            action.setCheckable(True)
            action.triggered.connect(partial(learner.set_precision, precision))
            group.addAction(action)
            self._actions[precision] = action
        self.aboutToShow.connect(self._tick)

    def _tick(self) -> None:
        self._actions[self._learner.precision].setChecked(True)
