"""The button at the right end of a bar that closes it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from subpunct_app.gui.widgets.growing_icons import IconButton
from subpunct_app.gui.widgets.icons import icon
from subpunct_app.gui.widgets.recoloured import Recoloured


class CloseButton(Recoloured, IconButton):
    """Show a cross, in the colours of the program whatever colours the bar has."""

    def __init__(self, name: str, tooltip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setAccessibleName(name)
        self.setToolTip(tooltip)
        self._recolour()

    def _recolour(self) -> None:
        self.setIcon(icon("close", QApplication.palette()))
