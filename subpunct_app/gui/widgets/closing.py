"""Windows beside the main one are closed by keys, as dialogs are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class ClosedByKeys(QWidget):
    """Close by the key of the system, and while nothing is under way by Esc."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        # A choice among several would take the letter of it.
        QShortcut(QKeySequence.StandardKey.Close, self, self.close)

    @property
    def at_work(self) -> bool:
        """Tell whether anything is under way."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take Esc where no field had a use for it."""
        if event.key() == Qt.Key.Key_Escape and not self.at_work:
            self.close()
        else:
            super().keyPressEvent(event)
