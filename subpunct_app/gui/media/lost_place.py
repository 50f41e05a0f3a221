"""A place in a recording that could not be sought, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.timers import timer
from subpunct_app.runtime.errors import MediaError
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from pathlib import Path

# Farther than this from what was sought it is another place.
ASTRAY_MS = 2000
_LOOK_MS = 500


class LostPlace(QObject):
    """Wait whether what is played comes to a place that could not be sought.

    Positions are in milliseconds. `given_up` comes where it has played for a while and has not;
    `failed` and `mended` tell what the editor is to know of it.
    """

    given_up = Signal()
    failed = Signal(object)
    mended = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lost = False
        self._told: MediaError | None = None
        self._wait = timer(self, _LOOK_MS, once=True)
        self._wait.timeout.connect(self.given_up)

    def lose(self) -> None:
        """Take down that the place could not be sought."""
        self._lost = True

    def look(self) -> None:
        """Begin to wait for a place that is lost, now that the recording plays."""
        if self._lost:
            self._wait.start()

    def is_at(self, position: int, wanted: int) -> bool:
        """Tell whether what is played at a position is what is wanted; the place is found then."""
        if self._lost and abs(position - wanted) > ASTRAY_MS:
            return False
        self.find()
        return True

    def find(self) -> None:
        """Wait no longer."""
        self._lost = False
        self._wait.stop()

    def tell(self, path: Path, wanted_ms: int) -> None:
        """Say that a recording cannot be played from there on."""
        self._told = MediaError(
            f"{path.name} cannot be played from {clock_text(wanted_ms)} on.",
            "Play it from its start, or convert it to MP4 with H.264 and AAC.",
        )
        self.failed.emit(self._told)

    def forget(self) -> None:
        """Wait no longer, and take back what was said: another place is wanted."""
        self.find()
        told, self._told = self._told, None
        if told is not None:
            self.mended.emit(told)
