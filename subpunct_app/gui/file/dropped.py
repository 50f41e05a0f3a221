"""The files that somebody drags onto a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QDragEnterEvent, QDropEvent


class TakesFiles:
    """Mix in before the class of a window, whose `take_files` is called with what is dropped."""

    @property
    def is_busy(self) -> bool:
        """Tell whether no other files can be taken now."""
        return False

    def take_files(self, paths: Sequence[Path]) -> None:
        """Take files and folders, at least one."""
        raise NotImplementedError

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Offer to take files and folders of this computer."""
        if not self.is_busy and files_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Take what is dropped."""
        event.acceptProposedAction()
        self.take_files(files_in(event.mimeData()))


def files_in(data: QMimeData) -> list[Path]:
    """Return the files and folders of this computer among what is dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
