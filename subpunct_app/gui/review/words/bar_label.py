"""What a bar under the cues says about what is typed into it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.recoloured import Recoloured


class BarLabel(Recoloured, QLabel):
    """Show a text in as many lines as it takes, a problem in the colour of failures."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_problem = False
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        """Say how things stand."""
        self._show(text, is_problem=False)

    def show_problem(self, problem: str) -> None:
        """Say what is wrong, with a sign in front of it."""
        self._show(f"⚠ {problem}", is_problem=True)

    def _show(self, text: str, *, is_problem: bool) -> None:
        self._is_problem = is_problem
        self.setText(text)
        self._recolour()

    def _recolour(self) -> None:
        palette = QPalette()
        if self._is_problem:
            palette.setColor(QPalette.ColorRole.WindowText, tones(palette).removed)
        self.setPalette(palette)
