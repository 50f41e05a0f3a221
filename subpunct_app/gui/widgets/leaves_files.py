"""Fields of text that leave dropped files to the window around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent


class LeavesFiles:
    """Mix in before the class of a field: many file managers offer addresses as text, too."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take what is dragged, but no files of this computer."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.ignore()
        else:
            super().dragEnterEvent(event)  # type: ignore[misc]
