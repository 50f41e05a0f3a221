"""Qt's player with its sound and its picture; importing this takes a sixth of a second."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QObject, QTimer, QUrl, Signal
from PySide6.QtMultimedia import QAudioOutput, QMediaPlayer, QtAudio

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QVideoFrame
    from PySide6.QtMultimediaWidgets import QGraphicsVideoItem

_Scale = QtAudio.VolumeScale
_Status = QMediaPlayer.MediaStatus
_LOADED = (_Status.LoadedMedia, _Status.BufferingMedia, _Status.BufferedMedia, _Status.EndOfMedia)
# FFmpeg's own level for what ends the program.
_FATAL = 8


class Engine(QObject):
    """Decode and show one file; `reported` comes every 50 ms, `failed` with Qt's words.

    Positions are in milliseconds. It works without an audio device, and takes up one that comes.
    """

    reported = Signal(int)
    ended = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._player = QMediaPlayer(self)
        _hush()
        self._sound = _unwatched(QAudioOutput(self))
        self._picture: QGraphicsVideoItem | None = None
        self._wanted: int | None = None
        self._track: int | None = None
        self._player.setAudioOutput(self._sound)
        self._player.setPitchCompensation(True)
        self._player.positionChanged.connect(self._report)
        self._player.mediaStatusChanged.connect(self._follow)
        self._player.errorOccurred.connect(lambda _error, words: self.failed.emit(words))

    @property
    def has_frame(self) -> bool:
        """Tell whether a picture is shown."""
        frame = self._shown()
        return frame is not None and frame.isValid()

    @property
    def frame(self) -> tuple[float, float] | None:
        """Return from when to when the picture of this moment is shown, None without one."""
        frame = self._shown()
        if frame is None or not 0 <= frame.startTime() < frame.endTime():
            return None
        return frame.startTime() / 1000, frame.endTime() / 1000

    @property
    def duration(self) -> int:
        """Return how long Qt believes the file to be, and lets nobody go farther; 0 if unknown."""
        return self._player.duration()

    def open(self, path: Path, picture: QGraphicsVideoItem | None) -> None:
        """Open a file and show its first picture."""
        self._track = None
        # Qt would go on with one of the same name as it was.
        self.close()
        self._picture, self._wanted = picture, None
        # First, as this ends the threads of the file before, see `close`.
        self._player.setSource(QUrl.fromLocalFile(str(path.absolute())))
        self._show_in(picture)
        self._player.pause()

    def close(self) -> None:
        """Let go of the file.

        Not by `stop`: that holds the interpreter's lock while it waits for the player's threads,
        and one that has something to tell a handler in Python would wait for the lock.
        """
        self._player.setSource(QUrl())
        self._show_in(None)
        self._picture = None

    def play(self) -> None:
        """Let time go on."""
        self._player.play()

    def pause(self) -> None:
        """Stand still."""
        self._player.pause()

    def seek(self, position: int) -> None:
        """Go to a time, as soon as the file is loaded."""
        loading = self._player.mediaStatus() is _Status.LoadingMedia
        self._wanted = position if loading else None
        self._player.setPosition(position)

    def set_rate(self, rate: float) -> None:
        """Play so many times as fast as life; voices keep their pitch."""
        self._player.setPlaybackRate(rate)

    def set_track(self, number: int) -> None:
        """Let a sound track of the open file be heard, counted from 1, as soon as it is loaded."""
        self._track = number
        self._choose_track()

    def set_sound(self, volume: float, *, muted: bool) -> None:
        """Play so loud, from 0 to 1 as an ear hears it."""
        linear = QtAudio.convertVolume(
            volume, _Scale.LogarithmicVolumeScale, _Scale.LinearVolumeScale
        )
        self._sound.setVolume(linear)
        self._sound.setMuted(muted)

    def _shown(self) -> QVideoFrame | None:
        sink = self._picture.videoSink() if self._picture else None
        return sink.videoFrame() if sink else None

    def _show_in(self, picture: QGraphicsVideoItem | None) -> None:
        # The stub does not know that None is allowed.
        self._player.setVideoOutput(picture)  # type: ignore[arg-type]

    def _report(self, position: int) -> None:
        # Qt puts a file that breaks off at its end, too, before it says that it has ended.
        if self._wanted is None and position != self._player.duration():
            self.reported.emit(position)

    def _follow(self, status: QMediaPlayer.MediaStatus) -> None:
        if status in (_Status.LoadedMedia, _Status.BufferedMedia) and self._wanted is not None:
            # Not from within the player, which is not done with loading.
            QTimer.singleShot(0, self._go_where_wanted)
        if status is _Status.LoadedMedia and self._track is not None:
            QTimer.singleShot(0, self._choose_track)
        if status is _Status.EndOfMedia:
            self.ended.emit()

    def _choose_track(self) -> None:
        """Make up for what a player that has loaded nothing yet cannot take."""
        if self._track is not None and self._player.mediaStatus() in _LOADED:
            self._player.setActiveAudioTrack(self._track - 1)

    def _go_where_wanted(self) -> None:
        """Make up for what a player that is still loading forgets."""
        if self._wanted is not None:
            self.seek(self._wanted)


def _unwatched(sound: QAudioOutput) -> QAudioOutput:
    """Let Python see at once that nobody here wants to know when connections to an object end.

    It looks for that when the first one ends, with the interpreter's lock, and never again. A
    thread of the player's would do so, holding a lock of Qt's that we may be waiting for.
    """
    sound.mutedChanged.connect(_nothing)
    sound.mutedChanged.disconnect(_nothing)
    return sound


def _nothing() -> None:
    """Be connected."""


def message_libraries(folder: Path) -> list[Path]:
    """Return where FFmpeg's part that writes messages lies: in Qt's folder of libraries.

    PyInstaller puts Qt's libraries into the folder that PySide6 is in.
    """
    return [*folder.glob("libavutil.*"), *folder.parents[2].glob("libavutil.*")]


@cache
def _hush() -> None:
    """Keep FFmpeg, which the player has loaded by now, from writing about files to the terminal."""
    loaded_only = getattr(os, "RTLD_NOLOAD", None)
    if loaded_only is None:
        return
    for path in message_libraries(Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath))):
        with suppress(OSError):
            ctypes.CDLL(str(path), mode=loaded_only | os.RTLD_LAZY).av_log_set_level(_FATAL)
