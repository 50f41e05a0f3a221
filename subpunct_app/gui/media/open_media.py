"""The recording that belongs to the open text: finding, opening and watching it."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QLoggingCategory, QObject, Signal
from PySide6.QtWidgets import QFileDialog

from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.background.timers import unwatch, watch
from subpunct_app.gui.desk import PLAYABLE
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.paths import file_stamp, is_file, path_exists
from subpunct_app.speech.media.media_files import (
    is_media,
    media_among,
    media_of,
    subtitles_of,
)
from subpunct_app.speech.media.probe import probe
from subpunct_app.speech.media.tracks import track_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from subpunct_app.gui.actions.action_list import Act
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.media.media_panel import MediaStage
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.probe import MediaInfo


# The size of a file in bytes, and its time in nanoseconds.
Stamp = tuple[int, int]


class OpenMedia(QObject):
    """Own the player and its panel, and keep the video that belongs to the open file beside it.

    `opened` comes with each file that can be played, `track_changed` where another sound track of
    it is chosen, `transcribe_wanted` when the editor wants the text of a video that has no
    subtitles, `within_wanted` that of the subtitles in it, `told` what a key or a menu has
    switched, or why a key has nothing to play.
    """

    opened = Signal(Path)
    track_changed = Signal()
    told = Signal(str)
    closed = Signal()
    transcribe_wanted = Signal(Path)
    within_wanted = Signal()

    def __init__(self, place: Workplace, actions: Callable[[], Actions]) -> None:
        super().__init__(place.window)
        self._place = place
        self._desk = place.desk
        self._message = place.message
        self._actions = actions
        # What is looked into, or open; and the text that the present one was last beside.
        self._asked: Path | None = None
        self._subtitles: Path | None = None
        # Subtitles that are to be opened, the video that was given along with them, and what to do
        # once they are open.
        self._given: tuple[Path, Path] | None = None
        self._then: Callable[[], object] | None = None
        self._looking: Task | None = None
        self._watch = MediaWatch(self)
        self._watch.found.connect(self._tell_change)
        self._made: MediaStage | None = None
        place.opener.shown.connect(self._meet)
        place.desk.opened.connect(self._follow_up)
        place.opener.media_chosen.connect(self.open)

    @property
    def path(self) -> Path | None:
        """Return the video or sound that is open."""
        return self._made.player.path if self._made else None

    @property
    def stamp(self) -> Stamp | None:
        """Return size and time of the open file, None without one."""
        return self._watch.stamp

    @property
    def info(self) -> MediaInfo | None:
        """Return what the file holds that is open."""
        return self._made.player.info if self._made else None

    @property
    def track(self) -> int | None:
        """Return the number of the sound track that the editor chose, None for the usual one."""
        return self._made.player.track if self._made else None

    @property
    def is_drawn(self) -> bool:
        """Tell whether neither a picture nor sound is still to come of what is open."""
        stage = self._made
        if stage is None or self.path is None:
            return True
        return stage.player.is_drawn and stage.sounding.complete

    @property
    def stage(self) -> MediaStage:
        """Return the player and all that shows it, made when it is first wanted.

        Raise MediaError where nothing can be played.
        """
        if self._made is None:
            load_library()
            from subpunct_app.gui.media.media_panel import MediaStage

            self._made = MediaStage(self._place, self._actions())
            self._made.player.failed.connect(self._tell_failure)
            self._made.sounding.faulty.connect(self._message.show_error)
            self._made.playback.told.connect(self.told)
        return self._made

    def take_files(self, paths: Sequence[Path]) -> bool:
        """Open the first subtitles and their video, or the first video; False to stay."""
        videos = [path for path in paths if is_media(path)]
        others = [path for path in paths if path not in videos]
        if others and videos:
            return self.open_beside(others[0], media_among(videos, others[0]) or videos[0])
        if others:
            return self._place.opener.open(others[0])
        if videos:
            self.open(videos[0].absolute())
        return True

    def open_beside(
        self, subtitles: Path, media: Path, then: Callable[[], object] = lambda: None
    ) -> bool:
        """Open subtitles and their recording, whatever that is called; False to stay.

        `then` is called once the subtitles are open.
        """
        if not self._place.opener.open(subtitles):
            return False
        self._given = subtitles.absolute(), media.absolute()
        self._then = then
        return True

    def ask(self) -> None:
        """Ask for a video or a sound file and open it."""
        place = self._desk.file.path if self._desk.file else self.path
        folder = str(place.parent) if place else ""
        name, _ = QFileDialog.getOpenFileName(
            self._place.window, tr("Open video or sound"), folder, PLAYABLE
        )
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Look into a file, and show it where it can be played; else what is open stays."""
        if self._looking is not None:
            self._looking.cancel()
        self._asked = path
        self._looking = self._place.jobs.submit(
            Lane.MEDIA,
            partial(_look_into, path),
            # What is written while the worker looks has changed, too.
            done=partial(self._show, path, file_stamp(path)),
            failed=partial(self._refuse, path),
            quiet=True,
        )

    def choose_track(self, number: int) -> None:
        """Let another sound track be heard, now and when the file is opened again."""
        if self.path is None or self.info is None:
            return
        self.stage.choose_track(number)
        names = {track.number: track_name(track) for track in self.info.tracks}
        name = None if number == self.info.track else names[number]
        self._desk.remember(self._desk.settings.with_track(self.path, name))
        self.told.emit(tr("Sound track {number}", number=number))
        self.track_changed.emit()

    def close_media(self) -> None:
        """Put the video away; the text stays."""
        if self.path is not None and self.path.name in self._message.text:
            self._message.hide()
        self._asked = None
        self._watch.end()
        if self._made is not None:
            self._made.close()
        self.closed.emit()

    def close(self) -> None:
        """Stop playing, and remember where everything stood."""
        if self._made is not None:
            self._made.leave()

    def act(self, act: Act) -> None:
        """Do what an action of playback does."""
        self.stage.methods[act]()

    def _show(self, path: Path, stamp: Stamp | None, info: MediaInfo) -> None:
        if path != self._asked:
            return
        try:
            self.stage.show(path, info, self._track_of(path, info))
        except MediaError as error:
            self._refuse(path, error)
            return
        if isinstance(self._message.error, MediaError):
            # Of what was open before, or could not be opened.
            self._message.hide()
        self._watch.begin(path, stamp)
        if self._desk.coming is None:
            if self._desk.file is None:
                name, videos = str(path.absolute()), self._desk.settings.videos
                kept = [text for text, film in videos.items() if film == name]
                self._look_for(partial(_subtitles, path, kept), partial(self._open_subtitles, path))
            else:
                self._subtitles = self._desk.file.path
                self._remember(self._subtitles, path)
        self.opened.emit(path)

    def _refuse(self, path: Path, error: SubpunctError) -> None:
        if path == self._asked:
            self._asked = self.path
            self._message.show_error(error)

    def _track_of(self, media: Path, info: MediaInfo) -> int:
        """Return the sound track that was chosen for a film, else the one that players choose.

        The one of its number may be another by now, in a film that has taken the place of one.
        """
        kept = self._desk.settings.tracks.get(str(media.absolute()))
        named = {track_name(track): track.number for track in info.tracks}
        return named.get(kept or "", info.track)

    def _tell_failure(self, error: MediaError) -> None:
        """Say why playing has failed, unless that is because the file is gone."""
        if self.path is None or path_exists(self.path):
            self._message.show_error(error)
        else:
            self._watch.look()

    def _tell_change(self, before: MediaError | None, now: MediaError | None) -> None:
        """Say what has become of the open file; what plays has it still, mostly."""
        if before is not None:
            self._message.take_back(before)
        path = self.path
        if now is None or path is None:
            return
        if path_exists(path):
            self._message.show_error(now, Offer(tr("Open again"), partial(self.open, path)))
        else:
            self.stage.player.pause()
            self._message.show_error(now, Offer(tr("Open video or sound…"), self.ask))

    def _open_subtitles(self, media: Path, found: Path | None) -> None:
        if self._desk.file is not None or media != self.path:
            return
        if found is not None:
            self._place.opener.open(found)
        elif self._message.error is not None:
            # What is wrong with the recording matters more.
            return
        elif self.info is not None and self.info.texts:
            self._message.show_note(
                tr(
                    "No subtitles were found beside {name}. The video itself contains some.",
                    name=media.name,
                ),
                Offer(tr("Open those"), self.within_wanted.emit),
            )
        else:
            self._message.show_note(
                tr("No subtitles were found beside {name}.", name=media.name),
                Offer(tr("Transcribe"), partial(self.transcribe_wanted.emit, media)),
            )

    def _meet(self) -> None:
        """Keep the video, or look for another one, now that a text is shown."""
        file = self._desk.file
        if file is None:
            return
        media = None
        if self._given is not None and self._given[0] == file.path:
            media = self._given[1]
        known, alone = self._subtitles == file.path, self._subtitles is None
        self._subtitles = file.path
        stays = known or alone if media is None else media == self._asked
        if self._asked is not None and stays:
            if self.path is not None:
                self._remember(file.path, self.path)
        elif media is not None or not known:
            if self._asked is not None:
                self.close_media()
            if media is not None:
                self.open(media)
            else:
                kept = self._desk.settings.videos.get(str(file.path.absolute()))
                found = partial(self._open_found, file.path)
                self._look_for(partial(_media, file.path, kept), found)

    def _follow_up(self) -> None:
        given, file = self._given, self._desk.file
        # The words of the file before may be read only now.
        if given is None or file is None or given[0] == self._desk.coming:
            return
        self._given, then = None, self._then
        if given[0] == file.path and then is not None:
            then()

    def _look_for(
        self, work: Callable[[Task], Path | None], done: Callable[[Path | None], None]
    ) -> None:
        """Look for the other file on a worker, since folders may be large and far away."""
        self._place.jobs.submit(Lane.FILES, work, done=done, failed=say_nothing, quiet=True)

    def _open_found(self, subtitles: Path, found: Path | None) -> None:
        if found is not None and subtitles == self._subtitles and self._asked is None:
            self.open(found)

    def _remember(self, subtitles: Path, media: Path) -> None:
        """Open this video with these subtitles the next time too."""
        before = self._desk.settings
        now = before.with_video(subtitles, media)
        if [*now.videos.items()] != [*before.videos.items()]:
            self._desk.remember(now)


