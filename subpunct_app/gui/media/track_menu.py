"""The sound tracks of the open film, as a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.gui.actions.choice_menus import ChoiceMenu
from subpunct_app.gui.widgets.label_texts import as_label, shortened
from subpunct_app.speech.media.tracks import track_name

if TYPE_CHECKING:
    from PySide6.QtGui import QFontMetrics
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.media.watching import Watching
    from subpunct_app.speech.media.tracks import Track

_MOST_LETTERS = 80


def track_label(track: Track, metrics: QFontMetrics) -> str:
    """Return what a menu calls a track, so short that the menu stays narrow."""
    return as_label(shortened(track_name(track), metrics, _MOST_LETTERS))


class TrackMenu(ChoiceMenu):
    """Offer the sound tracks of what is open, the one ticked that is heard."""

    def __init__(self, watching: Watching, parent: QWidget) -> None:
        super().__init__("Soun&d track", parent)
        self._watching = watching
        watching.opened.connect(self._show_tracks)
        watching.closed.connect(self._show_tracks)
        self.chosen.connect(watching.choose_track)
        self._show_tracks()

    def refresh(self) -> None:
        """Tick the track that is heard."""
        info = self._watching.info
        self.tick(self._watching.track or (info.track if info else 0))

    def _show_tracks(self) -> None:
        self.clear()
        info = self._watching.info
        for track in info.tracks if info else ():
            self.offer(track_label(track, self.fontMetrics()), track.number)
        self.setEnabled(len(self.values) > 1)
