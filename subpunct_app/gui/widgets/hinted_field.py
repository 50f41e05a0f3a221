"""A line of text that says what belongs there while it is empty."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from subpunct_app.gui.widgets.colours import mix, readable
from subpunct_app.gui.widgets.leaves_files import LeavesFiles
from subpunct_app.gui.widgets.recoloured import Recoloured

_FADED = 0.4


class HintedField(LeavesFiles, Recoloured, QLineEdit):
    """Take text, but no files; the hint can be read on any ground, also while the field is off."""

    def __init__(self, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self._recolour()

    def _recolour(self) -> None:
        self.setPalette(hint_palette())


def hint_palette() -> QPalette:
    """Return the colours of a hint alone, opaque: Qt makes it half as strong as the text is."""
    general, own = QApplication.palette(), QPalette()
    groups, roles = QPalette.ColorGroup, QPalette.ColorRole
    for group in (groups.Active, groups.Inactive, groups.Disabled):
        ground, ink = (general.color(group, role) for role in (roles.Base, roles.Text))
        own.setColor(group, roles.PlaceholderText, readable(mix(ink, ground, _FADED), ground))
    return own