class MediaWatch(QObject):
    """Watch the file that is open; `found` carries what was wrong with it before and is now."""

    found = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.stamp: Stamp | None = None
        self._path: Path | None = None
        self._wrong: MediaError | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self.look)
        self._watcher.directoryChanged.connect(self.look)

    def begin(self, path: Path, stamp: Stamp | None) -> None:
        """Look after a file that was opened, and after no other."""
        self._path, self.stamp, self._wrong = path, stamp, None
        self.look()

    def end(self) -> None:
        """Look after nothing."""
        self._path = self.stamp = None
        unwatch(self._watcher)

    def look(self) -> None:
        """See what has become of the file, and tell of it where that is something else."""
        if self._path is None:
            return
        watch(self._watcher, self._path)
        before, self._wrong = self._wrong, _fault(self._path, self.stamp)
        if str(before) != str(self._wrong):
            self.found.emit(before, self._wrong)


def _fault(path: Path, stamp: Stamp | None) -> MediaError | None:
    if not path_exists(path):
        return MediaError(
            tr("{name} was moved or deleted.", name=path.name),
            tr("Put it back, or open it where it is now. Your text is not affected."),
        )
    if file_stamp(path) == stamp:
        return None
    # It is another one by now, or goes on where it ended, as in a download.
    return MediaError(
        tr("{name} has changed since it was opened.", name=path.name),
        tr("Open it again to play the new version."),
    )


def load_library() -> None:
    """Import QtMultimedia before anything is taken from it; raise MediaError where it is broken.

    Its first words, that there is no PipeWire, go nowhere. The loader of the system loads one
    library at a time; who listens in Python would wait for the thread that runs it, and that may
    wait for the loader.
    """
    QLoggingCategory.setFilterRules("*=false")
    try:
        import_module("PySide6.QtMultimediaWidgets")
    except ImportError as error:
        raise MediaError(
            tr("Videos and sound cannot be played on this computer: {error}.", error=error),
            tr("On Debian, install the package libpulse0. Your text is not affected."),
        ) from error
    finally:
        QLoggingCategory.setFilterRules("")


def _look_into(path: Path, task: Task) -> MediaInfo:
    # The waveform wants it next, and the window would stand still for as long as it loads.
    import_module("numpy")
    return probe(path, task)


def _media(subtitles: Path, kept: str | None, task: Task) -> Path | None:
    if kept is not None and is_file(Path(kept)):
        return Path(kept)
    return media_of(subtitles, task)


def _subtitles(media: Path, kept: list[str], task: Task) -> Path | None:
    there = filter(is_file, map(Path, reversed(kept)))
    return next(there, None) or subtitles_of(media, task)
