"""The recording that belongs to the open text: finding, opening and watching it."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal
from PySide6.QtWidgets import QFileDialog

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.background.timers import unwatch, watch
from subpunct_app.gui.desk import PLAYABLE
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.paths import file_stamp, is_file, path_exists
from subpunct_app.speech.media.media_files import (
    Identity,
    is_recording,
    media_among,
    media_of,
    sample_of,
    subtitles_of,
)
from subpunct_app.speech.media.probe import probe
from subpunct_app.speech.media.tracks import track_name
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import SignalInstance

    from subpunct_app.gui.actions.action_list import Act
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.desk import Desk, Workplace
    from subpunct_app.gui.media.media_panel import MediaStage
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.probe import MediaInfo


class MediaPairing:
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


class MediaWatch(QObject):
    """Look after one recording: `gone` and `changed` tell once of what has become of it.

    `mended` takes back what was told last.
    """

    gone = Signal(object)
    changed = Signal(object)
    mended = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._identity: Identity | None = None
        self._told: MediaError | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._look)
        self._watcher.directoryChanged.connect(self._look)

    def begin(self, path: Path, identity: Identity) -> None:
        """Look after a file that was opened, and after no other."""
        self.end()
        self._path, self._identity = path, identity
        self._look()

    def end(self) -> None:
        """Look after nothing, and take back what was told."""
        self._path = self._identity = None
        self._take_back()
        unwatch(self._watcher)

    @property
    def identity(self) -> Identity | None:
        """Return what the file was when it was opened, None without one."""
        return self._identity

    def tell_loss(self) -> bool:
        """Say again that the file is gone, if it is; False while it is there."""
        if self._path is None or path_exists(self._path):
            return False
        self._told = None
        self._look()
        return True

    def _look(self) -> None:
        path, identity = self._path, self._identity
        if path is None or identity is None:
            return
        watch(self._watcher, path)
        if not path_exists(path):
            hint = "Put it back, or open it where it is now. Your text is not affected."
            self._tell(self.gone, MediaError(f"{path.name} was moved or deleted.", hint))
        elif identity.fits(path):
            self._take_back()
        else:
            # It is another one by now, or goes on where it ended, as in a download.
            hint = "Open it again to play the new version."
            changed = MediaError(f"{path.name} has changed since it was opened.", hint)
            self._tell(self.changed, changed)

    def _tell(self, signal: SignalInstance, error: MediaError) -> None:
        """Say what is true now, unless that was said last."""
        if self._told is None or self._told.message != error.message:
            self._take_back()
            self._told = error
            signal.emit(error)

    def _take_back(self) -> None:
        told, self._told = self._told, None
        if told is not None:
            self.mended.emit(told)


class OpenMedia(QObject):
    """Own the player and its panel, and keep the video that belongs to the open file beside it.

    `opened` comes with each file that can be played, `heard_otherwise` where another sound track of
    it is chosen, `transcribe_wanted` when the editor wants the text of a video that has no
    subtitles, `within_wanted` that of the subtitles in it, `told` what a key or a menu has
    switched, or why a key has nothing to play.
    """

    opened = Signal(Path)
    heard_otherwise = Signal()
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
        self._asked: Path | None = None
        self._looking: Task | None = None
        self._subtitles: Path | None = None
        self._given: tuple[Path, Path] | None = None
        self._fault: tuple[Path | None, str] | None = None
        self._refused = ""
        self._watch = MediaWatch(self)
        self._pairing = MediaPairing(place.desk, place.jobs)
        self._made: MediaStage | None = None
        self._connect()

    @property
    def path(self) -> Path | None:
        """Return the video or sound that is open."""
        return self._made.player.path if self._made else None

    @property
    def identity(self) -> Identity | None:
        """Return what tells the open file from another one of its name, None without one."""
        return self._watch.identity

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
        """Return the player and all that shows it, made when it is first wanted."""
        if self._made is None:
            from subpunct_app.gui.media.media_panel import MediaStage

            self._made = MediaStage(self._place, self._actions())
            self._made.player.failed.connect(self._tell_failure)
            self._made.player.mended.connect(self._message.take_back)
            self._made.sounding.faulty.connect(self._tell_fault)
            self._made.playback.told.connect(self.told)
        return self._made

    def take_files(self, paths: Sequence[Path]) -> bool:
        """Open the first subtitles and their video, or the first video; False to stay."""
        videos = [path for path in paths if is_recording(path)]
        others = [path for path in paths if path not in videos]
        if others and videos:
            return self.open_beside(others[0], media_among(videos, others[0]) or videos[0])
        self._given = None
        if others:
            return self._place.opener.open(others[0])
        if videos:
            self.open(videos[0].absolute())
        if len(videos) > 1:
            # Some have no ending by which a batch would know them, or they would be offered to it.
            name, count = videos[0].name, counted(len(videos), "recording")
            self.told.emit(
                f"Only {name} of {count} was opened. A batch takes files named .mp4 and the like."
            )
        return True

    def open_beside(self, subtitles: Path, media: Path) -> bool:
        """Open subtitles and their recording, whatever that is called; False to stay."""
        # As the opener tells which file it opened.
        self._given = (subtitles.absolute(), media.absolute())
        if not self._place.opener.open(subtitles):
            self._given = None
            return False
        return True

    def ask(self) -> None:
        """Ask for a video or a sound file and open it."""
        place = self._desk.file.path if self._desk.file else self.path
        folder = str(place.parent) if place else ""
        name, _ = QFileDialog.getOpenFileName(
            self._place.window, "Open video or sound", folder, PLAYABLE
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
            # What is written while the worker looks has changed, too.
            partial(_look_into, path, file_stamp(path)),
            done=partial(self._show, path),
            failed=partial(self._refuse, path),
            quiet=True,
        )

    def choose_track(self, number: int) -> None:
        """Let another sound track be heard, now and when the file is opened again."""
        if self.path is None or self.info is None:
            return
        self.stage.choose_track(number)
        self._pairing.remember_track(self.path, number, self.info)
        self.told.emit(f"Sound track {number}")
        self.heard_otherwise.emit()

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

    def _connect(self) -> None:
        self._watch.gone.connect(self._tell_gone)
        self._watch.changed.connect(self._tell_changed)
        self._watch.mended.connect(self._message.take_back)
        self._desk.changed.connect(self._keep_with_export)
        self._desk.changed.connect(self._forget_given)
        self._place.opener.shown.connect(self._meet)
        self._place.opener.failed.connect(lambda _error: self._open_given())
        self._place.opener.media_chosen.connect(self.open)

    def _show(self, path: Path, seen: tuple[MediaInfo, Identity]) -> None:
        info, identity = seen
        if path != self._asked:
            return
        try:
            self.stage.show(path, info, self._pairing.track_of(path, info))
        except MediaError as error:
            self._refuse(path, error)
            return
        self._message.take_back(self._refused)
        self._watch.begin(path, identity)
        if self._desk.file is None:
            self._pairing.find_subtitles(path, partial(self._open_subtitles, path))
        else:
            self._subtitles = self._desk.file.path
            self._pairing.remember(self._subtitles, path)
        self.opened.emit(path)

    def _refuse(self, path: Path, error: SubpunctError) -> None:
        if path == self._asked:
            self._asked = self.path
            self._message.show_error(error)
            self._refused = self._message.text

    def _tell_fault(self, error: MediaError) -> None:
        """Say once what is wrong with what plays, also where it is opened again with other text."""
        fault = self.path, error.message
        if fault != self._fault:
            self._fault = fault
            self._message.show_error(error)

    @property
    def _says_fault(self) -> bool:
        """Tell whether the message that is shown says what is wrong with what plays."""
        error = self._message.error
        return error is not None and self._fault == (self.path, error.message)

    def _tell_failure(self, error: MediaError) -> None:
        """Say why playing has failed: that the file is gone is told until it is back."""
        if not self._watch.tell_loss():
            self._message.show_error(error)

    def _tell_gone(self, gone: MediaError) -> None:
        """Say that the file went; what plays has it still, mostly."""
        self.stage.player.pause()
        self._message.show_error(gone, Offer("Open video or sound…", self.ask))

    def _tell_changed(self, changed: MediaError) -> None:
        if self.path is not None:
            again = Offer("Open again", partial(self.open, self.path))
            self._message.show_error(changed, again)

    def _open_subtitles(self, media: Path, found: Path | None) -> None:
        if self._desk.file is not None or media != self.path:
            return
        if found is not None:
            self._place.opener.open(found)
            return
        if self._says_fault:
            return
        text = f"No subtitles were found beside {media.name}."
        if self.info is not None and self.info.texts:
            offer = Offer("Open those", self.within_wanted.emit)
            self._message.show_note(f"{text} The video itself contains some.", offer)
        else:
            offer = Offer("Transcribe", partial(self.transcribe_wanted.emit, media))
            self._message.show_note(text, offer)

    def _meet(self) -> None:
        """Keep the video, or look for another one, now that a file was opened."""
        file = self._desk.file
        if file is None or self._open_given(file.path):
            return
        alone, known = self._subtitles is None, self._subtitles == file.path
        self._subtitles = file.path
        if known or (alone and self._asked is not None):
            self._keep(file.path, self.path)
            if self.path is None and self._asked is not None:
                # Opening a file has stopped the worker that looked into it.
                self.open(self._asked)
            return
        if self._asked is not None:
            self.close_media()
        self._pairing.find_media(file.path, partial(self._open_found, file.path))

    def _open_given(self, subtitles: Path | None = None) -> bool:
        """Open the video that was given along with subtitles, now that these are read or failed."""
        given, self._given = self._given, None
        if given is None or subtitles not in {given[0], None}:
            return False
        if subtitles is not None:
            self._subtitles = subtitles
            if self.path == given[1]:
                self._keep(subtitles, given[1])
                return True
            self.close_media()
        self.open(given[1])
        return True

    def _forget_given(self) -> None:
        """Want the video no more that was given along with others than those that are to come."""
        if self._given is not None and self._desk.coming not in {None, self._given[0]}:
            self._given = None

    def _keep(self, subtitles: Path, media: Path | None) -> None:
        if self._made is not None and media is not None:
            self._made.sounding.go_on()
            self._pairing.remember(subtitles, media)

    def _keep_with_export(self) -> None:
        file, media = self._desk.file, self.path
        if file is None or file.written is None or media is None:
            return
        # While a file is shown the video of the one before is still open.
        if file.path == self._subtitles:
            self._pairing.remember_export(file.written.path, file.path, media)

    def _open_found(self, subtitles: Path, found: Path | None) -> None:
        if found is not None and subtitles == self._subtitles and self._asked is None:
            self.open(found)


def _look_into(path: Path, stamp: tuple[int, int] | None, task: Task) -> tuple[MediaInfo, Identity]:
    # The waveform wants it next, and the window would stand still for as long as it loads.
    import_module("numpy")
    identity = Identity(stamp, sample_of(path))
    return probe(path, task), identity
