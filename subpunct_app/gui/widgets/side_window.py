"""Windows beside the main one, which are closed by keys, as dialogs are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from subpunct_app.gui.widgets.icons import app_icon

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class SideWindow(QWidget):
    """Close by the key of the system, and while nothing is under way by Esc."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(f"{title} - subpunct")
        self.setWindowIcon(app_icon())
        # A choice among several would take the letter of it.
        QShortcut(QKeySequence.StandardKey.Close, self, self.close)

    @property
    def at_work(self) -> bool:
        """Tell whether anything is under way."""
        raise NotImplementedError

    def come(self) -> None:
        """Show the window in front."""
        self.show()
        self.raise_()
        self.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take Esc where no field had a use for it."""
        if event.key() == Qt.Key.Key_Escape and not self.at_work:
            self.close()
        else:
            super().keyPressEvent(event)
