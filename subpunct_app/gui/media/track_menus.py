"""The sound and subtitle tracks of the open video, as menus."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from subpunct_app.gui.actions.menus import ChoiceMenu
from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.widgets.label_texts import elide_middle, escape_ampersands
from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.speech.media.embedded_subtitles import extract, free_place
from subpunct_app.speech.media.tracks import track_name
from subpunct_app.subtitles.files import write

if TYPE_CHECKING:
    from PySide6.QtGui import QFontMetrics
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.media.open_media import OpenMedia
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.tracks import Track


_MOST_LETTERS = 80


def track_label(track: Track, metrics: QFontMetrics) -> str:
    """Return what a menu calls a track, so short that the menu stays narrow."""
    return escape_ampersands(elide_middle(track_name(track), metrics, _MOST_LETTERS))


class SoundTrackMenu(ChoiceMenu):
    """Offer the sound tracks of what is open, the one ticked that is heard."""

    def __init__(self, watching: OpenMedia, parent: QWidget) -> None:
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


_SRT = "SubRip subtitles (*.srt)"


class SubtitleTrackMenu(ChoiceMenu):
    """Offer the subtitles within what is open; none is ticked: each is for a file of its own."""

    def __init__(self, watching: OpenMedia, parent: QWidget) -> None:
        super().__init__("Subtitles &within the video", parent)
        self._watching = watching
        watching.opened.connect(self._show_tracks)
        watching.closed.connect(self._show_tracks)
        self._show_tracks()

    def _show_tracks(self) -> None:
        self.clear()
        info = self._watching.info
        for track in info.texts if info else ():
            self.offer(track_label(track, self.fontMetrics()), track)
        for action in self.actions():
            action.setCheckable(False)
        self.setEnabled(bool(self.values))


class SubtitleExtractor(QObject):
    """Write subtitles within the open film as a file that the editor names, and open that."""

    def __init__(self, place: Workplace, watching: OpenMedia, menu: SubtitleTrackMenu) -> None:
        super().__init__(place.window)
        self._place = place
        self._watching = watching
        self._menu = menu
        menu.chosen.connect(self.ask)
        watching.within_wanted.connect(self._choose)

    def ask(self, track: Track) -> None:
        """Ask for a name, and have the subtitles of a track written there."""
        film = self._watching.path
        if film is None:
            return
        try:
            free = free_place(film, track)
        except SubpunctError as error:
            self._place.message.show_error(error)
            return
        name, _ = QFileDialog.getSaveFileName(
            self._place.window, "Save the subtitles of the video", str(free), _SRT
        )
        if not name:
            return
        # Never the film itself: with another suffix, it is not the name that was asked about.
        asked = name.lower().endswith(".srt")
        target = Path(name if asked else f"{name}.srt")
        self._place.jobs.submit(
            Lane.FILES,
            partial(_write, film, track.number, target, overwrite=asked),
            done=partial(self._open, film, target),
            failed=self._place.message.show_error,
        )

    def _choose(self) -> None:
        """Take the only track there is, or let the editor choose."""
        tracks = self._menu.values
        if len(tracks) == 1:
            self._menu.chosen.emit(tracks[0])
            return
        message = self._place.message
        self._menu.popup(message.mapToGlobal(message.rect().topRight()))

    def _open(self, film: Path, target: Path, _written: None) -> None:
        # That half a film breaks off, its player has told.
        self._watching.open_beside(target, film)


def _write(film: Path, number: int, target: Path, task: Task, *, overwrite: bool) -> None:
    write(extract(film, task, number=number).content, target, overwrite=overwrite)
