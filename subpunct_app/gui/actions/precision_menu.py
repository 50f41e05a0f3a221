"""How much of what is accepted unread shall be right, as a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.gui.actions.choice_menu import ChoiceMenu
from subpunct_app.review.settings import PRECISIONS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.proposing.learner import Learner


class PrecisionMenu(ChoiceMenu):
    """Tick the share of the sure ones that shall be right, once decisions taught which they are."""

    def __init__(self, learner: Learner, parent: QWidget) -> None:
        super().__init__("Sure &means", parent)
        self._learner = learner
        for precision in PRECISIONS:
            self.offer(f"{precision:.0%} right".replace("%", " %"), precision)
        self.chosen.connect(learner.set_precision)

    def refresh(self) -> None:
        """Tick the share that counts now."""
        self.tick(self._learner.precision)
