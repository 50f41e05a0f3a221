"""The row of buttons under what was heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.gui.widgets.buttons import Buttons

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class ButtonBar(Buttons):
    """What can be done with a transcription."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.keep = self._add(
            "&Keep what was heard", "content-save-outline", "Take that as the whole text"
        )
        self._row.addStretch(1)
        self.cancel = self._add("&Cancel", "close", "Stop; what was heard is kept")
        self.pause = self._add("&Pause", "pause", "Rest after the next words, or go on")
        self.start = self._add("&Start", "play", "Turn speech into text")
