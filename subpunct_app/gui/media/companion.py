"""Which video goes with which subtitles: as the editor put them together, or by their names."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.runtime.paths import is_file
from subpunct_app.speech.media.media_files import media_of, subtitles_of
from subpunct_app.speech.media.tracks import track_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.desk import Desk
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.probe import MediaInfo


class Companion:
    """Look for the other file on a worker, since folders may be large and far away."""

    def __init__(self, desk: Desk, jobs: Jobs) -> None:
        self._desk = desk
        self._jobs = jobs

    def remember(self, subtitles: Path, media: Path) -> None:
        """Open this video with these subtitles the next time too."""
        before = self._desk.settings
        now = before.with_video(subtitles, media)
        if [*now.videos.items()] != [*before.videos.items()]:
            self._desk.remember(now)

    def remember_export(self, exported: Path, subtitles: Path, media: Path) -> None:
        """Open this video with what was exported, too; by itself it still finds the subtitles."""
        if self._desk.settings.videos.get(str(exported.absolute())) != str(media.absolute()):
            self.remember(exported, media)
            self.remember(subtitles, media)

    def remember_track(self, media: Path, number: int, info: MediaInfo) -> None:
        """Let this sound track of a film be heard the next time too."""
        names = {track.number: track_name(track) for track in info.tracks}
        name = None if number == info.track else names[number]
        self._desk.remember(self._desk.settings.with_track(media, name))

    def track_of(self, media: Path, info: MediaInfo) -> int:
        """Return the sound track that was chosen for a film, else the one that players choose.

        The one of its number may be another by now, in a film that has taken the place of one.
        """
        kept = self._desk.settings.tracks.get(str(media.absolute()))
        named = {track_name(track): track.number for track in info.tracks}
        return named.get(kept or "", info.track)

    def find_media(self, subtitles: Path, found: Callable[[Path | None], None]) -> None:
        """Look for the video of some subtitles."""
        kept = self._desk.settings.videos.get(str(subtitles.absolute()))
        self._look(partial(_media, subtitles, kept), found)

    def find_subtitles(self, media: Path, found: Callable[[Path | None], None]) -> None:
        """Look for the subtitles of a video, those that were last opened with it first."""
        name = str(media.absolute())
        kept = [text for text, film in self._desk.settings.videos.items() if film == name]
        self._look(partial(_subtitles, media, kept), found)

    def _look(
        self, work: Callable[[Task], Path | None], found: Callable[[Path | None], None]
    ) -> None:
        self._jobs.submit(
            Lane.FILES, work, done=found, failed=lambda _error: found(None), quiet=True
        )


def _media(subtitles: Path, kept: str | None, task: Task) -> Path | None:
    if kept is not None and is_file(Path(kept)):
        return Path(kept)
    return media_of(subtitles, task)


def _subtitles(media: Path, kept: list[str], task: Task) -> Path | None:
    there = filter(is_file, map(Path, reversed(kept)))
    return next(there, None) or subtitles_of(media, task)
