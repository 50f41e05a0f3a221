"""Play one video or sound file: from one time to another, over and over, slower or faster.

Importing this loads Qt's player, which takes a sixth of a second.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QLibraryInfo, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtMultimedia import QAudioOutput, QMediaPlayer, QtAudio

from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review.settings import SPEEDS
from subpunct_app.runtime.errors import MediaError

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QVideoFrame
    from PySide6.QtMultimediaWidgets import QGraphicsVideoItem

    from subpunct_app.speech.media.probe import MediaInfo


_JUMP_MS = 150.0
_AHEAD_MS = 100.0
_PULL = 0.2
_FARTHEST_MS = 250.0


class Playhead:
    """Go on from the last report at the speed of playback; `now` is in ms of any steady clock."""

    def __init__(self) -> None:
        self._reported = self._base = 0.0
        self._since = 0.0
        self._rate = 0.0
        self._is_early = False

    def run(self, now: float, rate: float) -> None:
        """Go on at another speed, 0 to stand still."""
        self._base, self._since = self.at(now), now
        self._rate = rate

    def jump(self, now: float, position: float) -> None:
        """Be somewhere else at once."""
        self._reported = self._base = position
        self._since = now
        self._is_early = False

    def report(self, now: float, position: float) -> None:
        """Take what the player says; small differences are made up for little by little.

        A report far ahead may be of a picture that is shown before its time, and none comes until
        then: it is believed where the next one is far ahead, too.
        """
        expected = self.at(now)
        drift = position - expected
        if self._rate and drift > _AHEAD_MS and not self._is_early:
            self._reported, self._is_early = position, True
            return
        self.jump(now, position)
        if self._rate and abs(drift) < _JUMP_MS:
            self._base = expected + drift * _PULL

    def at(self, now: float) -> float:
        """Return the position in ms, never far ahead of the last report: it may have stalled."""
        run = self._base + (now - self._since) * self._rate
        return min(run, self._reported + _FARTHEST_MS * max(self._rate, 1.0))


_Scale = QtAudio.VolumeScale
_Status = QMediaPlayer.MediaStatus
_LOADED = (_Status.LoadedMedia, _Status.BufferingMedia, _Status.BufferedMedia, _Status.EndOfMedia)
# Some codecs only some graphics cards decode; Qt says nothing where no picture comes.
_PATIENCE_MS = 5000
_TICK_MS = 16
_SOUND_STEP_MS = 40
# A picture may come so much before or after its time.
_BESIDE_MS = 80
# Closer to the end than this there is no other picture.
_LAST_MS = 40
_EARLY_MS = 2000
# Qt shows the picture that ends at the place that is sought, not the one that begins there.
_INTO_MS = 1


class Player(QObject):
    """Play, pause and seek, and tell some 60 times a second where playback is.

    Positions are in milliseconds. `track` is the number of the sound track that the editor chose,
    None where it is the one that players choose. `changed` says that something else than the
    position did, `sought` which place was asked for. It works without an audio device, and takes
    up one that comes.
    """

    moved = Signal(int)
    sought = Signal(int)
    changed = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.info: MediaInfo | None = None
        self.track: int | None = None
        self.rate = 1.0
        self.volume = 100
        self.muted = False
        self.loops = False
        self._span: tuple[int, int] | None = None
        self._playhead = Playhead()
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = timer(self, _TICK_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._patience = timer(self, _PATIENCE_MS, once=True)
        self._patience.timeout.connect(self._look_for_picture)
        # What to make up for once the file is loaded: a place, and a sound track counted from 0.
        self._awaited: int | None = None
        self._heard: int | None = None
        self._qt = QMediaPlayer(self)
        _hush()
        self._sound = _unwatched(QAudioOutput(self))
        self._qt.setAudioOutput(self._sound)
        self._qt.setPitchCompensation(True)
        self._qt.positionChanged.connect(self._report)
        self._qt.mediaStatusChanged.connect(self._follow)
        self._qt.errorOccurred.connect(lambda _error, words: self._fail(words))

    @property
    def duration(self) -> int:
        """Return how much of the open file can be played, 0 without one."""
        if self.info is None:
            return 0
        # Qt lets nobody go farther than it believes the file to last.
        return min(self.info.duration_ms, self._qt.duration() or self.info.duration_ms)

    @property
    def position(self) -> int:
        """Return where playback is."""
        return round(min(max(self._playhead.at(self._now()), 0), self.duration))

    @property
    def is_drawn(self) -> bool:
        """Tell whether the open file has no picture, or shows one."""
        if self.info is None or not self.info.has_video:
            return True
        frame = self._frame()
        return frame is not None and frame.isValid()

    @property
    def shown(self) -> tuple[float, float] | None:
        """Return from when to when the picture lasts that Qt shows, None where it tells of none."""
        frame = self._frame()
        if frame is None or not 0 <= frame.startTime() < frame.endTime():
            return None
        return frame.startTime() / 1000, frame.endTime() / 1000

    @property
    def shows_place(self) -> bool:
        """Tell whether the picture is that of where playback is."""
        shown = self.shown
        return shown is not None and (
            shown[0] - _BESIDE_MS <= self.position <= shown[1] + _BESIDE_MS
        )

    @property
    def playing(self) -> bool:
        """Tell whether time goes on."""
        return self._timer.isActive()

    def open(self, path: Path, info: MediaInfo, picture: QGraphicsVideoItem | None) -> None:
        """Open a file that was looked into, and stand still at its start."""
        # Qt would go on with one of the same name as it was.
        self._let_go()
        self.path, self.info = path, info
        # First, as this ends the threads of the file before, see `_let_go`.
        self._qt.setSource(QUrl.fromLocalFile(str(path.absolute())))
        self._show_in(picture)
        self._qt.pause()
        self._playhead.jump(self._now(), 0)
        self._patience.start()
        self._stand()
        self.sought.emit(0)

    def close(self) -> None:
        """Put the file away."""
        self._let_go()
        self.changed.emit()

    def play(self) -> None:
        """Play on, from the start again at the end."""
        self._span = None
        if self.position >= self.duration - _LAST_MS:
            self._go(0)
        self._start()

    def play_span(self, begin: int, end: int) -> bool:
        """Play from one time to another and stop there, or begin again while it loops.

        False behind the end of the file, where nothing is played.
        """
        if begin >= self.duration:
            return False
        self._span = (max(0, begin), min(end, self.duration))
        self._go(self._span[0])
        self._start()
        return True

    def pause(self) -> None:
        """Stand still."""
        if self.path is not None:
            self._qt.pause()
            self._stand()

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def seek(self, position: int) -> None:
        """Go to a time; what was to be played up to some end goes on past it."""
        self._span = None
        self._go(position)

    def step(self, by: int) -> None:
        """Pause at the next picture, or the one before where negative."""
        self.pause()
        self._span = None
        self._go(self._beside(by), into=0)

    def set_track(self, number: int) -> None:
        """Let a sound track of the open file be heard, by its number, as soon as it is loaded."""
        if self.info is not None:
            self.track = None if number == self.info.track else number
            self._heard = number - 1
            self._catch_up()

    def set_rate(self, rate: float) -> None:
        """Play slower or faster; voices keep their pitch."""
        self.rate = min(max(rate, SPEEDS[0]), SPEEDS[-1])
        if self.playing:
            self._playhead.run(self._now(), self.rate)
        self._qt.setPlaybackRate(self.rate)
        self.changed.emit()

    def set_volume(self, volume: int) -> None:
        """Play louder or softer, from 0 to 100 as an ear hears it."""
        self.volume = min(max(volume, 0), 100)
        heard, linear = _Scale.LogarithmicVolumeScale, _Scale.LinearVolumeScale
        self._sound.setVolume(QtAudio.convertVolume(self.volume / 100, heard, linear))
        self.set_muted(False)

    def set_muted(self, muted: bool) -> None:
        """Play without sound, or with it again."""
        self.muted = muted
        self._sound.setMuted(muted)
        self.changed.emit()

    def set_loops(self, loops: bool) -> None:
        """Begin again at the end of what is played, or stop there."""
        self.loops = loops
        self.changed.emit()

    def _let_go(self) -> None:
        """Let go of the file.

        Not by `stop`: that holds the interpreter's lock while it waits for the player's threads,
        and one that has something to tell a handler in Python would wait for the lock.
        """
        self._timer.stop()
        self._patience.stop()
        self.path = self.info = self.track = self._span = None
        self._awaited = self._heard = None
        self._qt.setSource(QUrl())
        self._show_in(None)

    def _show_in(self, picture: QGraphicsVideoItem | None) -> None:
        # The stub does not know that None is allowed.
        self._qt.setVideoOutput(picture)  # type: ignore[arg-type]

    def _frame(self) -> QVideoFrame | None:
        sink = self._qt.videoSink()
        return sink.videoFrame() if sink else None

    def _now(self) -> float:
        return self._clock.nsecsElapsed() / 1e6

    def _start(self) -> None:
        if self.path is None:
            return
        self._qt.play()
        self._playhead.run(self._now(), self.rate)
        self._timer.start()
        self.changed.emit()

    def _stand(self) -> None:
        self._timer.stop()
        self._playhead.run(self._now(), 0)
        self.changed.emit()
        self.moved.emit(self.position)

    def _go(self, position: int, *, into: int = _INTO_MS) -> None:
        if self.path is None:
            return
        position = min(max(position, 0), self.duration)
        self._seek(min(position + into, self.duration) if position else 0)
        self._playhead.jump(self._now(), position)
        self.moved.emit(position)
        self.sought.emit(position)

    def _seek(self, position: int) -> None:
        loading = self._qt.mediaStatus() is _Status.LoadingMedia
        self._awaited = position if loading else None
        self._qt.setPosition(position)

    def _beside(self, by: int) -> int:
        shown = self.shown
        if shown and shown[0] <= self.position + 1 and self.position < shown[1] + 1:
            return round(shown[1] + 1 if by > 0 else shown[0] - 1)
        rate = self.info.frame_rate if self.info else None
        return self.position + by * (round(1000 / rate) if rate else _SOUND_STEP_MS)

    def _tick(self) -> None:
        position = self.position
        if self._span and position >= self._span[1]:
            self._end(self._span)
        else:
            self.moved.emit(position)

    def _end(self, span: tuple[int, int]) -> None:
        if self.loops:
            self._go(span[0])
            return
        self.pause()
        self._span = None
        # Time may have gone past the end, to a picture that belongs to the next cue.
        self._go(span[1] - 1, into=0)

    def _report(self, position: int) -> None:
        # Qt puts a file that breaks off at its end, too, before it says that it has ended.
        at_end = position == self._qt.duration()
        if self.playing and self._awaited is None and not at_end:
            self._playhead.report(self._now(), position)

    def _follow(self, status: QMediaPlayer.MediaStatus) -> None:
        if status in (_Status.LoadedMedia, _Status.BufferedMedia):
            # Not from within the player, which is not done with loading.
            QTimer.singleShot(0, self, self._catch_up)
        if status is _Status.EndOfMedia:
            self._arrive()

    def _catch_up(self) -> None:
        """Do what a player that is still loading forgets."""
        if self._qt.mediaStatus() not in _LOADED:
            return
        if self._awaited is not None:
            self._seek(self._awaited)
        if self._heard is not None and self._heard != self._qt.activeAudioTrack():
            self._qt.setActiveAudioTrack(self._heard)

    def _arrive(self) -> None:
        """Stand just before the end, or begin again; a file that breaks off stays where it does."""
        begin, again = self._span[0] if self._span else 0, self.loops and self.playing
        last = self.duration - _LAST_MS // 2
        stop = last if self.position > last - _EARLY_MS else self.position
        self.pause()
        self._go(begin if again else stop)
        if again:
            self._start()
        else:
            self._span = None

    def _look_for_picture(self) -> None:
        if self.path is not None and not self.is_drawn:
            self.failed.emit(
                MediaError(
                    tr("{name} shows no moving picture so far.", name=self.path.name),
                    tr("If it stays like this, convert the file to MP4 with H.264 and AAC."),
                )
            )

    def _fail(self, reason: str) -> None:
        if self.path is None:
            return
        # Qt may play on.
        self.pause()
        why = f" ({reason.rstrip('.')})" if reason else ""
        self.failed.emit(
            MediaError(
                tr("{name} cannot be played{why}.", name=self.path.name, why=why),
                tr("Convert it to MP4 with H.264 and AAC. You can edit the text without it."),
            )
        )


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


@cache
def _hush() -> None:
    """Keep FFmpeg, which the player has loaded by now, from writing about files to the terminal."""
    loaded_only = getattr(os, "RTLD_NOLOAD", None)
    if loaded_only is None:
        return
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath))
    # PyInstaller puts Qt's libraries into the folder that PySide6 is in.
    for path in (*folder.glob("libavutil.*"), *folder.parents[2].glob("libavutil.*")):
        with suppress(OSError):
            # AV_LOG_FATAL is 8: only what ends the program.
            ctypes.CDLL(str(path), mode=loaded_only | os.RTLD_LAZY).av_log_set_level(8)
