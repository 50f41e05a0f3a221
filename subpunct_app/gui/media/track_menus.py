"""The sound and subtitle tracks of the open video, as menus."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from subpunct_app.gui.actions.menus import ChoiceMenu
from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.label_texts import elide_middle, escape_ampersands
from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.speech.media.embedded_subtitles import extract, free_place
from subpunct_app.speech.media.tracks import track_name
from subpunct_app.subtitles.files import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.media.open_media import OpenMedia
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.probe import MediaInfo
    from subpunct_app.speech.media.tracks import Track


# Of what a menu calls a track, which is to stay narrow.
_MOST_LETTERS = 80


class TrackMenu(ChoiceMenu):
    """Offer some tracks of the recording that is open."""

    def __init__(self, title: str, watching: OpenMedia, parent: QWidget) -> None:
        super().__init__(title, parent)
        self._watching = watching
        watching.opened.connect(self._show_tracks)
        watching.closed.connect(self._show_tracks)
        self._show_tracks()

    def _show_tracks(self) -> None:
        self.clear()
        info = self._watching.info
        for track in self._tracks_in(info) if info else ():
            name = elide_middle(track_name(track), self.fontMetrics(), _MOST_LETTERS)
            self.offer(escape_ampersands(name), track)
        self.setEnabled(bool(self.values))

    def _tracks_in(self, info: MediaInfo) -> Sequence[Track]:
        raise NotImplementedError


class SoundTrackMenu(TrackMenu):
    """Offer the sound tracks where there are several, the one ticked that is heard."""

    def __init__(self, watching: OpenMedia, parent: QWidget) -> None:
        super().__init__(tr("Soun&d track"), watching, parent)
        self.chosen.connect(lambda track: watching.choose_track(track.number))

    def refresh(self) -> None:
        """Tick the track that is heard."""
        info = self._watching.info
        heard = self._watching.track or (info.track if info else 0)
        tracks = info.tracks if info else ()
        self.tick(next((track for track in tracks if track.number == heard), None))

    def _tracks_in(self, info: MediaInfo) -> Sequence[Track]:
        return info.tracks if len(info.tracks) > 1 else ()


class SubtitleTrackMenu(TrackMenu):
    """Offer the subtitles within the open film, and write those chosen as a file that is opened."""

    def __init__(self, place: Workplace, watching: OpenMedia) -> None:
        self._place = place
        super().__init__(tr("Subtitles &within the video"), watching, place.window)
        self.chosen.connect(self._ask)
        watching.within_wanted.connect(self._choose)

    def _tracks_in(self, info: MediaInfo) -> Sequence[Track]:
        return info.texts

    def _show_tracks(self) -> None:
        super()._show_tracks()
        # None is ticked: each is for a file of its own.
        for action in self.actions():
            action.setCheckable(False)

    def _choose(self) -> None:
        """Take the only track there is, or let the editor choose."""
        tracks = self.values
        if len(tracks) == 1:
            self.chosen.emit(tracks[0])
            return
        message = self._place.message
        self.popup(message.mapToGlobal(message.rect().topRight()))

    def _ask(self, track: Track) -> None:
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
            self._place.window,
            tr("Save the subtitles of the video"),
            str(free),
            tr("SubRip subtitles (*.srt)"),
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

    def _open(self, film: Path, target: Path, _written: None) -> None:
        # That half a film breaks off, its player has told.
        self._watching.open_beside(target, film)


def _write(film: Path, number: int, target: Path, task: Task, *, overwrite: bool) -> None:
    write(extract(film, task, number=number).content, target, overwrite=overwrite)
