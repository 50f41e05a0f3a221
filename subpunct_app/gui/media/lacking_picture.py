"""A picture that does not come while the sound plays, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.timers import timer
from subpunct_app.runtime.errors import MediaError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# A picture that has not come by then may be in a codec that only some graphics cards decode.
_PATIENCE_MS = 5000
_LOOK_MS = 500


class LackingPicture(QObject):
    """Wait for the first picture of a recording, of which Qt says nothing where none comes.

    It comes late, too, where a machine is slow or where the sound begins before it: `failed` tells
    that there is none so far, `mended` that this is over.
    """

    failed = Signal(object)
    mended = Signal(object)

    def __init__(self, is_drawn: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._is_drawn = is_drawn
        self._path: Path | None = None
        self._told: MediaError | None = None
        self._patience = timer(self, _PATIENCE_MS, once=True)
        self._patience.timeout.connect(self._look)

    def wait(self, path: Path) -> None:
        """Begin to wait for the picture of a recording that was opened."""
        self._path = path
        self._patience.start(_PATIENCE_MS)

    def forget(self) -> None:
        """Wait no longer, and take back what was said."""
        self._path = None
        self._patience.stop()
        told, self._told = self._told, None
        if told is not None:
            self.mended.emit(told)

    def _look(self) -> None:
        if self._path is None or self._is_drawn():
            self.forget()
            return
        self._patience.start(_LOOK_MS)
        if self._told is None:
            self._told = MediaError(
                f"No moving picture of {self._path.name} has come so far.",
                "If none comes, convert it to MP4 with H.264 and AAC; its sound can be played.",
            )
            self.failed.emit(self._told)
