"""Make what is chosen stand out more than a pressed button does in dark colours."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget

from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.growing_icons import IconButton
from subpunct_app.gui.widgets.recoloured import Recoloured


class StressedButton(Recoloured, IconButton):
    """Be drawn in bold on a tint while it is checked, or while `stress` says that it is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen = False
        self.toggled.connect(self.stress)

    def stress(self, chosen: bool) -> None:
        """Draw the button as the chosen one, or plainly."""
        self._chosen = chosen
        self._recolour()

    def _recolour(self) -> None:
        # Only the tint and its text are set: a widget with all colours set gets no event when those
        # of the system change.
        palette = QPalette()
        if self._chosen:
            shades = tones(QApplication.palette())
            palette.setColor(QPalette.ColorRole.Button, shades.chosen_fill)
            palette.setColor(QPalette.ColorRole.ButtonText, shades.text)
        self.setPalette(palette)
        font = self.font()
        font.setBold(self._chosen)
        self.setFont(font)
