"""Rows of buttons with icons, the button that clears a field, and the one that closes a dialog."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from subpunct_app.gui.widgets.focus_frame import FocusFrame
from subpunct_app.gui.widgets.growing_icons import grow_icons
from subpunct_app.gui.widgets.icons import icon
from subpunct_app.gui.widgets.recoloured import Recoloured


class Buttons(Recoloured, QWidget):
    """Buttons in a row, each with an icon in the colours of the palette."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons: dict[QPushButton, str] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)

    def _recolour(self) -> None:
        """Draw the icons in the colours of the palette of this moment."""
        for button, name in self._icons.items():
            button.setIcon(icon(name, self.palette()))

    def _add(self, text: str, name: str, about: str) -> QPushButton:
        button = QPushButton(icon(name, self.palette()), text)
        button.setToolTip(about)
        grow_icons(button)
        self._icons[button] = name
        self._row.addWidget(button)
        return button


def offer_clearing(field: QLineEdit | QKeySequenceEdit) -> None:
    """Give a field a button that clears it, and that a name, which Qt leaves out."""
    field.setClearButtonEnabled(True)
    for button in field.findChildren(QToolButton):
        button.setAccessibleName("Clear")
        button.setToolTip("Clear")


def closing_buttons(dialog: QDialog) -> QDialogButtonBox:
    """Return a box with a button that closes a dialog, framed while it has the focus.

    Enter presses it from anywhere, and styles draw it at any time as if it had the focus.
    """
    choice = QDialogButtonBox.StandardButton.Close
    box = QDialogButtonBox(choice)
    FocusFrame(box.button(choice))
    box.rejected.connect(dialog.reject)
    return box
